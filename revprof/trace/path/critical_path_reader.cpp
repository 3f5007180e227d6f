// SPDX-License-Identifier: BSD-3-Clause
// Reads path.json strictly: every error names the file, the path inside it and what was expected.
#include <cmath>
#include <filesystem>
#include <limits>
#include <set>

#include "fit/file/json_node.hpp"
#include "fit/file/whole_file.hpp"
#include "revprof/trace/path/critical_path.hpp"
#include "revprof/trace/results/summary.hpp"

namespace revprof {

namespace {

int number_below(const JsonNode& place, std::size_t count, const char* of) {
  const std::int64_t number = place.integer();
  if (static_cast<std::size_t>(number) >= count) {
    place.fail("a number below " + std::to_string(count) + ", that of the " + of);
  }
  return static_cast<int>(number);
}

int count(const JsonNode& place) {
  const std::int64_t value = place.integer();
  if (value > std::numeric_limits<int>::max()) place.fail("a smaller number");
  return static_cast<int>(value);
}

// Paths of before do not say what one takes.
void check_count(const JsonNode& place, const PathCharge& charge) {
  if (!place.has("each_picoseconds")) return;
  const double sum = charge.count * place["each_picoseconds"].number();
  const auto all = static_cast<double>(charge.picoseconds);
  if (std::abs(sum - all) <= 1e-9 * std::abs(all) + 1) return;
  place["count"].fail("as many as take " + std::to_string(charge.picoseconds) +
                      " ps, of each_picoseconds each");
}

PathCharge read_charge(const JsonNode& place, std::size_t sites) {
  place.expect_keys(
      {"what", "count", "picoseconds"},
      {"call", "equation", "part", "processes", "bytes", "ranks", "streams", "messages", "beside",
       "in_pairs", "site", "latency_seconds", "each_picoseconds"});
  PathCharge charge;
  charge.what = place["what"].text();
  if (place.has("call")) charge.call = place["call"].text();
  if (place.has("equation")) {
    charge.equation = place["equation"].text();
    place.expect_keys({"what", "equation", "bytes", "count", "picoseconds", "latency_seconds"},
                      {"call", "part", "processes", "ranks", "streams", "messages", "beside",
                       "in_pairs", "site", "each_picoseconds"});
    charge.part = place.has("part");
    charge.collective = place.has("processes");
    if (charge.collective) charge.processes = count(place["processes"]);
    charge.bytes = place["bytes"].integer();
    charge.lowest = charge.highest = -1;
    if (place.has("ranks")) {
      const auto ranks = place["ranks"].elements();
      if (ranks.size() != 2) place["ranks"].fail("[lowest, highest]");
      charge.lowest = count(ranks[0]);
      charge.highest = count(ranks[1]);
    }
    if (place.has("streams")) charge.streams = count(place["streams"]);
    charge.messages = place.has("messages") ? count(place["messages"]) : charge.streams > 0 ? 1 : 0;
    if (place.has("beside")) charge.beside = count(place["beside"]);
    charge.in_pairs = place.has("in_pairs");
    charge.latency_seconds = place["latency_seconds"].number();
  }
  if (place.has("site")) charge.site = number_below(place["site"], sites, "sites");
  charge.count = place["count"].number(0);
  charge.picoseconds = place["picoseconds"].integer(std::numeric_limits<std::int64_t>::min());
  check_count(place, charge);
  try {
    price_of(charge);
  } catch (const FileError&) {
    place.fail("a kind of charge and an equation that revprof knows");
  }
  return charge;
}

std::vector<PathCharge> read_charges(const JsonNode& place, std::size_t sites) {
  std::vector<PathCharge> charges;
  for (const JsonNode& charge : place.elements()) charges.push_back(read_charge(charge, sites));
  return charges;
}

PathTerm read_term(const JsonNode& place) {
  place.expect_keys({"term", "n", "value", "seconds"},
                    {"equation", "class", "function", "processes", "bytes", "standard_error"});
  PathTerm term;
  term.term = place["term"].text();
  term.n = place["n"].number();
  term.value = place["value"].number();
  if (place.has("standard_error")) term.standard_error = place["standard_error"].number(0);
  if (!place.has("equation")) return term;
  place.expect_keys(
      {"term", "equation", "class", "function", "processes", "bytes", "n", "value", "seconds"},
      {"standard_error"});
  term.equation = place["equation"].text();
  term.distance_class = place["class"].text();
  term.function = place["function"].text();
  const auto processes = place["processes"].elements();
  const auto bytes = place["bytes"].elements();
  if (processes.size() != 2) place["processes"].fail("[least, most]");
  if (bytes.size() != 2) place["bytes"].fail("[least, most]");
  term.min_processes = count(processes[0]);
  term.max_processes = count(processes[1]);
  term.min_bytes = bytes[0].integer();
  term.max_bytes = bytes[1].integer();
  return term;
}

PathAlternative read_alternative(const JsonNode& place, std::size_t processes, std::size_t sites) {
  place.expect_keys({"process", "call", "at_picoseconds", "slack_picoseconds", "occurrences",
                     "present", "instead"});
  PathAlternative alternative;
  alternative.process = number_below(place["process"], processes, "processes");
  alternative.call = place["call"].text();
  alternative.at = place["at_picoseconds"].integer();
  alternative.slack = place["slack_picoseconds"].integer();
  alternative.occurrences = place["occurrences"].integer();
  alternative.present = read_charges(place["present"], sites);
  alternative.instead = read_charges(place["instead"], sites);
  return alternative;
}

std::vector<PathSegment> read_segments(const JsonNode& root, std::size_t processes) {
  std::vector<std::string> calls;
  for (const JsonNode& call : root["segment_calls"].elements()) calls.push_back(call.text());
  std::vector<PathSegment> segments;
  for (const JsonNode& row : root["segments"].elements()) {
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

PathSite read_path_site(const JsonNode& place) {
  place.expect_keys({"module", "offset"}, {"place"});
  return {place["module"].text(), place["offset"].integer(),
          place.has("place") ? place["place"].text() : ""};
}

// The sum is what makes it a path.
void check_sum(const JsonNode& place, const CriticalPath& path) {
  std::int64_t sum = 0;
  for (const PathCharge& charge : path.charges) sum += charge.picoseconds;
  if (sum != path.picoseconds) {
    place.fail("charges that add up to " + std::to_string(path.picoseconds) + " ps");
  }
}

std::vector<int> read_places(const JsonNode& root, std::size_t processes) {
  std::vector<int> places;
  if (!root.has("places")) return places;
  for (const JsonNode& place : root["places"].elements()) places.push_back(count(place));
  const std::set<int> different(places.begin(), places.end());
  if (different.size() != processes || places.size() != processes || *different.begin() < 0) {
    root["places"].fail("a place for each process, no two the same");
  }
  return places;
}

}  // namespace

CriticalPath read_critical_path(const std::string& file) {
  const JsonNode root = JsonNode::document(read_file(file), file, "a critical path");
  root.expect_format("revprof-path");
  root.expect_keys({"format",
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
                    "sites"},
                   {"places"});

  CriticalPath path;
  path.lane = root["lane"].text();
  path.model = root["model"].text();
  path.machine = root["machine"].text();
  path.processes = root["processes"].count(1);
  const auto processes = static_cast<std::size_t>(path.processes);
  path.places = read_places(root, processes);
  path.latest_process = number_below(root["latest_process"], processes, "processes");
  path.picoseconds = root["predicted_picoseconds"].integer();
  path.step_seconds = root["step_seconds"].number(0);
  for (const JsonNode& name : root["distances"].elements()) path.distances.push_back(name.text());
  for (const JsonNode& site : root["sites"].elements()) path.sites.push_back(read_path_site(site));
  path.charges = read_charges(root["charges"], path.sites.size());
  check_sum(root["charges"], path);
  for (const JsonNode& term : root["terms"].elements()) path.terms.push_back(read_term(term));
  root["band"].expect_keys({"standard_deviation", "known"});
  path.band = {root["band"]["standard_deviation"].number(0), root["band"]["known"].number(0)};
  for (const JsonNode& alternative : root["alternatives"].elements()) {
    path.alternatives.push_back(read_alternative(alternative, processes, path.sites.size()));
  }
  path.decisions = root["decisions"].integer();
  path.untold_decisions = root["untold_decisions"].integer();
  path.segments = read_segments(root, processes);
  path.segments_left_out = root["segments_left_out"].integer();
  return path;
}

CriticalPath critical_path_in(const std::string& directory) {
  const std::string file = directory + "/path.json", summary = directory + "/summary.json";
  CriticalPath path = read_critical_path(file);
  if (!std::filesystem::exists(summary)) return path;
  const int processes = read_summary(summary).processes;
  if (path.processes == processes) return path;
  throw FileError(file + ": processes: expected " + std::to_string(processes) + ", as " + summary +
                  " has, found " + std::to_string(path.processes));
}

}  // namespace revprof
