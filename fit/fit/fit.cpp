// SPDX-License-Identifier: BSD-3-Clause
// From measurements to a model: every call and distance class for itself.
#include "fit/fit/fit.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <future>
#include <limits>
#include <optional>
#include <thread>

#include "fit/fit/band.hpp"
#include "fit/fit/digits.hpp"
#include "fit/fit/form_choice.hpp"
#include "fit/fit/howell.hpp"
#include "fit/fit/left_out.hpp"
#include "fit/fit/measured_machine.hpp"
#include "fit/fit/points.hpp"
#include "fit/fit/quality.hpp"
#include "fit/fit/regime_record.hpp"
#include "fit/fit/regimes.hpp"
#include "fit/measurements/computation_name.hpp"
#include "fit/model/asked_class.hpp"

namespace revprof {

namespace {

// How many points an equation needs: one more than it has coefficients, so that there is something
// to judge it by. A call measured at one size and one process count is a constant: there one will
// do.
std::size_t points_needed(const Series& series) {
  const std::size_t counts = process_counts(series.fitted).size();
  const std::size_t coefficients = 1 + (counts > 1) + (sizes(series.fitted).size() > 1);
  return coefficients == 1 ? 1 : coefficients + (sizes(series.fitted).size() > 1);
}

// The middle one of the points' values.
template <typename Value>
double median_of(const Points& points, const Value& value) {
  std::vector<double> values;
  for (const Point& point : points) values.push_back(value(point));
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// What a measured cell says of one more launch. Of output of another benchmark that ran once
// nothing does: launches of OSU and IMB on one machine were 1 and 12 % apart.
double cell_error(const Points& points) {
  constexpr double of_a_single_run = 0.05;
  const double spread = launch_scatter(points).deviation;
  // Of a cell that few launches measured, more is not known than what all cells' launches say.
  const double error = median_of(points, [&](const Point& point) {
    return std::max(point.error, spread / std::sqrt(point.launches));
  });
  const double measured = std::hypot(error, spread);
  const bool once = std::all_of(points.begin(), points.end(),
                                [](const Point& point) { return point.imported_once; });
  return once ? std::max(measured, of_a_single_run) : measured;
}

// A regime's points and the equation that they have got.
struct RangeFit {
  Range range;
  FormChoice choice;
};

using AllScatter = BandScatter<OtherScatter>;

Regime regime_of(const RangeFit& fitted, const AllScatter& all, double confidence) {
  const auto& [range, choice] = fitted;
  Regime regime = recorded(range, choice.fit);
  regime.log_residual = log_scatter(range.points, choice.fit);
  const BandScatter<Scatter> others = {all.points.without(scatter_of(range.points, choice.fit)),
                                       all.launches.without(launch_scatter(range.points))};
  regime.band_factor = band_factor(range, choice.fit, others, confidence);
  regime.repetition_spread =
      median_of(range.points, [](const Point& point) { return point.spread; });
  regime.cell_error = cell_error(range.points);
  regime.runner_up = choice.runner_up;
  regime.quality = quality_of(range.points, regime);
  regime.quality->left_out_error = largest_left_out_error(range, choice.fit.form);
  regime.quality->each_left_out_error = each_left_out_error(range, choice.fit.form);
  return regime;
}

Cells cells_of(const Series& series, const DistanceClass& equations) {
  Points points = series.only_cells;
  points.insert(points.end(), series.fitted.begin(), series.fitted.end());
  points.insert(points.end(), series.unseen.begin(), series.unseen.end());
  Cells cells;
  cells.processes = process_counts(points);
  cells.bytes = sizes(points);
  cells.log_residuals.assign(
      cells.processes.size(),
      std::vector<double>(cells.bytes.size(), std::numeric_limits<double>::quiet_NaN()));
  for (const Point& point : points) {
    const auto row =
        std::lower_bound(cells.processes.begin(), cells.processes.end(), point.processes);
    const auto column = std::lower_bound(cells.bytes.begin(), cells.bytes.end(), point.bytes);
    const Regime& regime = regime_at(equations, point.processes, point.bytes);
    const double foretold = equation(regime, point.processes, static_cast<double>(point.bytes));
    cells.log_residuals[static_cast<std::size_t>(row - cells.processes.begin())]
                       [static_cast<std::size_t>(column - cells.bytes.begin())] =
        std::log(point.seconds / foretold);
  }
  return cells;
}

// Sizes at which the clock cannot see a call.
Regime unseen(std::int64_t min_bytes, std::int64_t max_bytes, int most_processes) {
  Regime regime;
  regime.min_bytes = min_bytes;
  regime.max_bytes = max_bytes;
  regime.min_processes = std::min(2, most_processes);
  regime.max_processes = most_processes;
  regime.c = unseen_seconds;
  return regime;
}

// What becomes of a series: its equations, or why it has none, or both.
struct SeriesFit {
  std::vector<RangeFit> ranges;  // whose bands hang on what others' do
  std::optional<DistanceClass> equations;
  std::string warning;
};

SeriesFit fit_one(const Series& series, const FitOptions& options, const PointToPoint& messages) {
  SeriesFit result;
  if (series.below_resolution) {
    result.equations.emplace().within = series.within;
    result.equations->regimes = {unseen(series.min_bytes, series.max_bytes, series.most_processes)};
    result.warning = series.label() + ": every time is below the clock's resolution; 1 ns is taken";
    return result;
  }
  const std::size_t found = series.fitted.size();
  if (found < points_needed(series)) {
    result.warning = series.label() + ": left out, expected at least " +
                     std::to_string(points_needed(series)) + " points with a time above 0, found " +
                     std::to_string(found) + "; measure more sizes or process counts";
    return result;
  }
  result.equations.emplace().within = series.within;
  if (options.method == FitOptions::Method::howell) {
    result.equations->regimes = fit_howell(series);
    return result;
  }
  // What is computed sends nothing: no limit of messages is a break in it.
  const PointToPoint sent =
      computation_name(series.call) ? PointToPoint{0, messages.block_sizes} : messages;
  for (Range& range : find_regimes(series, sent)) {
    FormChoice choice = choose_form(range);
    result.ranges.push_back({std::move(range), std::move(choice)});
  }
  return result;
}

void add_regimes(const Series& series, const AllScatter& all, double confidence, SeriesFit& fit) {
  for (const RangeFit& range : fit.ranges) {
    fit.equations->regimes.push_back(regime_of(range, all, confidence));
  }
  if (fit.equations && !series.unseen.empty()) {
    fit.equations->regimes.push_back(
        unseen(series.max_bytes + 1, series.unseen.back().bytes, series.most_processes));
  }
  if (!fit.ranges.empty()) fit.equations->cells = cells_of(series, *fit.equations);
}

// Each of `count` stands for itself, so that all cores can take the next one that is left; the
// result is the same on any number of them.
template <typename Work>
void each_on_some_core(std::size_t count, const FitOptions& options, const Work& work_on) {
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < count; i = next++) work_on(i);
  };
  std::vector<std::future<void>> workers;
  const std::size_t cores =
      options.cores > 0 ? options.cores : std::max(1U, std::thread::hardware_concurrency());
  for (std::size_t i = 1; i < std::min(cores, count); ++i) {
    workers.push_back(std::async(std::launch::async, work));
  }
  work();
  for (std::future<void>& worker : workers) worker.get();
}

std::vector<SeriesFit> fit_each(const std::vector<Series>& all, const FitOptions& options,
                                const PointToPoint& messages) {
  std::vector<SeriesFit> fits(all.size());
  each_on_some_core(all.size(), options,
                    [&](std::size_t i) { fits[i] = fit_one(all[i], options, messages); });
  AllScatter scatter;
  for (const SeriesFit& fit : fits) {
    for (const RangeFit& one : fit.ranges) {
      scatter.points.add(scatter_of(one.range.points, one.choice.fit));
      scatter.launches.add(launch_scatter(one.range.points));
    }
  }
  each_on_some_core(all.size(), options, [&](std::size_t i) {
    add_regimes(all[i], scatter, options.confidence, fits[i]);
  });
  return fits;
}

}  // namespace

