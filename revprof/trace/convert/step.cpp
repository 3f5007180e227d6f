// SPDX-License-Identifier: BSD-3-Clause
// Puts the lines of a plain trace together into steps.
#include "revprof/trace/convert/step.hpp"

#include <algorithm>
#include <utility>

namespace revprof {

TraceStepReader::TraceStepReader(const std::string& path, const Selection& selection,
                                 const PlaceNames& names)
    : reader_(path), selection_(selection), names_(names) {}

bool TraceStepReader::next(Step& step) {
  while (ready_.empty()) {
    if (reader_.next(*this)) continue;
    if (regions_.empty()) return false;
    if (regions_.back().shown) {
      add(Step::Kind::region_end, last_, last_, regions_.back().name);
    }
    regions_.pop_back();
  }
  step = std::move(ready_.front());
  ready_.pop_front();
  return true;
}

void TraceStepReader::compute(const ComputeEvent& event) {
  if (selected(event.begin, event.end)) add(Step::Kind::compute, event.begin, event.end, "compute");
}

void TraceStepReader::call(const CallEvent& event) {
  if (selected(event.begin, event.end)) {
    add(Step::Kind::call, event.begin, event.end, event.call);
    Step& step = ready_.back();
    step.call = event;
    step.details = std::move(details_);
    for (Detail& detail : step.details) {
      detail.time = std::clamp(detail.time, event.begin, event.end);
    }
    std::stable_sort(step.details.begin(), step.details.end(),
                     [](const Detail& a, const Detail& b) { return a.time < b.time; });
  }
  details_.clear();
}

void TraceStepReader::region(const RegionEvent& event) {
  if (event.begins) {
    regions_.push_back({reader_.lasting(event.name), event.time, false});
    return;
  }
  if (regions_.empty()) return;
  selected(regions_.back().begin, event.time);
  const OpenRegion region = regions_.back();
  regions_.pop_back();
  if (region.shown) add(Step::Kind::region_end, event.time, event.time, region.name);
}

// If so, the regions around it are shown first.
bool TraceStepReader::selected(SimTime begin, SimTime end) {
  if (!selection_.has(begin, end)) return false;
  for (OpenRegion& region : regions_) {
    if (std::exchange(region.shown, true)) continue;
    add(Step::Kind::region_begin, region.begin, region.begin, region.name);
  }
  return true;
}

void TraceStepReader::add(Step::Kind kind, SimTime begin, SimTime end, std::string_view name) {
  ready_.emplace_back();
  Step& step = ready_.back();
  step.kind = kind;
  step.begin = begin;
  step.end = end;
  step.name = name;
  last_ = std::max(last_, end);
}

}  // namespace revprof
