// SPDX-License-Identifier: BSD-3-Clause
// Reads and writes the model file. Reading is strict; see models/model.schema.json.
#pragma once

#include <string>

#include "fit/file/whole_file.hpp"
#include "fit/model/model.hpp"

namespace revprof {

// Both throw FileError.
Model read_model(const std::string& path);
Model parse_model(const std::string& text, const std::string& path_for_messages);

// Pretty-printed, keys in the order of DESIGN section 3; the same model gives the same text.
std::string to_json(const Model& model);
void write_model(const Model& model, const std::string& path);

}  // namespace revprof
