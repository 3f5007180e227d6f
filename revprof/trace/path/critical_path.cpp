// SPDX-License-Identifier: BSD-3-Clause
// Writes path.json.
#include "revprof/trace/path/critical_path.hpp"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "fit/file/whole_file.hpp"
#include "revprof/calls/mpi_calls.hpp"
#include "revprof/trace/results/summary.hpp"

namespace revprof {

namespace {

using Json = nlohmann::ordered_json;

Json json_of(const PathCharge& charge) {
  Json row = {{"what", charge.what}};
  if (!charge.call.empty()) row["call"] = charge.call;
  if (!charge.equation.empty()) {
    row["equation"] = charge.equation;
    if (charge.part) row["part"] = true;
    if (charge.collective) row["processes"] = charge.processes;
    row["bytes"] = charge.bytes;
    if (charge.lowest >= 0) row["ranks"] = {charge.lowest, charge.highest};
    if (charge.streams > 0) row["streams"] = charge.streams;
    if (charge.messages > 1) row["messages"] = charge.messages;
    if (charge.beside != Crowd::as_much) row["beside"] = charge.beside;
    if (charge.in_pairs) row["in_pairs"] = true;
  }
  if (charge.site >= 0) row["site"] = charge.site;
  row["count"] = charge.count;
  row["picoseconds"] = charge.picoseconds;
  if (charge.count > 0) {
    row["each_picoseconds"] = static_cast<double>(charge.picoseconds) / charge.count;
  }
  if (!charge.equation.empty()) row["latency_seconds"] = charge.latency_seconds;
  return row;
}

Json json_of(const std::vector<PathCharge>& charges) {
  Json rows = Json::array();
  for (const PathCharge& charge : charges) rows.push_back(json_of(charge));
  return rows;
}

Json json_of(const PathTerm& term) {
  Json row = {{"term", term.term}};
  if (!term.equation.empty()) {
    row["equation"] = term.equation;
    row["class"] = term.distance_class;
    row["function"] = term.function;
    row["processes"] = {term.min_processes, term.max_processes};
    row["bytes"] = {term.min_bytes, term.max_bytes};
  }
  row["n"] = term.n;
  row["value"] = term.value;
  if (term.standard_error) row["standard_error"] = *term.standard_error;
  row["seconds"] = term.seconds();
  return row;
}

Json json_of(const PathAlternative& alternative) {
  return {{"process", alternative.process},         {"call", alternative.call},
          {"at_picoseconds", alternative.at},       {"slack_picoseconds", alternative.slack},
          {"occurrences", alternative.occurrences}, {"present", json_of(alternative.present)},
          {"instead", json_of(alternative.instead)}};
}

Json json_of(const PathSite& site) {
  Json row = {{"module", site.module}, {"offset", site.offset}};
  if (!site.place.empty()) row["place"] = site.place;
  return row;
}

// Rows of numbers: there can be many. Calls by their place in a list.
void add_segments(Json& json, const CriticalPath& path) {
  std::vector<std::string> calls;
  Json rows = Json::array();
  for (const PathSegment& segment : path.segments) {
    auto found = std::find(calls.begin(), calls.end(), segment.call);
    if (found == calls.end()) found = calls.insert(calls.end(), segment.call);
    rows.push_back({segment.process, found - calls.begin(), segment.begin, segment.end,
                    segment.shown_begin, segment.shown_end});
  }
  json["segment_calls"] = calls;
  json["segments"] = std::move(rows);
  json["segments_left_out"] = path.segments_left_out;
}

template <class T>
Json list_of(const std::vector<T>& entries) {
  Json rows = Json::array();
  for (const T& entry : entries) rows.push_back(json_of(entry));
  return rows;
}

Item item_of(const std::string& what) {
  const auto* const found = std::find(std::begin(item_names), std::end(item_names), what);
  if (found == std::end(item_names)) throw FileError("a path's charge of unknown kind: " + what);
  return static_cast<Item>(found - std::begin(item_names));
}

}  // namespace

PathCharge charge_of(const Price& price) {
  PathCharge charge;
  charge.what = name(price.item);
  if (!is_of_equation(price.item)) return charge;
  charge.equation = name(price.call);
  charge.part = price.part;
  charge.processes = price.processes > 0 ? price.processes : 2;
  charge.collective = price.processes > 0;
  charge.streams = price.processes < 0 ? -price.processes : 0;
  charge.messages = price.messages;
  charge.beside = price.beside;
  charge.in_pairs = price.in_pairs;
  charge.lowest = price.lowest;
  charge.highest = price.highest;
  charge.bytes = price.bytes;
  return charge;
}

Price price_of(const PathCharge& charge) {
  Price price;
  price.item = item_of(charge.what);
  if (!is_of_equation(price.item)) return price;
  const auto* const call =
      std::find_if(std::begin(call_traits), std::end(call_traits),
                   [&](const CallTraits& known) { return charge.equation == known.name; });
  if (call == std::end(call_traits)) {
    throw FileError("a path's charge of an unknown call: " + charge.equation);
  }
  price.call = static_cast<Call>(call - std::begin(call_traits));
  price.part = charge.part;
  price.processes = charge.collective ? charge.processes : -charge.streams;
  price.messages = charge.messages;
  price.beside = charge.beside;
  price.in_pairs = charge.in_pairs;
  price.lowest = charge.lowest;
  price.highest = charge.highest;
  price.bytes = charge.bytes;
  return price;
}

std::string to_json(const CriticalPath& path) {
  Json json = {
      {"format", "revprof-path"},
      {"version", 1},
      {"lane", path.lane},
      {"model", path.model},
      {"machine", path.machine},
      {"processes", path.processes},
      {"latest_process", path.latest_process},
      {"predicted_picoseconds", path.picoseconds},
      {"step_seconds", path.step_seconds},
      {"distances", path.distances},
      {"charges", json_of(path.charges)},
      {"terms", list_of(path.terms)},
      {"band", {{"standard_deviation", path.band.standard_deviation}, {"known", path.band.known}}},
      {"alternatives", list_of(path.alternatives)},
      {"decisions", path.decisions},
      {"untold_decisions", path.untold_decisions}};
  if (!path.places.empty()) json["places"] = path.places;
  add_segments(json, path);
  json["sites"] = list_of(path.sites);
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

void write_critical_path(const CriticalPath& path, const std::string& file) {
  write_file(file, to_json(path));
}

}  // namespace revprof
