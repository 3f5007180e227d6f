// SPDX-License-Identifier: BSD-3-Clause
// Compares the estimates of two models on a grid that both have been measured on.
#include "revprof/report/check/model_diff.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "fit/model/estimate.hpp"

namespace revprof {

namespace {

struct Extent {
  int min_processes, max_processes;
  std::int64_t min_bytes, max_bytes;
};

Extent extent_of(const DistanceClass& equations) {
  const Regime& first = equations.regimes.front();
  Extent extent{first.min_processes, first.max_processes, first.min_bytes, first.max_bytes};
  for (const Regime& regime : equations.regimes) {
    extent.min_processes = std::min(extent.min_processes, regime.min_processes);
    extent.max_processes = std::max(extent.max_processes, regime.max_processes);
    extent.min_bytes = std::min(extent.min_bytes, regime.min_bytes);
    extent.max_bytes = std::max(extent.max_bytes, regime.max_bytes);
  }
  return extent;
}

std::optional<Extent> common(const Extent& a, const Extent& b) {
  const Extent both{std::max(a.min_processes, b.min_processes),
                    std::min(a.max_processes, b.max_processes), std::max(a.min_bytes, b.min_bytes),
                    std::min(a.max_bytes, b.max_bytes)};
  if (both.min_processes > both.max_processes || both.min_bytes > both.max_bytes) return {};
  return both;
}

// The ends, and the powers of `base` between them.
template <typename Number>
std::vector<Number> grid(Number low, Number high, Number base) {
  std::set<Number> values = {low, high};
  for (Number power = 1; power < high; power *= base) {
    if (power > low) values.insert(power);
    if (power > high / base) break;
  }
  return {values.begin(), values.end()};
}

DiffPoint compared(const DistanceClass& before, const DistanceClass& after, int processes,
                   std::int64_t bytes, double at_least) {
  const Estimate old = estimate(before, processes, bytes);
  const Estimate now = estimate(after, processes, bytes);
  DiffPoint point{processes, bytes, old.mean, now.mean, false};
  const bool apart = now.low > old.high || now.high < old.low;
  point.beyond = apart && std::abs(point.ratio() - 1) >= at_least;
  return point;
}

CallDiff compared(const std::string& call, int within, const Extent& extent,
                  const DistanceClass& before, const DistanceClass& after, double at_least) {
  CallDiff diff;
  diff.call = call, diff.within = within;
  diff.processes = grid(extent.min_processes, extent.max_processes, 2);
  diff.bytes = grid<std::int64_t>(extent.min_bytes, extent.max_bytes, 4);
  std::vector<double> ratios;
  for (const int processes : diff.processes) {
    for (const std::int64_t bytes : diff.bytes) {
      diff.points.push_back(compared(before, after, processes, bytes, at_least));
      const double ratio = diff.points.back().ratio();
      ratios.push_back(ratio);
      const std::size_t last = diff.points.size() - 1;
      if (ratio < diff.points[diff.least].ratio()) diff.least = last;
      if (ratio > diff.points[diff.most].ratio()) diff.most = last;
      if (diff.points.back().beyond) ++(ratio > 1 ? diff.slower : diff.faster);
    }
  }
  const auto middle = ratios.begin() + static_cast<std::ptrdiff_t>(ratios.size() / 2);
  std::nth_element(ratios.begin(), middle, ratios.end());
  diff.median_ratio = *middle;
  return diff;
}

std::set<int> classes_of(const std::vector<DistanceClass>& before,
                         const std::vector<DistanceClass>& after) {
  std::set<int> classes;
  for (const DistanceClass& equations : before) classes.insert(equations.within);
  for (const DistanceClass& equations : after) classes.insert(equations.within);
  return classes;
}

std::string listed(const std::vector<int>& sizes) {
  if (sizes.empty()) return "none";
  std::string text;
  for (const int size : sizes) text += (text.empty() ? "" : " ") + std::to_string(size);
  return text;
}

void compare_machines(const Model& before, const Model& after, ModelDiff& diff) {
  if (before.point_to_point.block_sizes != after.point_to_point.block_sizes) {
    diff.notes.push_back("block sizes: " + listed(before.point_to_point.block_sizes) + ", now " +
                         listed(after.point_to_point.block_sizes));
  }
  if (before.point_to_point.distances.as_far != after.point_to_point.distances.as_far) {
    diff.notes.push_back("the maps of distances differ");
  }
  if (before.point_to_point.eager_limit_bytes != after.point_to_point.eager_limit_bytes) {
    diff.notes.push_back("eager limit: " + std::to_string(before.point_to_point.eager_limit_bytes) +
                         " B, now " + std::to_string(after.point_to_point.eager_limit_bytes) +
                         " B");
  }
  if (before.machine.statistic != after.machine.statistic) {
    diff.notes.push_back("other times: " + before.machine.statistic + ", now " +
                         after.machine.statistic);
  }
}

// Slowed down first; inside the bands is no change.
double slow_down(const CallDiff& diff) {
  double sum = 0;
  for (const DiffPoint& point : diff.points) sum += point.beyond ? std::log(point.ratio()) : 0;
  return sum / static_cast<double>(diff.points.size());
}

void compare(const std::string& call, int within, const DistanceClass& before,
             const DistanceClass& after, ModelDiff& diff) {
  const std::optional<Extent> extent = common(extent_of(before), extent_of(after));
  if (extent) {
    diff.calls.push_back(compared(call, within, *extent, before, after, diff.at_least));
  } else {
    diff.notes.push_back(call + ": no p and d that both models were measured at");
  }
}

// A model of before it was measured lacks all of it, which is no change of the machine.
void compare_computation(const Computation& before, const Computation& after, ModelDiff& diff) {
  if (before.cache_bytes != after.cache_bytes) diff.notes.push_back("other caches");
  if (before.simd_bytes != after.simd_bytes) {
    diff.notes.push_back("SIMD vectors: " + std::to_string(before.simd_bytes) + " B, now " +
                         std::to_string(after.simd_bytes) + " B");
  }
  for (const auto& [name, old] : before.times) {
    const auto now = after.times.find(name);
    if (now == after.times.end()) {
      diff.only_before.push_back(name);
    } else {
      compare(name, 0, old, now->second, diff);
    }
  }
  for (const auto& [name, now] : after.times) {
    if (before.times.count(name) == 0) diff.only_after.push_back(name);
  }
}

}  // namespace

std::string CallDiff::label() const { return with_class(call, within); }

ModelDiff diff_models(const Model& before, const Model& after, double at_least) {
  ModelDiff diff;
  diff.at_least = at_least;
  diff.before = before.machine.name, diff.after = after.machine.name;
  compare_machines(before, after, diff);
  for (const auto& [call, old] : before.calls) {
    const auto now = after.calls.find(call);
    if (now == after.calls.end()) {
      diff.only_before.push_back(call);
      continue;
    }
    for (const int within : classes_of(old, now->second)) {
      const DistanceClass& first = distance_class(old, within);
      const DistanceClass& second = distance_class(now->second, within);
      compare(call, within, first, second, diff);
    }
  }
  for (const auto& [call, now] : after.calls) {
    if (before.calls.count(call) == 0) diff.only_after.push_back(call);
  }
  if (before.computation && after.computation) {
    compare_computation(*before.computation, *after.computation, diff);
  }
  std::stable_sort(diff.calls.begin(), diff.calls.end(), [](const CallDiff& a, const CallDiff& b) {
    return slow_down(a) > slow_down(b);
  });
  return diff;
}

}  // namespace revprof
