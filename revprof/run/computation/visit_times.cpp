// SPDX-License-Identifier: BSD-3-Clause
// Medians of the latest visits.
#include "revprof/run/computation/visit_times.hpp"

#include <algorithm>

namespace revprof {

namespace {

constexpr std::size_t enough = 8;
// As far apart as that two visits may do the same work; code that does twice as much is another
// one.
constexpr double like = 1.5;
// The odd ones out of many.
constexpr std::size_t many = 16, odd = 2;

}  // namespace

LikelyTime quartiles(const double* times, std::size_t count) {
  return {times[count / 4], times[count / 2], times[count - 1 - count / 4]};
}

LikelyTime VisitTimes::likely(double seconds) {
  auto* const begin = sorted_.data();
  double& oldest = times_[visits_ % kept];
  auto* end = begin + std::min(visits_, kept);
  if (visits_ >= kept) {
    auto* const gone = std::lower_bound(begin, end, oldest);
    end = std::copy(gone + 1, end, gone);
  }
  oldest = seconds;
  ++visits_;
  auto* const place = std::lower_bound(begin, end, seconds);
  std::copy_backward(place, end, end + 1);
  *place = seconds;
  ++end;

  const auto* const first = std::lower_bound(begin, place, seconds / like);
  const auto* const last = std::upper_bound(place, end, seconds * like);
  const auto count = static_cast<std::size_t>(end - begin);
  const auto alike = static_cast<std::size_t>(last - first);
  if (alike >= enough) return quartiles(first, alike);
  if (count >= many && alike <= odd && last == end) return quartiles(begin, count - alike);
  return {seconds, seconds, seconds};
}

}  // namespace revprof
