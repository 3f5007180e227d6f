// SPDX-License-Identifier: BSD-3-Clause
// The measured points of one call in one distance class, made ready for fitting.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fit/measurements/measurements.hpp"

namespace revprof {

struct Point {
  int processes = 0;
  std::int64_t bytes = 0;
  double seconds = 0, log_seconds = 0;
  double spread = 0;  // of log t, from one repetition to the next (robust standard deviation)
  double error = 0;   // standard error of log_seconds
  int launches = 1;
  bool imported_once = false;  // nothing says how the next launch differs
  double launch_spread = 0;    // of log t, from one launch to the next; 0 with a single one
  double weight = 1;           // in the loss; 1 on average
};

// Ascending in bytes, then in processes.
using Points = std::vector<Point>;

// A call's points in one distance class.
struct Series {
  std::string call;
  int within = 0;
  Points fitted;      // what the equation has to meet
  Points only_cells;  // sizes of 0 bytes at which the call returns at once: kept as measured cells
                      // only
  Points unseen;      // of the largest sizes, where every time is 0: each as unseen_seconds
  std::int64_t min_bytes = 0, max_bytes = 0;  // of the first two
  int most_processes = 0;
  bool below_resolution = false;  // every time is 0: the clock cannot see the call

  std::string label() const;  // "MPI_Bcast (within 4)"
};

// What is below the clock's resolution. Not 0, so that a loop of it still moves the clock.
constexpr double unseen_seconds = 1e-9;

// One series for each call and class. Times of 0 (below the clock's resolution) are left out unless
// there are no others from some size on, and so is one process where more were measured: a
// collective over one process costs nothing (computation does).
std::vector<Series> series_of(const Measurements& measurements);

// A standard deviation of log t, and how many degrees of freedom say so.
struct Scatter {
  double deviation = 0, freedom = 0;
};

// From one launch to the next, root mean square over the points; none with a single launch.
Scatter launch_scatter(const Points& points);

std::vector<int> process_counts(const Points& points);  // ascending, each once
std::vector<std::int64_t> sizes(const Points& points);  // ascending, each once
Points without_processes(const Points& points, int processes);
Points only_processes(const Points& points, int at_least, int at_most);
Points only_sizes(const Points& points, std::int64_t at_least, std::int64_t at_most);

}  // namespace revprof
