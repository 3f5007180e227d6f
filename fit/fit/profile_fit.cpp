// SPDX-License-Identifier: BSD-3-Clause
// Each segment by itself, as the calls of a machine; those with too few points by what they take in
// proportion to their work; and one line for what is rare.
#include "fit/fit/profile_fit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "fit/fit/equation_fit.hpp"
#include "fit/fit/least_squares.hpp"
#include "fit/fit/like_work.hpp"
#include "fit/measurements/segment_times.hpp"
#include "fit/model/estimate.hpp"

namespace revprof {

namespace {

// A segment that was seen less often and takes less of all time has no equation of its own.
constexpr int few_visits = 8;
constexpr double small_share = 0.01;
// Of an equation that nothing is known of but a few visits.
constexpr double least_log_scatter = 0.1;

using Visits = std::vector<const Measurement*>;

double visits_of(const Visits& cells) {
  double visits = 0;
  for (const Measurement* cell : cells) visits += cell->repetitions;
  return visits;
}

double seconds_of(const Visits& cells) {
  double seconds = 0;
  for (const Measurement* cell : cells) seconds += cell->repetitions * cell->median;
  return seconds;
}

// What a visit takes where too little is known for a form: k w, or c, or both by the least relative
// error. All visits together take what they took.
Regime line_through(const Visits& cells, const Support& support) {
  Rows rows(static_cast<Eigen::Index>(cells.size()), 4);
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    const Measurement& cell = *cells[static_cast<std::size_t>(i)];
    rows.row(i) << support[0], 0, support[2] * static_cast<double>(cell.bytes), cell.median;
    rows.row(i) *= std::sqrt(cell.repetitions) / cell.median;
  }
  Regime regime;
  regime.form = {Startup::none, Data::d};
  const LinearFit fit = LeastSquares(rows).solve({{true, true, true}});
  regime.c = fit.coefficients[0], regime.k = fit.coefficients[2];
  double foretold = 0;
  for (const Measurement* cell : cells) {
    foretold +=
        cell->repetitions * equation(regime, cell->processes, static_cast<double>(cell->bytes));
  }
  regime.c *= seconds_of(cells) / foretold, regime.k *= seconds_of(cells) / foretold;
  return regime;
}

// Of log t, weighted by visits.
double mean_square(const Visits& cells, const Regime& regime) {
  double squares = 0;
  for (const Measurement* cell : cells) {
    const double foretold = equation(regime, cell->processes, static_cast<double>(cell->bytes));
    squares += cell->repetitions * std::pow(std::log(cell->median / foretold), 2);
  }
  return squares / visits_of(cells);
}

// t = k w; c of visits that say nothing of their work; c + k w where visits with little work take
// longer than their share and more than two cells say so (Bayes' criterion).
Regime proportional(const Visits& cells) {
  const bool says_work = std::any_of(cells.begin(), cells.end(),
                                     [](const Measurement* cell) { return cell->bytes > 1; });
  Regime regime = line_through(cells, {!says_work, false, says_work});
  if (says_work && cells.size() > 2) {
    const Regime both = line_through(cells, {true, false, true});
    const auto criterion = [&](const Regime& line, int parameters) {
      const double count = static_cast<double>(cells.size());
      const double least = least_log_scatter * least_log_scatter;
      return bayes_criterion(count * std::max(mean_square(cells, line), least), cells.size(),
                             parameters);
    };
    if (both.k > 0 && criterion(both, 2) < criterion(regime, 1)) regime = both;
  }
  regime.min_bytes = std::numeric_limits<std::int64_t>::max();
  regime.min_processes = std::numeric_limits<int>::max();
  for (const Measurement* cell : cells) {
    regime.min_bytes = std::min(regime.min_bytes, cell->bytes);
    regime.max_bytes = std::max(regime.max_bytes, cell->bytes);
    regime.min_processes = std::min(regime.min_processes, cell->processes);
    regime.max_processes = std::max(regime.max_processes, cell->processes);
  }
  regime.log_residual = std::max(std::sqrt(mean_square(cells, regime)), least_log_scatter);
  regime.band_factor = std::exp(normal_95 * *regime.log_residual);
  return regime;
}

Visits without_zero(const Visits& cells) {
  Visits seen;
  std::copy_if(cells.begin(), cells.end(), std::back_inserter(seen),
               [](const Measurement* cell) { return cell->median > 0; });
  return seen;
}

std::vector<Measurement> of_like_work_by_segment(const std::vector<Measurement>& cells) {
  std::map<std::string, std::vector<Measurement>> segments;
  for (const Measurement& cell : cells) segments[cell.call].push_back(cell);
  std::vector<Measurement> merged;
  for (auto& [name, own] : segments) {
    const std::vector<Measurement> alike = of_like_work(std::move(own));
    merged.insert(merged.end(), alike.begin(), alike.end());
  }
  return merged;
}

// With what was measured beside it, of several launches the mean.
DistanceClass measured(const Visits& cells) {
  std::map<std::pair<int, std::int64_t>, std::pair<double, int>> logs;
  std::set<int> processes;
  std::set<std::int64_t> works;
  DistanceClass equations;
  equations.regimes = {proportional(cells)};
  for (const Measurement* cell : cells) {
    const double foretold =
        equation(equations.regimes[0], cell->processes, static_cast<double>(cell->bytes));
    auto& [log, count] = logs[{cell->processes, cell->bytes}];
    log += std::log(cell->median / foretold);
    ++count;
    processes.insert(cell->processes);
    works.insert(cell->bytes);
  }
  auto& known = equations.cells.emplace();
  known.processes.assign(processes.begin(), processes.end());
  known.bytes.assign(works.begin(), works.end());
  for (const int q : known.processes) {
    auto& row = known.log_residuals.emplace_back();
    for (const std::int64_t work : known.bytes) {
      const auto found = logs.find({q, work});
      row.push_back(found == logs.end() ? std::numeric_limits<double>::quiet_NaN()
                                        : found->second.first / found->second.second);
    }
  }
  return equations;
}

// The mean of runs of like work.
std::vector<TouchedMemory> touched_by(const Visits& cells) {
  std::map<std::int64_t, std::pair<std::int64_t, std::int64_t>> sums;
  for (const Measurement* cell : cells) {
    if (!cell->touched || *cell->touched < 1 || cell->bytes < 1) continue;
    auto& [bytes, count] = sums[cell->bytes];
    bytes += *cell->touched;
    ++count;
  }
  std::vector<TouchedMemory> touched;
  for (const auto& [work, sum] : sums) touched.push_back({work, sum.first / sum.second});
  return touched;
}

}  // namespace

