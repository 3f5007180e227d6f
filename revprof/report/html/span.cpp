// SPDX-License-Identifier: BSD-3-Clause
// Puts computation and calls in order, and merges what is too short to tell apart.
#include "revprof/report/html/span.hpp"

#include <algorithm>

namespace revprof {

int SpanNames::number(const std::string& call) {
  const auto [found, added] = numbers_.emplace(call, static_cast<int>(names_.size()));
  if (added) names_.push_back(call);
  return found->second;
}

std::vector<TimeSpan> spans_of(const Trace& trace, SimTime from, SimTime to, SpanNames& names) {
  std::vector<TimeSpan> spans;
  const auto inside = [&](SimTime begin, SimTime end) { return end > from && begin < to; };
  for (const ComputeEvent& event : trace.computes) {
    if (inside(event.begin, event.end)) spans.push_back({0, event.begin, event.end, 0, 0});
  }
  for (const TraceCall& call : trace.calls) {
    if (!inside(call.begin, call.end)) continue;
    spans.push_back({names.number(call.call), call.begin, call.end,
                     std::min(call.waiting, call.end - call.begin), call.bytes, call.peer,
                     call.communicator, call.site});
  }
  std::stable_sort(spans.begin(), spans.end(),
                   [](const TimeSpan& a, const TimeSpan& b) { return a.begin < b.begin; });
  return spans;
}

namespace {

// The spans of one cell on their way to become one per name.
struct Cell {
  SimTime number = -1;
  std::vector<TimeSpan> sums;
};

void add(Cell& cell, const TimeSpan& span) {
  auto sum = std::find_if(cell.sums.begin(), cell.sums.end(),
                          [&](const TimeSpan& other) { return other.name == span.name; });
  if (sum == cell.sums.end()) {
    cell.sums.push_back(span);
    return;
  }
  sum->end += span.end - span.begin;
  sum->waiting += span.waiting;
  sum->bytes += span.bytes;
  sum->peer = -1;
  sum->communicator = merged_calls;
  if (sum->site != span.site) sum->site = -1;
}

// One after the other from where the first began.
void flush(Cell& cell, std::vector<TimeSpan>& spans) {
  if (cell.sums.empty()) return;
  SimTime at = cell.sums.front().begin;
  for (TimeSpan& sum : cell.sums) {
    const SimTime time = sum.end - sum.begin;
    sum.begin = at;
    sum.end = at += time;
    spans.push_back(sum);
  }
  cell = {};
}

}  // namespace

std::vector<TimeSpan> merge_spans(const std::vector<TimeSpan>& spans, SimTime cell_width) {
  std::vector<TimeSpan> merged;
  Cell cell;
  for (const TimeSpan& span : spans) {
    const SimTime number = span.begin / cell_width;
    const bool is_short = span.end - span.begin < cell_width;
    if (!is_short || number != cell.number) flush(cell, merged);
    if (!is_short) {
      merged.push_back(span);
      continue;
    }
    cell.number = number;
    add(cell, span);
  }
  flush(cell, merged);
  return merged;
}

}  // namespace revprof
