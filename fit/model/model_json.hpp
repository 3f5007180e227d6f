// SPDX-License-Identifier: BSD-3-Clause
// Reads and writes the model file. Reading is strict; see models/model.schema.json.
#pragma once

#include <memory>
#include <string>

#include "fit/file/json_document.hpp"
#include "fit/file/whole_file.hpp"
#include "fit/model/model.hpp"

namespace revprof {

// All throw FileError. A model is its file's text, the text's values, and what they say.
std::string read_model_text(const std::string& path);
std::shared_ptr<const JsonDocument> model_document(const std::string& text,
                                                   const std::string& path_for_messages);
Model parse_model(const std::shared_ptr<const JsonDocument>& document);

Model parse_model(const std::string& text, const std::string& path_for_messages);
Model read_model(const std::string& path);

// Pretty-printed, keys in the order of fit/FORMATS.md; the same model gives the same text.
std::string to_json(const Model& model);
void write_model(const Model& model, const std::string& path);

}  // namespace revprof
