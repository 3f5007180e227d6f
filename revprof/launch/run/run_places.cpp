// SPDX-License-Identifier: BSD-3-Clause
// The places of a run, in the files that it leaves.
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "fit/file/whole_file.hpp"
#include "revprof/launch/look/source_places.hpp"

namespace revprof {

void add_places(const std::string& directory) {
  SourcePlaces places;
  for (const char* const name : {"/summary.json", "/path.json"}) {
    if (!std::filesystem::is_regular_file(directory + name)) continue;
    std::ifstream stream(directory + name);
    auto json = nlohmann::ordered_json::parse(stream, nullptr, false);
    // What is wrong with a file, its reader says.
    if (!json.is_object() || !json.contains("sites") || !json["sites"].is_array()) continue;
    bool found = false;
    for (auto& site : json["sites"]) {
      if (!site.is_object() || site.contains("place")) continue;
      const std::string place =
          places.at(site.value("module", ""), site.value("offset", std::int64_t{0}));
      if (place.empty()) continue;
      site["place"] = place;
      found = true;
    }
    if (found) write_file(directory + name, json.dump(1) + "\n");
  }
}

}  // namespace revprof
