// SPDX-License-Identifier: BSD-3-Clause
// Reads and writes a fitted profile.
#include "fit/model/profile.hpp"

#include "fit/model/equations_json.hpp"

namespace revprof {

namespace {

constexpr const char* format_name = "revprof-profile";

// Of each segment pairs of work and bytes.
std::map<std::string, std::vector<TouchedMemory>> read_touched(const JsonNode& node) {
  std::map<std::string, std::vector<TouchedMemory>> touched;
  for (const auto& [name, segment] : node.members()) {
    std::vector<TouchedMemory>& known = touched[name];
    for (const JsonNode& pair : segment.elements()) {
      const std::vector<JsonNode> both = pair.elements(2);
      known.push_back({both[0].integer(1), both[1].integer(1)});
      if (known.size() > 1 && known[known.size() - 2].work >= known.back().work) {
        segment.fail("pairs of work and bytes, ascending by work");
      }
    }
    if (known.empty()) segment.fail("at least one pair of work and bytes");
  }
  return touched;
}

}  // namespace

bool is_unfitted(const std::string& text) { return text.rfind("# revprof-measurements", 0) == 0; }

Profile parse_profile(const std::string& text, const std::string& path_for_messages) {
  if (is_unfitted(text)) {
    throw FileError(path_for_messages +
                    ": expected equations, found measured times; `revprof fit " +
                    path_for_messages + " -o PROFILE.json` makes them");
  }
  const JsonNode root = JsonNode::document(text, path_for_messages, "a profile");
  root.expect_format(format_name);
  root.expect_keys(
      {"format", "version", "machine", "program", "date", "modules", "segments", "rest"},
      {"touched"});
  Profile profile;
  profile.machine = root["machine"].text();
  profile.program = root["program"].text();
  profile.date = root["date"].text();
  for (const auto& [name, path] : root["modules"].members()) profile.modules[name] = path.text();
  for (const auto& [name, segment] : root["segments"].members()) {
    profile.segments[name] = read_equations(segment, of_work);
  }
  if (root.has("touched")) profile.touched = read_touched(root["touched"]);
  profile.rest = read_equations(root["rest"], of_work);
  return profile;
}

Profile read_profile(const std::string& path) { return parse_profile(read_file(path), path); }

std::string to_json(const Profile& profile) {
  nlohmann::ordered_json json = {{"format", format_name},
                                 {"version", 1},
                                 {"machine", profile.machine},
                                 {"program", profile.program},
                                 {"date", profile.date},
                                 {"modules", profile.modules},
                                 {"segments", nlohmann::ordered_json::object()}};
  for (const auto& [name, equations] : profile.segments) {
    add_equations(equations, of_work, json["segments"][name]);
  }
  for (const auto& [name, known] : profile.touched) {
    for (const TouchedMemory& one : known) json["touched"][name].push_back({one.work, one.bytes});
  }
  add_equations(profile.rest, of_work, json["rest"]);
  return laid_out(json) + "\n";
}

}  // namespace revprof
