// SPDX-License-Identifier: BSD-3-Clause
// The bars of one process in the timing diagram.
#pragma once

#include <string>
#include <vector>

#include "revprof/trace/plain/plain_reader.hpp"

namespace revprof {

// What the diagram tells apart: computation, waiting, and the kinds of communication.
enum class Activity {
  compute,
  waiting,
  send,
  receive,
  completion,
  one_to_all,
  all_to_one,
  all_to_all,
  scan,
  other
};
constexpr std::size_t activities = 10;
const char* activity_name(Activity activity);   // for people: "wait, test, probe"
const char* activity_class(Activity activity);  // for the style sheet: "completion"

// The part of the run that is drawn.
struct TimeWindow {
  SimTime from = 0, to = 0;
  double width = 0;  // in pixels
  double x(SimTime time) const {
    return static_cast<double>(time - from) / static_cast<double>(to - from) * width;
  }
};

struct Bar {
  Activity activity;
  double x, width;  // in pixels from the window's begin
  double bottom,
      height;  // as parts of the row's height; less than 0 and 1 where neighbours were merged
  bool merged;
  std::string tooltip;
};

// A call's waiting is drawn first, its communication after it. Neighbours that are together
// narrower than `narrow` pixels become one bar, divided in height as the activities share the time.
std::vector<Bar> timing_bars(const Trace& trace, const TimeWindow& window, double narrow);

}  // namespace revprof