FitResult fit_model(const Measurements& measurements, const FitOptions& options) {
  if (!(options.confidence > 0 && options.confidence < 1)) {
    throw FitError("the confidence of the band: expected a number between 0 and 1");
  }
  FitResult result;
  result.model.machine = machine_of(measurements);
  result.model.point_to_point = point_to_point_of(measurements);
  const std::vector<Series> all = series_of(measurements);
  const std::vector<SeriesFit> fits = fit_each(all, options, result.model.point_to_point);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!fits[i].warning.empty()) result.warnings.push_back(fits[i].warning);
    if (!fits[i].equations) continue;
    if (computation_name(all[i].call)) {
      if (!result.model.computation) result.model.computation = computation_of(measurements);
      result.model.computation->times[all[i].call] = *fits[i].equations;
    } else {
      result.model.calls[all[i].call].push_back(*fits[i].equations);
    }
  }
  if (result.model.calls.empty() && !result.model.computation) {
    throw FitError(result.warnings.empty() ? "the measurements hold no points"
                                           : "nothing can be fitted: " + result.warnings.front());
  }
  for (const auto& [call, classes] : result.model.calls) {
    for (const DistanceClass& equations : classes) {
      if (is_asked_for(equations, classes, result.model.point_to_point.block_sizes)) continue;
      result.warnings.push_back(with_class(call, equations.within) +
                                ": no prediction asks for it, as the measurements' header "
                                "\"block_sizes\" has no such block");
    }
  }
  drop_digits(result.model);
  return result;
}

}  // namespace revprof
