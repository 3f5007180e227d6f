// SPDX-License-Identifier: BSD-3-Clause
// From one number of processes on a node to another.
#include "fit/model/visit_time.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "fit/model/computation.hpp"

namespace revprof {

namespace {

// The one number of processes that a segment was measured with.
std::optional<int> only_q(const DistanceClass& equations) {
  int least = equations.regimes.front().min_processes, most = least;
  for (const Regime& regime : equations.regimes) {
    least = std::min(least, regime.min_processes);
    most = std::max(most, regime.max_processes);
  }
  return least == most ? std::optional<int>(least) : std::nullopt;
}

// Of the works that were measured, and this one, the nearest by which a visit touches so much.
std::int64_t work_that_touches(const std::vector<TouchedMemory>& touched, double bytes,
                               double work) {
  double low = std::min(work, static_cast<double>(touched.front().work));
  double high = std::max(work, static_cast<double>(touched.back().work));
  (touched_bytes(touched, work) < bytes ? low : high) = work;
  constexpr int halvings = 50;
  for (int i = 0; i < halvings; ++i) {
    const double middle = std::sqrt(low * high);
    (touched_bytes(touched, middle) < bytes ? low : high) = middle;
  }
  return std::llround(high);
}

// Memory that is busy with a visit for part of its time, while the processor computes: it makes the
// visit longer only where it becomes the slower one. Of a visit that was as long as its bytes took
// nobody knows what it takes without them: as short as these become.
double shared(double busy, double longer) {
  constexpr double always = 0.9;  // both times are known to some 10 %
  return longer > 1 ? std::max(1.0, busy * longer) : busy >= always ? longer : 1.0;
}

}  // namespace

double touched_bytes(const std::vector<TouchedMemory>& touched, double work) {
  if (touched.size() == 1) return static_cast<double>(touched.front().bytes);
  auto above = std::upper_bound(
      touched.begin() + 1, touched.end() - 1, work,
      [](double one, const TouchedMemory& other) { return one < static_cast<double>(other.work); });
  const TouchedMemory &less = above[-1], &more = above[0];
  const double power = std::log(static_cast<double>(more.bytes) / static_cast<double>(less.bytes)) /
                       std::log(static_cast<double>(more.work) / static_cast<double>(less.work));
  return static_cast<double>(less.bytes) * std::pow(work / static_cast<double>(less.work), power);
}

Estimate visit_time(const ProfiledSegment& segment, int q, std::int64_t work,
                    const Computation* node) {
  const Estimate as_it_is = estimate(*segment.equations, q, work);
  const std::optional<int> q0 = only_q(*segment.equations);
  if (!q0 || *q0 == q || segment.touched == nullptr || node == nullptr) return as_it_is;
  const auto w = static_cast<double>(work);
  const double bytes = touched_bytes(*segment.touched, w);
  if (!leaves_last_cache(*node, std::max(*q0, q) * bytes)) return as_it_is;

  const std::int64_t like_work = work_that_touches(*segment.touched, bytes * q / *q0, w);
  const auto like = static_cast<double>(like_work);
  Estimate time = estimate(*segment.equations, *q0, like_work);
  for (double Estimate::*part :
       {&Estimate::low, &Estimate::mean, &Estimate::high, &Estimate::equation}) {
    time.*part *= w / like;
  }
  const double together = *q0 * touched_bytes(*segment.touched, like);
  const std::optional<double> before = seconds_of_byte(*node, *q0, together);
  const std::optional<double> now = seconds_of_byte(*node, q, q * bytes);
  if (!before || !now) return as_it_is;
  const double longer = *now / *before;
  const double busy = std::min(1.0, bytes * *before / time.mean);
  const double factor = shared(busy, longer);
  time.low *= std::min(1.0, longer);
  time.mean *= factor;
  time.equation *= factor;
  time.high *= std::max(1.0, longer);
  time.extrapolated = true;
  return time;
}

}  // namespace revprof
