// SPDX-License-Identifier: BSD-3-Clause
// The places of a run, in the files that it leaves.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <nlohmann/json.hpp>

#include "fit/file/whole_file.hpp"
#include "revprof/launch/look/source_places.hpp"
#include "revprof/trace/results/run_directory.hpp"

namespace revprof {

namespace {

using Json = nlohmann::ordered_json;

// Whether it is found. What is wrong with a file, its reader says.
bool add_place(Json& site, SourcePlaces& places) {
  if (!site.is_object() || site.contains("place") || !site.contains("module")) return false;
  const std::string place =
      places.at(site.value("module", ""), site.value("offset", std::int64_t{0}));
  if (place.empty()) return false;
  site["place"] = place;
  return true;
}

bool add_places(Json& list, std::initializer_list<const char*> keys, SourcePlaces& places) {
  bool found = false;
  if (!list.is_array()) return false;
  for (Json& row : list) {
    if (keys.size() == 0) found = add_place(row, places) || found;
    for (const char* const key : keys) {
      if (row.is_object() && row.contains(key)) found = add_place(row[key], places) || found;
    }
  }
  return found;
}

}  // namespace

void add_places(const std::string& directory) {
  SourcePlaces places;
  for (const char* const name : {"/summary.json", "/path.json"}) {
    if (!std::filesystem::is_regular_file(directory + name)) continue;
    std::ifstream stream(directory + name);
    auto json = Json::parse(stream, nullptr, false);
    if (!json.is_object()) continue;
    bool found = json.contains("sites") && add_places(json["sites"], {}, places);
    if (json.contains("computation") && json["computation"].is_object() &&
        json["computation"].contains("segments")) {
      found = add_places(json["computation"]["segments"], {"from", "to"}, places) || found;
    }
    if (found) write_file(directory + name, json.dump(1) + "\n");
  }
}

// Lines end in "at FILE+0xOFFSET".
std::string add_waits(const std::string& directory) {
  SourcePlaces places;
  std::ifstream file(directory + "/" + deadlock_file);
  std::string text;
  for (std::string line; std::getline(file, line); text += line + "\n") {
    const std::size_t at = line.rfind(" at /"), plus = line.rfind("+0x");
    if (at == std::string::npos || plus == std::string::npos || plus < at) continue;
    const std::string module = line.substr(at + 4, plus - at - 4);
    const std::string place = places.at(module, std::strtoll(line.c_str() + plus + 1, nullptr, 16));
    if (!place.empty()) line.replace(at + 4, std::string::npos, place);
  }
  file.close();
  write_file(directory + "/" + deadlock_file, text);
  return text;
}

}  // namespace revprof