ProfileFit fit_profile(const Measurements& measurements, const FitOptions& options) {
  if (!holds_segments(measurements)) {
    throw FitError("expected the times of a program's segments, as `revprof profile` writes them");
  }
  Measurements own = measurements;
  own.cells = of_like_work_by_segment(measurements.cells);
  const std::vector<Measurement> cells_of_all = own.cells;
  std::map<std::string, Visits> segments;
  Visits all;
  for (const Measurement& cell : cells_of_all) {
    segments[cell.call].push_back(&cell);
    all.push_back(&cell);
  }
  all = without_zero(all);
  if (all.empty()) throw FitError("the profile holds no segment that takes time");

  ProfileFit result;
  Profile& profile = result.profile;
  profile.machine = measurements.header_value("machine");
  profile.program = measurements.header_value("program");
  profile.date = measurements.header_value("date");
  profile.modules = modules_of(measurements);

  Visits rare;
  const double whole = seconds_of(all);
  for (auto& [name, cells] : segments) {
    cells = without_zero(cells);
    const bool is_rare =
        cells.empty() || (visits_of(cells) < few_visits && seconds_of(cells) < small_share * whole);
    if (!is_rare) continue;
    rare.insert(rare.end(), cells.begin(), cells.end());
    ++result.rare;
    own.cells.erase(std::remove_if(own.cells.begin(), own.cells.end(),
                                   [&](const Measurement& cell) { return cell.call == name; }),
                    own.cells.end());
    cells.clear();
  }
  if (!own.cells.empty()) {
    try {
      FitResult fitted = fit_model(own, options);
      for (auto& [name, classes] : fitted.model.calls) {
        profile.segments[name] = std::move(classes.front());
      }
    } catch (const FitError&) {
      // None has enough points.
    }
  }
  result.fitted = profile.segments.size();
  for (const auto& [name, cells] : segments) {
    if (cells.empty() || profile.segments.count(name) != 0) continue;
    profile.segments[name] = measured(cells);
    ++result.proportional;
  }
  for (const auto& [name, cells] : segments) {
    const std::vector<TouchedMemory> touched = touched_by(cells);
    if (!touched.empty()) profile.touched[name] = touched;
  }
  profile.rest.regimes = {proportional(rare.empty() ? all : rare)};
  result.rare_share = seconds_of(rare) / whole;
  return result;
}

}  // namespace revprof
