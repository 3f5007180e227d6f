// SPDX-License-Identifier: BSD-3-Clause
// Reads summary.json strictly: every error names the file, the path inside it and what was
// expected.
#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <nlohmann/json.hpp>

#include "revprof/trace/file.hpp"
#include "revprof/trace/summary.hpp"

namespace revprof {

namespace {

using Json = nlohmann::ordered_json;

// One value and the place it came from.
class Place {
 public:
  Place(const std::string& file, std::string path, const Json& json)
      : file_(file), path_(std::move(path)), json_(json) {}

  [[noreturn]] void fail(const std::string& expected) const {
    throw SummaryError(file_ + ": " + (path_.empty() ? "" : path_ + ": ") + "expected " + expected);
  }

  // An object with these keys, the optional ones too, and no others.
  void keys(std::initializer_list<const char*> required,
            std::initializer_list<const char*> optional = {}) const {
    if (!json_.is_object()) fail("an object");
    for (const char* key : required) {
      if (!json_.contains(key)) fail("the key \"" + std::string(key) + "\"");
    }
    for (const auto& [key, value] : json_.items()) {
      const auto is_key = [&key = key](const char* known) { return key == known; };
      if (std::none_of(required.begin(), required.end(), is_key) &&
          std::none_of(optional.begin(), optional.end(), is_key)) {
        fail("no key \"" + key + "\"");
      }
    }
  }

  bool has(const char* key) const { return json_.contains(key); }
  Place at(const char* key) const {
    return {file_, path_.empty() ? key : path_ + "." + key, json_.at(key)};
  }

  std::vector<Place> elements() const {
    if (!json_.is_array()) fail("an array");
    std::vector<Place> result;
    for (std::size_t i = 0; i < json_.size(); ++i) {
      result.emplace_back(file_, path_ + "[" + std::to_string(i) + "]", json_[i]);
    }
    return result;
  }

  std::vector<std::pair<std::string, Place>> members() const {
    if (!json_.is_object()) fail("an object");
    std::vector<std::pair<std::string, Place>> result;
    for (const auto& [key, value] : json_.items()) {
      result.emplace_back(key, Place(file_, path_ + "." + key, value));
    }
    return result;
  }

  std::string text() const {
    if (!json_.is_string()) fail("a text");
    return json_.get<std::string>();
  }

  std::int64_t integer() const {
    if (!json_.is_number_integer() || json_.get<std::int64_t>() < 0) {
      fail("a whole number of at least 0");
    }
    return json_.get<std::int64_t>();
  }

  double number() const {
    if (!json_.is_number()) fail("a number of at least 0");
    const double value = json_.get<double>();
    if (!std::isfinite(value) || value < 0) fail("a number of at least 0");
    return value;
  }

 private:
  const std::string& file_;
  std::string path_;
  const Json& json_;
};

LaneTimes read_times(const Place& place) {
  const std::vector<Place> parts = place.elements();
  if (parts.size() != 4) place.fail("[predicted, compute, communication, waiting]");
  const LaneTimes times = {parts[0].integer(), parts[1].integer(), parts[2].integer(),
                           parts[3].integer()};
  if (times.predicted != times.compute + times.communication + times.waiting) {
    place.fail("predicted = compute + communication + waiting");
  }
  return times;
}

std::vector<LaneTimes> read_process(const Place& place, std::size_t lanes) {
  std::vector<LaneTimes> times;
  for (const Place& lane : place.elements()) times.push_back(read_times(lane));
  if (times.size() != lanes)
    place.fail("one entry for each of the " + std::to_string(lanes) + " lanes");
  return times;
}

// The lanes repeat in seconds what process_picoseconds says of the latest process.
void check_lane(const Place& place, const LaneTimes& times) {
  const std::pair<const char*, std::int64_t> fields[] = {
      {"predicted_seconds", times.predicted},
      {"compute_seconds", times.compute},
      {"communication_seconds", times.communication},
      {"waiting_seconds", times.waiting}};
  for (const auto& [key, picoseconds] : fields) {
    const double expected = static_cast<double>(picoseconds) / 1e12;
    if (std::abs(place.at(key).number() - expected) > 1e-9 * expected + 1e-12) {
      place.at(key).fail("the " + std::to_string(picoseconds) +
                         " ps that process_picoseconds has for the latest process");
    }
  }
}

CallSummary read_call(const Place& place) {
  place.keys({"call", "count", "bytes", "seconds", "waiting_seconds", "source"}, {"stand_in"});
  CallSummary call;
  call.call = place.at("call").text();
  call.count = place.at("count").integer();
  call.bytes = place.at("bytes").integer();
  call.seconds = place.at("seconds").number();
  call.waiting_seconds = place.at("waiting_seconds").number();
  call.source = place.at("source").text();
  const auto sources = {"measured", "extrapolated", "stand_in", "assumed"};
  if (std::find(sources.begin(), sources.end(), call.source) == sources.end()) {
    place.at("source").fail("measured, extrapolated, stand_in or assumed");
  }
  if (place.has("stand_in")) call.stand_in = place.at("stand_in").text();
  return call;
}

Trust read_trust(const Place& place) {
  place.keys({"measured", "extrapolated", "stand_in", "assumed", "divergences"});
  return {place.at("measured").number(), place.at("extrapolated").number(),
          place.at("stand_in").number(), place.at("assumed").number(),
          place.at("divergences").integer()};
}

void read_lanes(const Place& root, Summary& summary) {
  const std::vector<Place> lanes = root.at("lanes").elements();
  if (lanes.empty()) root.at("lanes").fail("at least one lane");
  for (const Place& lane : lanes) {
    lane.keys({"name", "predicted_seconds", "compute_seconds", "communication_seconds",
               "waiting_seconds"});
    summary.lane_names.push_back(lane.at("name").text());
  }
  const Place processes = root.at("process_picoseconds");
  for (const Place& process : processes.elements()) {
    summary.times.push_back(read_process(process, lanes.size()));
  }
  if (summary.processes < 1 ||
      summary.times.size() != static_cast<std::size_t>(summary.processes)) {
    processes.fail("one entry for each of the " + std::to_string(summary.processes) + " processes");
  }
  for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
    check_lane(lanes[lane], summary.predicted(static_cast<int>(lane)));
  }
}

}  // namespace

Summary read_summary(const std::string& path) {
  Json json;
  try {
    json = Json::parse(read_file(path));
  } catch (const Json::parse_error& error) {
    throw SummaryError(path + ": expected JSON: " + error.what());
  } catch (const std::runtime_error& error) {
    throw SummaryError(error.what());
  }
  const Place root(path, "", json);
  root.keys({"format", "version", "program", "processes", "model", "machine", "settings", "lanes",
             "calls", "trust", "warnings", "process_picoseconds"});
  if (root.at("format").text() != "revprof-summary") root.at("format").fail("\"revprof-summary\"");
  if (root.at("version").integer() != 1) root.at("version").fail("1, the only version so far");

  Summary summary;
  summary.program = root.at("program").text();
  summary.processes =
      static_cast<int>(std::min<std::int64_t>(root.at("processes").integer(), 1 << 30));
  summary.model = root.at("model").text();
  summary.machine = root.at("machine").text();
  for (const auto& [name, value] : root.at("settings").members()) {
    summary.settings.emplace_back(name, value.text());
  }
  read_lanes(root, summary);
  for (const Place& call : root.at("calls").elements()) summary.calls.push_back(read_call(call));
  summary.trust = read_trust(root.at("trust"));
  for (const Place& warning : root.at("warnings").elements()) {
    summary.warnings.push_back(warning.text());
  }
  return summary;
}

}  // namespace revprof
