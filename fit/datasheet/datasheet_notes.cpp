// SPDX-License-Identifier: BSD-3-Clause
// Judges the quality figures of a call's regimes.
#include "fit/datasheet/datasheet_notes.hpp"

#include <algorithm>

#include "fit/datasheet/datasheet_equation.hpp"
#include "fit/datasheet/datasheet_text.hpp"

namespace revprof {

namespace {

constexpr int few_points = 8;
constexpr double poor_median_error = 0.15;
constexpr double poor_coverage = 0.8;
constexpr double poor_left_out_error = 0.3;
constexpr double near_tie = 2;  // a difference in BIC below it is "not worth more than a mention"

std::string listed(const std::vector<std::size_t>& regimes) {
  std::string text = regimes.size() == 1 ? "regime " : "regimes ";
  for (std::size_t i = 0; i < regimes.size(); ++i) {
    if (i > 0) text += i + 1 == regimes.size() ? " and " : ", ";
    text += std::to_string(regimes[i]);
  }
  return text;
}

// The numbers (from 1) of the regimes of which `holds` is true.
template <typename Predicate>
std::vector<std::size_t> regimes_where(const DistanceClass& equations, const Predicate& holds) {
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < equations.regimes.size(); ++i) {
    if (holds(equations.regimes[i])) numbers.push_back(i + 1);
  }
  return numbers;
}

void note_quality(const DistanceClass& equations, std::vector<std::string>& notes) {
  const auto few = regimes_where(equations, [](const Regime& regime) {
    return regime.quality && regime.quality->points < few_points;
  });
  if (!few.empty()) {
    notes.push_back("Few points (fewer than " + std::to_string(few_points) + ") in " + listed(few) +
                    ": the equation is little more than an interpolation there.");
  }
  const auto poor = regimes_where(equations, [](const Regime& regime) {
    return regime.quality && regime.quality->median_error > poor_median_error;
  });
  if (!poor.empty()) {
    notes.push_back("Poor fit (median error above " + percent_text(poor_median_error) + ") in " +
                    listed(poor) + ": none of the twelve forms follows the measurements closely.");
  }
  const auto uncovered = regimes_where(equations, [](const Regime& regime) {
    return regime.quality && regime.band_factor && regime.quality->coverage < poor_coverage;
  });
  if (!uncovered.empty()) {
    notes.push_back("The band holds fewer than " + percent_text(poor_coverage) +
                    " of the measured points in " + listed(uncovered) + ".");
  }
  const auto missed = regimes_where(equations, [](const Regime& regime) {
    return regime.quality && regime.quality->left_out_error.value_or(0) > poor_left_out_error;
  });
  if (!missed.empty()) {
    notes.push_back("In " + listed(missed) + " the largest $p$ is missed by more than " +
                    percent_text(poor_left_out_error) +
                    " when it is left out of the fit: do not extrapolate in $p$.");
  }
}

void note_range(const DistanceClass& equations, const std::vector<MeasuredPoint>& points,
                std::vector<std::string>& notes) {
  int low_p = equations.regimes.front().min_processes, high_p = 0;
  std::int64_t low_d = equations.regimes.front().min_bytes, high_d = 0;
  for (const Regime& regime : equations.regimes) {
    low_p = std::min(low_p, regime.min_processes);
    high_p = std::max(high_p, regime.max_processes);
    low_d = std::min(low_d, regime.min_bytes);
    high_d = std::max(high_d, regime.max_bytes);
  }
  const auto one_count = regimes_where(
      equations, [](const Regime& regime) { return regime.form.startup == Startup::none; });
  if (!one_count.empty()) {
    const bool all = one_count.size() == equations.regimes.size();
    notes.push_back("One process count only" + (all ? "" : " in " + listed(one_count)) +
                    ": how the time depends on $p$ cannot be told.");
  }
  notes.push_back("Outside $p$ = " + process_range(low_p, high_p) +
                  " and $d$ = " + size_range(low_d, high_d) +
                  " the equations extrapolate; every doubling widens the band as much again.");
  const auto unfitted = std::count_if(points.begin(), points.end(), [&](const MeasuredPoint& at) {
    return at.processes < low_p || at.processes > high_p || at.bytes < low_d || at.bytes > high_d;
  });
  if (unfitted > 0) {
    notes.push_back(std::to_string(unfitted) +
                    (unfitted == 1 ? " measured point lies" : " measured points lie") +
                    " outside that range.");
  }
}

void note_coefficients(const DistanceClass& equations, std::vector<std::string>& notes) {
  std::string bounds;
  const auto add = [&](const char* name, double Regime::*value, double StandardErrors::*error) {
    const auto at_bound = regimes_where(equations, [&](const Regime& regime) {
      const bool exists = value != &Regime::s || regime.form.startup != Startup::none;
      return exists && regime.standard_errors && regime.*value == 0 &&
             (*regime.standard_errors).*error == 0;
    });
    if (at_bound.empty()) return;
    bounds += (bounds.empty() ? "" : "; ") + std::string("$") + name + "$ in " + listed(at_bound);
  };
  add("c", &Regime::c, &StandardErrors::c);
  add("s", &Regime::s, &StandardErrors::s);
  add("k", &Regime::k, &StandardErrors::k);
  if (!bounds.empty()) {
    notes.push_back("At the bound 0, and so left out of the equation: " + bounds + ".");
  }
  const auto tied = regimes_where(equations, [](const Regime& regime) {
    return regime.runner_up && regime.runner_up->bic_difference < near_tie;
  });
  if (!tied.empty()) {
    notes.push_back("The runner-up fits about as well in " + listed(tied) +
                    ": read the form there as a description, not as the algorithm.");
  }
}

}  // namespace

std::vector<std::string> datasheet_notes(const DistanceClass& equations,
                                         const std::vector<MeasuredPoint>& points) {
  std::vector<std::string> notes;
  note_quality(equations, notes);
  note_coefficients(equations, notes);
  note_range(equations, points, notes);
  return notes;
}

}  // namespace revprof
