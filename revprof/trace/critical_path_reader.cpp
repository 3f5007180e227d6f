// SPDX-License-Identifier: BSD-3-Clause
// Reads path.json strictly: every error names the file, the path inside it and what was expected.
#include <cmath>
#include <limits>

#include "revprof/trace/critical_path.hpp"
#include "revprof/trace/place.hpp"

namespace revprof {

namespace {

int number_below(const Place& place, std::size_t count, const char* of) {
  const std::int64_t number = place.integer();
  if (static_cast<std::size_t>(number) >= count) {
    place.fail("a number below " + std::to_string(count) + ", that of the " + of);
  }
  return static_cast<int>(number);
}

int count(const Place& place) {
  const std::int64_t value = place.integer();
  if (value > std::numeric_limits<int>::max()) place.fail("a smaller number");
  return static_cast<int>(value);
}

PathCharge read_charge(const Place& place, std::size_t sites) {
  place.keys({"what", "count", "picoseconds"}, {"call", "equation", "part", "processes", "bytes",
                                                "ranks", "streams", "site", "latency_seconds"});
  PathCharge charge;
  charge.what = place.at("what").text();
  if (place.has("call")) charge.call = place.at("call").text();
  if (place.has("equation")) {
    charge.equation = place.at("equation").text();
    place.keys({"what", "equation", "bytes", "count", "picoseconds", "latency_seconds"},
               {"call", "part", "processes", "ranks", "streams", "site"});
    charge.part = place.has("part");
    charge.collective = place.has("processes");
    if (charge.collective) charge.processes = count(place.at("processes"));
    charge.bytes = place.at("bytes").integer();
    charge.lowest = charge.highest = -1;
    if (place.has("ranks")) {
      const auto ranks = place.at("ranks").elements();
      if (ranks.size() != 2) place.at("ranks").fail("[lowest, highest]");
      charge.lowest = count(ranks[0]);
      charge.highest = count(ranks[1]);
    }
    if (place.has("streams")) charge.streams = count(place.at("streams"));
    charge.latency_seconds = place.at("latency_seconds").real();
  }
  if (place.has("site")) charge.site = number_below(place.at("site"), sites, "sites");
  charge.count = place.at("count").number();
  charge.picoseconds = place.at("picoseconds").whole();
  try {
    price_of(charge);
  } catch (const SummaryError&) {
    place.fail("a kind of charge and an equation that revprof knows");
  }
  return charge;
}

std::vector<PathCharge> read_charges(const Place& place, std::size_t sites) {
  std::vector<PathCharge> charges;
  for (const Place& charge : place.elements()) charges.push_back(read_charge(charge, sites));
  return charges;
}

PathTerm read_term(const Place& place) {
  place.keys({"term", "n", "value", "seconds"},
             {"equation", "class", "function", "processes", "bytes", "standard_error"});
  PathTerm term;
  term.term = place.at("term").text();
  term.n = place.at("n").real();
  term.value = place.at("value").real();
  if (place.has("standard_error")) term.standard_error = place.at("standard_error").number();
  if (!place.has("equation")) return term;
  place.keys(
      {"term", "equation", "class", "function", "processes", "bytes", "n", "value", "seconds"},
      {"standard_error"});
  term.equation = place.at("equation").text();
  term.distance_class = place.at("class").text();
  term.function = place.at("function").text();
  const auto processes = place.at("processes").elements();
  const auto bytes = place.at("bytes").elements();
  if (processes.size() != 2) place.at("processes").fail("[least, most]");
  if (bytes.size() != 2) place.at("bytes").fail("[least, most]");
  term.min_processes = count(processes[0]);
  term.max_processes = count(processes[1]);
  term.min_bytes = bytes[0].integer();
  term.max_bytes = bytes[1].integer();
  return term;
}

PathAlternative read_alternative(const Place& place, std::size_t processes, std::size_t sites) {
  place.keys({"process", "call", "at_picoseconds", "slack_picoseconds", "occurrences", "present",
              "instead"});
  PathAlternative alternative;
  alternative.process = number_below(place.at("process"), processes, "processes");
  alternative.call = place.at("call").text();
  alternative.at = place.at("at_picoseconds").integer();
  alternative.slack = place.at("slack_picoseconds").integer();
  alternative.occurrences = place.at("occurrences").integer();
  alternative.present = read_charges(place.at("present"), sites);
  alternative.instead = read_charges(place.at("instead"), sites);
  return alternative;
}

std::vector<PathSegment> read_segments(const Place& root, std::size_t processes) {
  std::vector<std::string> calls;
  for (const Place& call : root.at("segment_calls").elements()) calls.push_back(call.text());
  std::vector<PathSegment> segments;
  for (const Place& row : root.at("segments").elements()) {
    const auto fields = row.elements();
    if (fields.size() != 6) row.fail("[process, call, begin, end, begin and end on lane 0]");
    PathSegment segment;
    segment.process = number_below(fields[0], processes, "processes");
    segment.call =
        calls[static_cast<std::size_t>(number_below(fields[1], calls.size(), "segment_calls"))];
    segment.begin = fields[2].integer();
    segment.end = fields[3].integer();
    segment.shown_begin = fields[4].integer();
    segment.shown_end = fields[5].integer();
    segments.push_back(std::move(segment));
  }
  return segments;
}

PathSite read_site(const Place& place) {
  place.keys({"module", "offset"}, {"place"});
  return {place.at("module").text(), place.at("offset").integer(),
          place.has("place") ? place.at("place").text() : ""};
}

// The sum is what makes it a path.
void check_sum(const Place& place, const CriticalPath& path) {
  std::int64_t sum = 0;
  for (const PathCharge& charge : path.charges) sum += charge.picoseconds;
  if (sum != path.picoseconds) {
    place.fail("charges that add up to " + std::to_string(path.picoseconds) + " ps");
  }
}

}  // namespace

CriticalPath read_critical_path(const std::string& file) {
  const Json json = read_json(file);
  const Place root(file, "", json);
  root.keys({"format",
             "version",
             "lane",
             "model",
             "machine",
             "processes",
             "latest_process",
             "predicted_picoseconds",
             "step_seconds",
             "distances",
             "charges",
             "terms",
             "band",
             "alternatives",
             "decisions",
             "untold_decisions",
             "segment_calls",
             "segments",
             "segments_left_out",
             "sites"});
  root.check_format("revprof-path");

  CriticalPath path;
  path.lane = root.at("lane").text();
  path.model = root.at("model").text();
  path.machine = root.at("machine").text();
  path.processes = count(root.at("processes"));
  const auto processes = static_cast<std::size_t>(path.processes);
  path.latest_process = number_below(root.at("latest_process"), processes, "processes");
  path.picoseconds = root.at("predicted_picoseconds").integer();
  path.step_seconds = root.at("step_seconds").number();
  for (const Place& name : root.at("distances").elements()) path.distances.push_back(name.text());
  for (const Place& site : root.at("sites").elements()) path.sites.push_back(read_site(site));
  path.charges = read_charges(root.at("charges"), path.sites.size());
  check_sum(root.at("charges"), path);
  for (const Place& term : root.at("terms").elements()) path.terms.push_back(read_term(term));
  root.at("band").keys({"standard_deviation", "known"});
  path.band = {root.at("band").at("standard_deviation").number(),
               root.at("band").at("known").number()};
  for (const Place& alternative : root.at("alternatives").elements()) {
    path.alternatives.push_back(read_alternative(alternative, processes, path.sites.size()));
  }
  path.decisions = root.at("decisions").integer();
  path.untold_decisions = root.at("untold_decisions").integer();
  path.segments = read_segments(root, processes);
  path.segments_left_out = root.at("segments_left_out").integer();
  return path;
}

}  // namespace revprof
