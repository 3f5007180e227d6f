// SPDX-License-Identifier: BSD-3-Clause
// Holds the model's file against the fingerprint that the run took of it.
#include "revprof/report/html/run_model.hpp"

#include <filesystem>
#include <utility>

#include "fit/file/whole_file.hpp"
#include "fit/model/model_json.hpp"

namespace revprof {

RunModel run_model(const Summary& summary) {
  const std::string& path = summary.model;
  std::error_code ignored;
  if (path.empty()) return {std::nullopt, "The run names no model of its own."};
  if (!std::filesystem::exists(path, ignored)) {
    return {std::nullopt,
            "The model " + path + " is not there any more: its equations are missing here."};
  }
  try {
    const std::string text = read_file(path);
    const bool known = !summary.model_fingerprint.empty();
    if (known && fingerprint(text) != summary.model_fingerprint) {
      return {std::nullopt,
              "The model " + path + " has changed since the run: its equations are not shown."};
    }
    Model model = parse_model(text, path);
    if (model.machine.name != summary.machine) {
      return {std::nullopt, "Lane " + summary.lanes.front().name + " is on another model than " +
                                path + ": its equations are not shown."};
    }
    return {std::move(model),
            known ? "" : "Whether the model " + path + " has changed since the run is not known."};
  } catch (const std::runtime_error& error) {
    return {std::nullopt, std::string("The model cannot be read: ") + error.what()};
  }
}

}  // namespace revprof
