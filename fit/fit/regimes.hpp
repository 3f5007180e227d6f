// SPDX-License-Identifier: BSD-3-Clause
// Where one equation ends and the next begins: the search for regimes (fit/README.md).
#pragma once

#include <vector>

#include "fit/fit/equation_fit.hpp"
#include "fit/fit/points.hpp"
#include "fit/model/model.hpp"

namespace revprof {

// A regime without its equation yet: its range and the points in it.
struct Range {
  int min_processes = 1, max_processes = 1;
  std::int64_t min_bytes = 0, max_bytes = 0;
  Points points;

  Corner corner() const { return {min_processes, min_bytes}; }
};

// The loss under which regimes and forms are compared: residuals of log t beyond 15 % count
// linearly.
constexpr double search_huber = 0.15;

// Up to four ranges in d times up to two in p, which together cover the series. Block sizes are
// preferred as the break in p where others are nearly as good; a break in d is at the eager limit
// where that lies between the two sizes.
std::vector<Range> find_regimes(const Series& series, const PointToPoint& messages);

// The part of the points in a rectangle, as one range.
Range range_of(const Points& points, int min_processes, int max_processes, std::int64_t min_bytes,
               std::int64_t max_bytes);

}  // namespace revprof
