// SPDX-License-Identifier: BSD-3-Clause
// Adds up what stands before each coefficient.
#include "revprof/engine/cost_expression.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "fit/model/estimate.hpp"
#include "revprof/engine/pricing.hpp"

namespace revprof {

namespace {

// Less than rounding to a picosecond; a hundred thousand such terms are less than one.
constexpr double negligible_seconds = 1e-18;

// What stands before c, s and k of one equation.
struct EquationTerms {
  std::string equation;
  int within = 0;
  std::array<double, 3> n{};
};

// What no equation has, in the order in which terms of the same time come.
constexpr Item others[] = {Item::steps, Item::counted, Item::units, Item::profiled, Item::asleep,
                           Item::cpu,   Item::tick,    Item::asked, Item::outside};

std::array<double, 3> coefficients(const Regime& regime) { return {regime.c, regime.s, regime.k}; }

double variance(const Regime& regime, const std::array<double, 3>& n) {
  double sum = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    if (regime.covariance) {
      for (std::size_t j = 0; j < 3; ++j) sum += n[i] * n[j] * (*regime.covariance)[i][j];
    } else if (regime.standard_errors) {
      const std::array<double, 3> errors = {regime.standard_errors->c, regime.standard_errors->s,
                                            regime.standard_errors->k};
      sum += n[i] * n[i] * errors[i] * errors[i];
    }
  }
  return std::max(0.0, sum);
}

std::optional<double> standard_error(const Regime& regime, std::size_t i) {
  if (regime.standard_errors) {
    return std::array<double, 3>{regime.standard_errors->c, regime.standard_errors->s,
                                 regime.standard_errors->k}[i];
  }
  if (regime.covariance) return std::sqrt(std::max(0.0, (*regime.covariance)[i][i]));
  return std::nullopt;
}

PathTerm term_of(const Regime& regime, const EquationTerms& multiples, std::size_t i) {
  static const char* const names[] = {"c", "s", "k"};
  PathTerm term;
  term.term = names[i];
  term.equation = multiples.equation;
  term.distance_class = distance_name(multiples.within);
  if (i == 1) term.function = name(regime.form.startup);
  if (i == 2) term.function = name(regime.form.data);
  term.min_processes = regime.min_processes;
  term.max_processes = regime.max_processes;
  term.min_bytes = regime.min_bytes;
  term.max_bytes = regime.max_bytes;
  term.n = multiples.n[i];
  term.value = coefficients(regime)[i];
  term.standard_error = standard_error(regime, i);
  return term;
}

void add_other(std::vector<PathTerm>& terms, const char* name, double n, double value) {
  if (n == 0) return;
  PathTerm term;
  term.term = name;
  term.n = n;
  term.value = value;
  terms.push_back(std::move(term));
}

}  // namespace

CostExpression cost_expression(const std::vector<Charged>& charges, const Pricing& pricing) {
  std::map<const Regime*, EquationTerms> equations;
  std::map<Item, double> seconds_of;
  CostTable::Multiples nominal;
  for (const Charged& charged : charges) {
    if (!is_of_equation(charged.price.item)) {
      seconds_of[charged.price.item] += seconds(charged.time);
      continue;
    }
    for (const CostTable::Multiples& parts : pricing.multiples(charged.price)) {
      nominal.nominal_latency += charged.count * parts.nominal_latency;
      nominal.nominal_bytes += charged.count * parts.nominal_bytes;
      nominal.shortest += charged.count * parts.shortest;
      if (parts.regime == nullptr) continue;
      EquationTerms& multiples = equations[parts.regime];
      multiples.equation = parts.equation;
      multiples.within = parts.within;
      const std::array<double, 3> n = {parts.c, parts.s, parts.k};
      for (std::size_t i = 0; i < 3; ++i) multiples.n[i] += charged.count * n[i];
    }
  }

  CostExpression expression;
  double variances = 0, all = 0, known = 0;
  for (const auto& [regime, multiples] : equations) {
    double seconds = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const double of_term = multiples.n[i] * coefficients(*regime)[i];
      seconds += of_term;
      if (std::abs(of_term) < negligible_seconds) continue;  // head starts may cancel calls
      expression.terms.push_back(term_of(*regime, multiples, i));
    }
    all += seconds;
    if (!regime->covariance && !regime->standard_errors) continue;
    known += seconds;
    variances += variance(*regime, multiples.n);
  }
  expression.band.standard_deviation = std::sqrt(variances);
  expression.band.known = all > 0 ? known / all : 1;

  std::vector<PathTerm>& terms = expression.terms;
  for (const Item item : others) {
    const double unit = is_of_unit(item) ? pricing.step_seconds() : 1;
    if (unit > 0) add_other(terms, name(item), seconds_of[item] / unit, unit);
  }
  add_other(terms, "nominal latency", nominal.nominal_latency, CostTable::nominal_latency);
  add_other(terms, "nominal bytes", nominal.nominal_bytes, CostTable::nominal_seconds_per_byte);
  add_other(terms, "shortest time", nominal.shortest, shortest_seconds);
  std::stable_sort(terms.begin(), terms.end(), [](const PathTerm& a, const PathTerm& b) {
    return std::abs(a.seconds()) > std::abs(b.seconds());
  });
  return expression;
}

}  // namespace revprof
