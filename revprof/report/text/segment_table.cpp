// SPDX-License-Identifier: BSD-3-Clause
// Names, sums and aligns segments and regions.
#include "revprof/report/text/segment_table.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "revprof/report/text/quantity.hpp"
#include "revprof/report/text/site_table.hpp"
#include "revprof/report/text/text_table.hpp"

namespace revprof {

namespace {

// Without a place, an end of the run or of a region.
std::string place_name(const PlaceSummary& place, const char* end) {
  if (place.module.empty()) return place.call == "MPI_Pcontrol" ? "a region" : end;
  return site_name(place.module, place.offset, place.place);
}

double share(double part, double whole) { return whole > 0 ? part / whole : 0; }

// How many rows a table shows: it does not say "1 more".
std::size_t rows_shown(std::size_t rows, std::size_t most) { return rows > most + 1 ? most : rows; }

}  // namespace

std::string segment_name(const SegmentSummary& segment) {
  if (!segment.region.empty()) return "region " + segment.region;
  return place_name(segment.from, "the start") + " to " + place_name(segment.to, "the end");
}

std::vector<SegmentSummary> segments_by_name(const Summary& summary) {
  std::vector<SegmentSummary> segments;
  std::map<std::string, std::size_t> known;
  for (const SegmentSummary& segment : summary.computation.segments) {
    const auto [found, is_new] = known.try_emplace(segment_name(segment), segments.size());
    if (is_new) {
      segments.push_back(segment);
      continue;
    }
    SegmentSummary& same = segments[found->second];
    same.visits += segment.visits;
    same.work += segment.work;
    same.seconds += segment.seconds;
  }
  std::stable_sort(
      segments.begin(), segments.end(),
      [](const SegmentSummary& a, const SegmentSummary& b) { return a.seconds > b.seconds; });
  return segments;
}

std::string work_unit(const Summary& summary) {
  const ComputationSummary& computation = summary.computation;
  if (computation.from == "counted") {
    return computation.processor.empty() ? "instructions" : "cycles of " + computation.processor;
  }
  return computation.from == "steps" ? "steps" : "";
}

std::string segment_table(const Summary& summary, std::size_t most) {
  const std::vector<SegmentSummary> segments = segments_by_name(summary);
  if (segments.empty()) return "";
  const std::string unit = work_unit(summary);
  const auto work = [&](double amount) {
    return unit.empty() ? std::string() : count_text(std::llround(amount));
  };
  TextTable table({Align::left, Align::right, Align::right, Align::right, Align::right});
  table.add({"segment", "visits", unit, "time", "share"});
  const double whole = seconds(summary.all_processes(&LaneTimes::compute));
  const std::size_t shown = rows_shown(segments.size(), most);
  SegmentSummary rest;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const SegmentSummary& segment = segments[i];
    if (i < shown) {
      table.add({segment_name(segment), count_text(segment.visits), work(segment.work),
                 time_text(segment.seconds), share_text(share(segment.seconds, whole))});
      continue;
    }
    rest.visits += segment.visits;
    rest.work += segment.work;
    rest.seconds += segment.seconds;
  }
  if (shown < segments.size()) {
    table.add({std::to_string(segments.size() - shown) + " more", count_text(rest.visits),
               work(rest.work), time_text(rest.seconds), share_text(share(rest.seconds, whole))});
  }
  return table.text(2, page_columns);
}

std::string region_table(const Summary& summary, std::size_t most) {
  const std::vector<RegionSummary>& regions = summary.computation.regions;
  if (regions.empty()) return "";
  TextTable table({Align::left, Align::right, Align::right, Align::right, Align::right});
  table.add({"region", "visits", "inclusive", "exclusive", "share"});
  const double whole = seconds(summary.all_processes());
  const std::size_t shown = rows_shown(regions.size(), most);
  for (std::size_t i = 0; i < shown; ++i) {
    const RegionSummary& region = regions[i];
    table.add({region.name, count_text(region.visits), time_text(region.inclusive_seconds),
               time_text(region.exclusive_seconds),
               share_text(share(region.exclusive_seconds, whole))});
  }
  if (shown < regions.size()) {
    table.add({std::to_string(regions.size() - shown) + " more", "", "", "", ""});
  }
  return table.text(2, page_columns);
}

}  // namespace revprof
