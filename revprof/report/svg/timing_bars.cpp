// SPDX-License-Identifier: BSD-3-Clause
// Turns events into bars and merges those that are too narrow to see.
#include "revprof/report/svg/timing_bars.hpp"

#include <algorithm>
#include <array>

#include "revprof/calls/known_call.hpp"
#include "revprof/report/text/quantity.hpp"

namespace revprof {

namespace {

struct Span {
  SimTime begin, end;
  Activity activity;
  const TraceCall* call;  // nullptr: computation
};

std::string at(SimTime time) { return time_text(seconds(time)); }

std::string tooltip(const Span& span) {
  const SimTime begin = span.call == nullptr ? span.begin : span.call->begin;
  const SimTime end = span.call == nullptr ? span.end : span.call->end;
  std::string text = span.call == nullptr ? "computation" : span.call->call;
  text += ": " + at(end - begin) + "\nfrom " + at(begin) + " to " + at(end);
  if (span.call == nullptr) return text;
  if (span.call->waiting > 0) text += "\nwaiting " + at(span.call->waiting);
  if (span.call->bytes > 0) text += "\n" + bytes_text(static_cast<double>(span.call->bytes));
  if (span.call->peer >= 0) text += "\npeer or root: process " + std::to_string(span.call->peer);
  return text;
}

Activity activity_of(CallGroup group) {
  switch (group) {
    case CallGroup::send:
      return Activity::send;
    case CallGroup::receive:
      return Activity::receive;
    case CallGroup::completion:
      return Activity::completion;
    case CallGroup::one_to_all:
      return Activity::one_to_all;
    case CallGroup::all_to_one:
      return Activity::all_to_one;
    case CallGroup::all_to_all:
      return Activity::all_to_all;
    case CallGroup::scan:
      return Activity::scan;
    default:
      return Activity::other;
  }
}

// What lies in the window, by time.
std::vector<Span> spans_of(const Trace& trace, const TimeWindow& window) {
  std::vector<Span> spans;
  const auto add = [&](SimTime begin, SimTime end, Activity activity, const TraceCall* call) {
    const SimTime from = std::max(begin, window.from), to = std::min(end, window.to);
    if (from < to) spans.push_back({from, to, activity, call});
  };
  for (const ComputeEvent& event : trace.computes) {
    add(event.begin, event.end, Activity::compute, nullptr);
  }
  for (const TraceCall& call : trace.calls) {
    const SimTime waited = std::min(call.begin + call.waiting, call.end);
    add(call.begin, waited, Activity::waiting, &call);
    add(waited, call.end, activity_of(group_of(call.call)), &call);
  }
  std::stable_sort(spans.begin(), spans.end(),
                   [](const Span& a, const Span& b) { return a.begin < b.begin; });
  return spans;
}

// Neighbours on their way to become one bar.
struct Group {
  SimTime begin = 0, end = 0;
  Span first = {};
  std::array<SimTime, activities> times = {};
  int count = 0;
};

void add(Group& group, const Span& span) {
  if (group.count == 0) {
    group.begin = span.begin;
    group.first = span;
  }
  group.end = std::max(group.end, span.end);
  group.times[static_cast<std::size_t>(span.activity)] += span.end - span.begin;
  ++group.count;
}

void flush_merged(const Group& group, const TimeWindow& window, std::vector<Bar>& bars) {
  const auto whole = static_cast<double>(group.end - group.begin);
  std::string text = "many events from " + at(group.begin) + " to " + at(group.end) + ":";
  for (std::size_t a = 0; a < activities; ++a) {
    if (group.times[a] == 0) continue;
    text += "\n" + share_text(static_cast<double>(group.times[a]) / whole) + " " +
            activity_name(static_cast<Activity>(a));
  }
  double bottom = 0;
  for (std::size_t a = 0; a < activities; ++a) {
    if (group.times[a] == 0) continue;
    const double height = static_cast<double>(group.times[a]) / whole;
    bars.push_back({static_cast<Activity>(a), window.x(group.begin),
                    window.x(group.end) - window.x(group.begin), bottom, height, true, text});
    bottom += height;
  }
}

void flush(Group& group, const TimeWindow& window, std::vector<Bar>& bars) {
  if (group.count == 1) {
    bars.push_back({group.first.activity, window.x(group.begin),
                    window.x(group.end) - window.x(group.begin), 0, 1, false,
                    tooltip(group.first)});
  } else if (group.count > 1) {
    flush_merged(group, window, bars);
  }
  group = {};
}

}  // namespace

const char* activity_name(Activity activity) {
  static const char* const names[activities] = {
      "computation", "waiting",    "send",       "receive", "wait, test, probe",
      "one to all",  "all to one", "all to all", "scan",    "other calls"};
  return names[static_cast<std::size_t>(activity)];
}

const char* activity_class(Activity activity) {
  static const char* const names[activities] = {
      "compute",    "waiting",    "send",       "receive", "completion",
      "one_to_all", "all_to_one", "all_to_all", "scan",    "other"};
  return names[static_cast<std::size_t>(activity)];
}

std::vector<Bar> timing_bars(const Trace& trace, const TimeWindow& window, double narrow) {
  std::vector<Bar> bars;
  Group group;
  for (const Span& span : spans_of(trace, window)) {
    if (group.count > 0 && window.x(span.end) - window.x(group.begin) > narrow)
      flush(group, window, bars);
    add(group, span);
    if (window.x(span.end) - window.x(span.begin) >= narrow) flush(group, window, bars);
  }
  flush(group, window, bars);
  return bars;
}

}  // namespace revprof
