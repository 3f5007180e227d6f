// SPDX-License-Identifier: BSD-3-Clause
// Sorts measurements into series, and weighs every point by its own spread.
#include "fit/fit/points.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "fit/measurements/computation_name.hpp"
#include "fit/measurements/segment_times.hpp"
#include "fit/model/model.hpp"

namespace revprof {

namespace {

// No equation is better than this, however well a cell was measured; so no cell outweighs the
// others.
constexpr double spread_floor = 0.03;
constexpr double quartiles_to_deviation = 1.349;  // of a normal distribution
constexpr double median_to_mean_error =
    1.2533;                              // standard error of a median against that of a mean
constexpr double returns_at_once = 0.5;  // time of 0 bytes against the next size's
// No clock sees less, nor does a prediction's; the inverse square of much less is no number.
constexpr double least_seconds = 1e-12;

double spread_of(const Measurement& cell) {
  if (cell.lower_quartile >= least_seconds) {
    return std::log(cell.upper_quartile / cell.lower_quartile) / quartiles_to_deviation;
  }
  return 2 * std::log(cell.upper_quartile / cell.median) / quartiles_to_deviation;
}

double middle_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

double deviation_of(const std::vector<double>& values) {
  double sum = 0, squares = 0;
  const auto count = static_cast<double>(values.size());
  for (const double value : values) sum += value;
  for (const double value : values) squares += (value - sum / count) * (value - sum / count);
  return values.size() < 2 ? 0 : std::sqrt(squares / (count - 1));
}

// A cell's launches count alike, however often each repeated it: what differs between them does not
// shrink with repetitions (Hunold and Carpen-Amarie 2016).
using Launches = std::vector<const Measurement*>;

Point point_of(const Launches& launches) {
  Point point;
  point.processes = launches.front()->processes;
  point.bytes = launches.front()->bytes;
  std::vector<double> medians, logs;
  double error = 0;
  point.imported_once = launches.size() == 1 && !launches.front()->percentile_5;
  for (const Measurement* launch : launches) {
    const bool is_seen = launch->median >= least_seconds;
    medians.push_back(is_seen ? launch->median : 0);
    if (!is_seen) continue;
    const double spread = spread_of(*launch);
    logs.push_back(std::log(launch->median));
    point.spread = std::hypot(point.spread, spread);
    error = std::hypot(error, median_to_mean_error * spread / std::sqrt(launch->repetitions));
  }
  point.seconds = middle_of(medians);
  if (point.seconds <= 0) return point;
  const auto count = static_cast<double>(logs.size());
  point.log_seconds = std::log(point.seconds);
  point.spread /= std::sqrt(count);
  point.launches = static_cast<int>(logs.size());
  point.launch_spread = deviation_of(logs);
  point.error = std::max(error / count, point.launch_spread / std::sqrt(count));
  point.weight = 1 / (spread_floor * spread_floor + point.error * point.error);
  return point;
}

void normalise_weights(Points& points) {
  double sum = 0;
  for (const Point& point : points) sum += point.weight;
  for (Point& point : points) point.weight *= static_cast<double>(points.size()) / sum;
}

template <typename Keep>
Points filtered(const Points& points, const Keep& keep) {
  Points kept;
  std::copy_if(points.begin(), points.end(), std::back_inserter(kept), keep);
  return kept;
}

// Larger than any that the clock has seen.
Points unseen_after(const Points& seen, const Points& points) {
  Points unseen =
      filtered(points, [&](const Point& point) { return point.bytes > seen.back().bytes; });
  for (Point& point : unseen) point.seconds = unseen_seconds;
  return unseen;
}

// With nothing to send many calls return at once: a time that says nothing about the other sizes.
bool empty_calls_return_at_once(const Points& points) {
  const std::vector<std::int64_t> bytes = sizes(points);
  if (bytes.size() < 2 || bytes.front() != 0) return false;
  int fast = 0, compared = 0;
  for (const Point& empty : points) {
    if (empty.bytes != 0) break;
    const auto next = std::find_if(points.begin(), points.end(), [&](const Point& point) {
      return point.bytes > 0 && point.processes == empty.processes;
    });
    if (next == points.end()) continue;
    ++compared;
    fast += empty.seconds < returns_at_once * next->seconds;
  }
  return 2 * fast > compared;
}

}  // namespace

std::string Series::label() const { return with_class(call, within); }

std::vector<Series> series_of(const Measurements& measurements) {
  // Beyond all blocks comes last: classes ascend in the model file.
  using Place = std::pair<std::int64_t, int>;  // in the order of points
  std::map<std::tuple<std::string, bool, int>, std::map<Place, Launches>> groups;
  for (const Measurement& cell : measurements.cells) {
    groups[{cell.call, cell.within == 0, cell.within}][{cell.bytes, cell.processes}].push_back(
        &cell);
  }
  std::vector<Series> all;
  for (const auto& [key, places] : groups) {
    Series series;
    series.call = std::get<std::string>(key);
    series.within = std::get<int>(key);
    Points points;
    for (const auto& [place, launches] : places) points.push_back(point_of(launches));
    const Points seen = filtered(points, [](const Point& point) { return point.seconds > 0; });
    series.below_resolution = seen.empty();
    const bool computes = holds_segments(measurements) || computation_name(series.call);
    if (!series.below_resolution) {
      if (!computes) series.unseen = unseen_after(seen, points);
      points = seen;
    }
    if (process_counts(points).size() > 1 && !computes) {
      points = without_processes(points, 1);
      series.unseen = without_processes(series.unseen, 1);
    }
    series.min_bytes = points.front().bytes;
    series.max_bytes = points.back().bytes;
    series.most_processes = process_counts(points).back();
    if (series.below_resolution) points.clear();
    if (empty_calls_return_at_once(points)) {
      series.only_cells = filtered(points, [](const Point& point) { return point.bytes == 0; });
      points = filtered(points, [](const Point& point) { return point.bytes > 0; });
    }
    normalise_weights(points);
    series.fitted = std::move(points);
    all.push_back(std::move(series));
  }
  return all;
}

Scatter launch_scatter(const Points& points) {
  Scatter result;
  double squares = 0;
  for (const Point& point : points) {
    squares += (point.launches - 1) * point.launch_spread * point.launch_spread;
    result.freedom += point.launches - 1;
  }
  if (result.freedom > 0) result.deviation = std::sqrt(squares / result.freedom);
  return result;
}

std::vector<int> process_counts(const Points& points) {
  std::set<int> counts;
  for (const Point& point : points) counts.insert(point.processes);
  return {counts.begin(), counts.end()};
}

std::vector<std::int64_t> sizes(const Points& points) {
  std::vector<std::int64_t> sizes;
  for (const Point& point : points) {
    if (sizes.empty() || sizes.back() != point.bytes) sizes.push_back(point.bytes);
  }
  return sizes;
}

Points without_processes(const Points& points, int processes) {
  return filtered(points, [=](const Point& point) { return point.processes != processes; });
}

Points only_processes(const Points& points, int at_least, int at_most) {
  return filtered(points, [=](const Point& point) {
    return at_least <= point.processes && point.processes <= at_most;
  });
}

Points only_sizes(const Points& points, std::int64_t at_least, std::int64_t at_most) {
  return filtered(points, [=](const Point& point) {
    return at_least <= point.bytes && point.bytes <= at_most;
  });
}

}  // namespace revprof
