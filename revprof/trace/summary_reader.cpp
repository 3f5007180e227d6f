// SPDX-License-Identifier: BSD-3-Clause
// Reads summary.json strictly: every error names the file, the path inside it and what was
// expected.
#include <algorithm>
#include <cmath>

#include "revprof/trace/place.hpp"
#include "revprof/trace/summary.hpp"

namespace revprof {

namespace {

LaneTimes read_times(const Place& place) {
  const std::vector<Place> parts = place.elements();
  if (parts.size() != 4) place.fail("[predicted, compute, communication, waiting]");
  const LaneTimes times = {parts[0].integer(), parts[1].integer(), parts[2].integer(),
                           parts[3].integer()};
  if (times.predicted != SimSum(times.compute) + times.communication + times.waiting) {
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
  const std::pair<const char*, SimTime> fields[] = {{"predicted_seconds", times.predicted},
                                                    {"compute_seconds", times.compute},
                                                    {"communication_seconds", times.communication},
                                                    {"waiting_seconds", times.waiting}};
  for (const auto& [key, picoseconds] : fields) {
    const double expected = seconds(picoseconds);
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

SiteSummary read_site(const Place& place) {
  place.keys({"call", "module", "offset", "count", "bytes", "seconds", "waiting_seconds"},
             {"place"});
  SiteSummary site;
  site.call = place.at("call").text();
  site.module = place.at("module").text();
  site.offset = place.at("offset").integer();
  if (place.has("place")) site.place = place.at("place").text();
  site.count = place.at("count").integer();
  site.bytes = place.at("bytes").integer();
  site.seconds = place.at("seconds").number();
  site.waiting_seconds = place.at("waiting_seconds").number();
  return site;
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
               "waiting_seconds"},
              {"estimate", "of", "divergences"});
    SummaryLane what{lane.at("name").text()};
    if (lane.has("estimate")) what.estimate = lane.at("estimate").text();
    const auto estimates = {"mean", "low", "high", "equation"};
    if (std::find(estimates.begin(), estimates.end(), what.estimate) == estimates.end()) {
      lane.at("estimate").fail("mean, low, high or equation");
    }
    if (lane.has("of")) what.of = lane.at("of").text();
    summary.lanes.push_back(std::move(what));
    summary.divergences.push_back(lane.has("divergences") ? lane.at("divergences").integer() : 0);
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
  const Json json = read_json(path);
  const Place root(path, "", json);
  root.keys({"format", "version", "program", "processes", "model", "machine", "settings", "lanes",
             "calls", "trust", "warnings", "process_picoseconds"},
            {"model_fingerprint", "revprof", "sites"});
  root.check_format("revprof-summary");

  Summary summary;
  summary.program = root.at("program").text();
  summary.processes =
      static_cast<int>(std::min<std::int64_t>(root.at("processes").integer(), 1 << 30));
  summary.model = root.at("model").text();
  if (root.has("model_fingerprint")) {
    summary.model_fingerprint = root.at("model_fingerprint").text();
  }
  summary.machine = root.at("machine").text();
  for (const auto& [name, value] : root.at("settings").members()) {
    summary.settings.emplace_back(name, value.text());
  }
  if (root.has("revprof")) summary.version = root.at("revprof").text();
  read_lanes(root, summary);
  for (const Place& call : root.at("calls").elements()) summary.calls.push_back(read_call(call));
  if (root.has("sites")) {
    for (const Place& site : root.at("sites").elements()) summary.sites.push_back(read_site(site));
  }
  summary.trust = read_trust(root.at("trust"));
  for (const Place& warning : root.at("warnings").elements()) {
    summary.warnings.push_back(warning.text());
  }
  return summary;
}

}  // namespace revprof
