// SPDX-License-Identifier: BSD-3-Clause
// Writes summary.json.
#include "revprof/trace/results/summary.hpp"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "fit/file/whole_file.hpp"

namespace revprof {

namespace {

using Json = nlohmann::ordered_json;

Json lanes_of(const Summary& summary) {
  Json lanes = Json::array();
  for (std::size_t lane = 0; lane < summary.lanes.size(); ++lane) {
    const LaneTimes& times = summary.predicted(static_cast<int>(lane));
    const SummaryLane& what = summary.lanes[lane];
    Json row = {{"name", what.name}, {"estimate", what.estimate}};
    if (!what.of.empty()) row["of"] = what.of;
    row.update(
        {{"predicted_seconds", seconds(times.predicted)},
         {"compute_seconds", seconds(times.compute)},
         {"communication_seconds", seconds(times.communication)},
         {"waiting_seconds", seconds(times.waiting)},
         {"divergences", lane < summary.divergences.size() ? summary.divergences[lane] : 0}});
    lanes.push_back(std::move(row));
  }
  return lanes;
}

Json calls_of(const Summary& summary) {
  Json calls = Json::array();
  for (const CallSummary& call : summary.calls) {
    Json row = {{"call", call.call},
                {"count", call.count},
                {"bytes", call.bytes},
                {"seconds", call.seconds},
                {"waiting_seconds", call.waiting_seconds},
                {"source", call.source}};
    if (!call.stand_in.empty()) row["stand_in"] = call.stand_in;
    calls.push_back(std::move(row));
  }
  return calls;
}

Json sites_of(const Summary& summary) {
  Json sites = Json::array();
  for (const SiteSummary& site : summary.sites) {
    Json row = {{"call", site.call}, {"module", site.module}, {"offset", site.offset}};
    if (!site.place.empty()) row["place"] = site.place;
    row.update({{"count", site.count},
                {"bytes", site.bytes},
                {"seconds", site.seconds},
                {"waiting_seconds", site.waiting_seconds}});
    sites.push_back(std::move(row));
  }
  return sites;
}

Json place_of(const PlaceSummary& place) {
  Json row = {{"call", place.call}};
  if (!place.module.empty()) row.update({{"module", place.module}, {"offset", place.offset}});
  if (!place.place.empty()) row["place"] = place.place;
  return row;
}

Json computation_of(const ComputationSummary& computation) {
  Json segments = Json::array();
  for (const SegmentSummary& segment : computation.segments) {
    Json row = Json::object();
    if (segment.region.empty()) {
      row.update({{"from", place_of(segment.from)}, {"to", place_of(segment.to)}});
    } else {
      row["region"] = segment.region;
    }
    row.update({{"visits", segment.visits}, {"work", segment.work}, {"seconds", segment.seconds}});
    segments.push_back(std::move(row));
  }
  Json regions = Json::array();
  for (const RegionSummary& region : computation.regions) {
    regions.push_back({{"region", region.name},
                       {"visits", region.visits},
                       {"inclusive_seconds", region.inclusive_seconds},
                       {"exclusive_seconds", region.exclusive_seconds}});
  }
  Json all = {{"from", computation.from},
              {"work", computation.work},
              {"time", computation.assumed ? "assumed" : "stated"},
              {"counted", computation.counted},
              {"segments", std::move(segments)},
              {"regions", std::move(regions)}};
  if (!computation.processor.empty()) all["processor"] = computation.processor;
  return all;
}

Json picoseconds_of(const Summary& summary) {
  Json processes = Json::array();
  for (const auto& lanes : summary.times) {
    Json row = Json::array();
    for (const LaneTimes& times : lanes) {
      row.push_back({times.predicted, times.compute, times.communication, times.waiting});
    }
    processes.push_back(std::move(row));
  }
  return processes;
}

}  // namespace

int Summary::latest_process(int lane) const {
  const auto l = static_cast<std::size_t>(lane);
  std::size_t latest = 0;
  for (std::size_t process = 1; process < times.size(); ++process) {
    if (times[process][l].predicted > times[latest][l].predicted) latest = process;
  }
  return static_cast<int>(latest);
}

int Summary::lane_named(const std::string& name) const {
  const auto found = std::find_if(lanes.begin(), lanes.end(),
                                  [&](const SummaryLane& lane) { return lane.name == name; });
  return found == lanes.end() ? -1 : static_cast<int>(found - lanes.begin());
}

int Summary::lane_of(int lane, const std::string& estimate) const {
  const std::string& name = lanes[static_cast<std::size_t>(lane)].name;
  const auto found = std::find_if(lanes.begin(), lanes.end(), [&](const SummaryLane& other) {
    return other.estimate == estimate && other.of == name;
  });
  return found == lanes.end() ? -1 : static_cast<int>(found - lanes.begin());
}

bool Summary::is_bound(int lane) const {
  const SummaryLane& what = lanes[static_cast<std::size_t>(lane)];
  return (what.estimate == "low" || what.estimate == "high") && lane_named(what.of) >= 0;
}

SimSum Summary::all_processes(SimTime LaneTimes::*part) const {
  SimSum sum;
  for (const auto& process : times) sum += process[0].*part;
  return sum;
}

std::string fingerprint(const std::string& text) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(hash));
  return digits;
}

std::string to_json(const Summary& summary) {
  Json settings = Json::object();
  for (const auto& [name, value] : summary.settings) settings[name] = value;
  Json json = {{"format", "revprof-summary"},
               {"version", 1},
               {"program", summary.program},
               {"processes", summary.processes},
               {"model", summary.model},
               {"model_fingerprint", summary.model_fingerprint},
               {"machine", summary.machine},
               {"settings", std::move(settings)},
               {"lanes", lanes_of(summary)},
               {"calls", calls_of(summary)},
               {"trust",
                {{"measured", summary.trust.measured},
                 {"inferred", summary.trust.inferred},
                 {"extrapolated", summary.trust.extrapolated},
                 {"stand_in", summary.trust.stand_in},
                 {"assumed", summary.trust.assumed},
                 {"divergences", summary.trust.divergences}}},
               {"warnings", summary.warnings},
               {"process_picoseconds", picoseconds_of(summary)}};
  if (!summary.version.empty()) json["revprof"] = summary.version;
  if (!summary.computation.from.empty()) json["computation"] = computation_of(summary.computation);
  if (!summary.sites.empty()) json["sites"] = sites_of(summary);
  // A program's arguments need not be UTF-8; what is not is replaced, never an error.
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

void write_summary(const Summary& summary, const std::string& path) {
  write_file(path, to_json(summary));
}

}  // namespace revprof
