// SPDX-License-Identifier: BSD-3-Clause
// Reads summary.json strictly: every error names the file, the path inside it and what was
// expected.
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <tuple>

#include "fit/file/json_node.hpp"
#include "fit/file/whole_file.hpp"
#include "revprof/trace/results/summary.hpp"

namespace revprof {

namespace {

LaneTimes read_times(const JsonNode& place) {
  const std::vector<JsonNode> parts = place.elements();
  if (parts.size() != 4) place.fail("[predicted, compute, communication, waiting]");
  const LaneTimes times = {parts[0].integer(), parts[1].integer(), parts[2].integer(),
                           parts[3].integer()};
  if (times.predicted != SimSum(times.compute) + times.communication + times.waiting) {
    place.fail("predicted = compute + communication + waiting");
  }
  return times;
}

std::vector<LaneTimes> read_process(const JsonNode& place, std::size_t lanes) {
  std::vector<LaneTimes> times;
  for (const JsonNode& lane : place.elements()) times.push_back(read_times(lane));
  if (times.size() != lanes)
    place.fail("one entry for each of the " + std::to_string(lanes) + " lanes");
  return times;
}

// The lanes repeat in seconds what process_picoseconds says of the latest process.
void check_lane(const JsonNode& place, const LaneTimes& times) {
  const std::pair<const char*, SimTime> fields[] = {{"predicted_seconds", times.predicted},
                                                    {"compute_seconds", times.compute},
                                                    {"communication_seconds", times.communication},
                                                    {"waiting_seconds", times.waiting}};
  for (const auto& [key, picoseconds] : fields) {
    const double expected = seconds(picoseconds);
    if (std::abs(place[key].number(0) - expected) > 1e-9 * expected + 1e-12) {
      place[key].fail("the " + std::to_string(picoseconds) +
                      " ps that process_picoseconds has for the latest process");
    }
  }
}

// What all processes have done of a call or at a place, of which `waiting_seconds` is a part.
template <class Row>
void read_sums(const JsonNode& place, double most_seconds, Row& row) {
  row.count = place["count"].integer();
  row.bytes = place["bytes"].integer();
  row.seconds = place["seconds"].number(0, most_seconds);
  row.waiting_seconds = place["waiting_seconds"].number(0, row.seconds);
}

CallSummary read_call(const JsonNode& place, double most_seconds) {
  place.expect_keys({"call", "count", "bytes", "seconds", "waiting_seconds", "source"},
                    {"stand_in"});
  CallSummary call;
  call.call = place["call"].text();
  read_sums(place, most_seconds, call);
  call.source = place["source"].text();
  const auto sources = {"measured", "inferred", "extrapolated", "stand_in", "assumed"};
  if (std::find(sources.begin(), sources.end(), call.source) == sources.end()) {
    place["source"].fail("measured, inferred, extrapolated, stand_in or assumed");
  }
  if (place.has("stand_in")) call.stand_in = place["stand_in"].text();
  return call;
}

SiteSummary read_site(const JsonNode& place, double most_seconds) {
  place.expect_keys({"call", "module", "offset", "count", "bytes", "seconds", "waiting_seconds"},
                    {"place"});
  SiteSummary site;
  site.call = place["call"].text();
  site.module = place["module"].text();
  site.offset = place["offset"].integer();
  if (place.has("place")) site.place = place["place"].text();
  read_sums(place, most_seconds, site);
  return site;
}

// Each thread has a clock, of which a process's times are the latest one's: the calls of several
// threads may add up to more.
void check_sum(const JsonNode& calls, const Summary& summary) {
  const double charged = seconds(summary.all_processes(&LaneTimes::communication)) +
                         seconds(summary.all_processes(&LaneTimes::waiting));
  double sum = 0;
  for (const CallSummary& call : summary.calls) sum += call.seconds;
  if (sum >= charged * (1 - 1e-9) - 1e-12) return;
  calls.fail("calls whose seconds add up to the " + std::to_string(charged) +
             " s of communication and waiting that process_picoseconds has, or more");
}

void read_calls(const JsonNode& root, double most_seconds, Summary& summary) {
  std::set<std::string> calls;
  for (const JsonNode& place : root["calls"].elements()) {
    summary.calls.push_back(read_call(place, most_seconds));
    if (!calls.insert(summary.calls.back().call).second) place["call"].fail("each call once");
  }
  check_sum(root["calls"], summary);
  if (!root.has("sites")) return;
  std::set<std::tuple<std::string, std::string, std::int64_t>> sites;
  for (const JsonNode& place : root["sites"].elements()) {
    const SiteSummary site = read_site(place, most_seconds);
    if (!sites.insert({site.call, site.module, site.offset}).second) place.fail("each place once");
    summary.sites.push_back(site);
  }
}

PlaceSummary read_place(const JsonNode& node) {
  node.expect_keys({"call"}, {"module", "offset", "place"});
  PlaceSummary place;
  place.call = node["call"].text();
  if (node.has("module")) place.module = node["module"].text();
  if (node.has("offset")) place.offset = node["offset"].integer();
  if (node.has("place")) place.place = node["place"].text();
  return place;
}

SegmentSummary read_segment(const JsonNode& node, double most_seconds) {
  node.expect_keys({"visits", "work", "seconds"}, {"region", "from", "to"});
  SegmentSummary segment;
  if (node.has("region")) {
    segment.region = node["region"].text();
  } else {
    segment.from = read_place(node["from"]);
    segment.to = read_place(node["to"]);
  }
  segment.visits = node["visits"].integer();
  segment.work = node["work"].number(0);
  segment.seconds = node["seconds"].number(0, most_seconds);
  return segment;
}

RegionSummary read_region(const JsonNode& node, double most_seconds) {
  node.expect_keys({"region", "visits", "inclusive_seconds", "exclusive_seconds"}, {});
  return {node["region"].text(), node["visits"].integer(),
          node["inclusive_seconds"].number(0, most_seconds),
          node["exclusive_seconds"].number(0, most_seconds)};
}

ComputationSummary read_computation(const JsonNode& node, double most_seconds) {
  node.expect_keys({"from", "work", "time", "counted", "segments", "regions"}, {"processor"});
  ComputationSummary computation;
  computation.from = node["from"].text();
  const auto known = {"none", "steps", "counted", "profile", "cpu"};
  if (std::find(known.begin(), known.end(), computation.from) == known.end()) {
    node["from"].fail("none, steps, counted, profile or cpu");
  }
  computation.work = node["work"].number(0);
  const std::string time = node["time"].text();
  if (time != "assumed" && time != "stated") node["time"].fail("assumed or stated");
  computation.assumed = time == "assumed";
  computation.counted = node["counted"].text();
  if (node.has("processor")) computation.processor = node["processor"].text();
  for (const JsonNode& row : node["segments"].elements()) {
    computation.segments.push_back(read_segment(row, most_seconds));
  }
  for (const JsonNode& row : node["regions"].elements()) {
    computation.regions.push_back(read_region(row, most_seconds));
  }
  return computation;
}

Trust read_trust(const JsonNode& place) {
  // Summaries of before know nothing of `inferred`.
  place.expect_keys({"measured", "extrapolated", "stand_in", "assumed", "divergences"},
                    {"inferred"});
  const auto share = [&](const char* key) { return place.has(key) ? place[key].number(0, 1) : 0; };
  const Trust trust = {share("measured"), share("inferred"), share("extrapolated"),
                       share("stand_in"), share("assumed"),  place["divergences"].integer()};
  const double sum =
      trust.measured + trust.inferred + trust.extrapolated + trust.stand_in + trust.assumed;
  if (std::abs(sum - 1) > 1e-9) place.fail("shares that add up to 1");
  return trust;
}

void read_lanes(const JsonNode& root, Summary& summary) {
  const std::vector<JsonNode> lanes = root["lanes"].elements();
  if (lanes.empty()) root["lanes"].fail("at least one lane");
  for (const JsonNode& lane : lanes) {
    lane.expect_keys({"name", "predicted_seconds", "compute_seconds", "communication_seconds",
                      "waiting_seconds"},
                     {"estimate", "of", "divergences"});
    SummaryLane what{lane["name"].text()};
    if (lane.has("estimate")) what.estimate = lane["estimate"].text();
    const auto estimates = {"mean", "low", "high", "equation"};
    if (std::find(estimates.begin(), estimates.end(), what.estimate) == estimates.end()) {
      lane["estimate"].fail("mean, low, high or equation");
    }
    if (lane.has("of")) what.of = lane["of"].text();
    summary.lanes.push_back(std::move(what));
    summary.divergences.push_back(lane.has("divergences") ? lane["divergences"].integer() : 0);
  }
  const JsonNode processes = root["process_picoseconds"];
  for (const JsonNode& process : processes.elements()) {
    summary.times.push_back(read_process(process, lanes.size()));
  }
  if (summary.times.size() != static_cast<std::size_t>(summary.processes)) {
    processes.fail("one entry for each of the " + std::to_string(summary.processes) + " processes");
  }
  for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
    check_lane(lanes[lane], summary.predicted(static_cast<int>(lane)));
  }
}

}  // namespace

