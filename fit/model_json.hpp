// SPDX-License-Identifier: BSD-3-Clause
// Reads and writes the model file. Reading is strict; see models/model.schema.json.
#pragma once

#include <stdexcept>
#include <string>

#include "fit/model.hpp"

namespace revprof {

// A model file that cannot be used; what() names the file, the path inside it and what was
// expected, such as "machine.json: calls.MPI_Bcast[0].regimes[1].k: expected a number, found null".
struct ModelError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

Model read_model(const std::string& path);
Model parse_model(const std::string& text, const std::string& path_for_messages);

// Pretty-printed, keys in the order of DESIGN section 3; the same model gives the same text.
std::string to_json(const Model& model);
void write_model(const Model& model, const std::string& path);  // temporary name, then rename

}  // namespace revprof