Summary read_summary(const std::string& path) {
  const JsonNode root = JsonNode::document(read_file(path), path, "a run's summary");
  root.expect_format("revprof-summary");
  root.expect_keys({"format", "version", "program", "processes", "model", "machine", "settings",
                    "lanes", "calls", "trust", "warnings", "process_picoseconds"},
                   {"model_fingerprint", "revprof", "sites", "computation"});

  Summary summary;
  summary.program = root["program"].text();
  summary.processes = root["processes"].count(1);
  summary.model = root["model"].text();
  if (root.has("model_fingerprint")) {
    summary.model_fingerprint = root["model_fingerprint"].text();
  }
  summary.machine = root["machine"].text();
  for (const auto& [name, value] : root["settings"].members()) {
    summary.settings.emplace_back(name, value.text());
  }
  if (root.has("revprof")) summary.version = root["revprof"].text();
  read_lanes(root, summary);
  // What the clocks of all processes can show.
  const double most_seconds = summary.processes * seconds(std::numeric_limits<SimTime>::max());
  read_calls(root, most_seconds, summary);
  if (root.has("computation")) {
    summary.computation = read_computation(root["computation"], most_seconds);
  }
  summary.trust = read_trust(root["trust"]);
  for (const JsonNode& warning : root["warnings"].elements()) {
    summary.warnings.push_back(warning.text());
  }
  return summary;
}

}  // namespace revprof
