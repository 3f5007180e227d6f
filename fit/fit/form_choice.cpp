// SPDX-License-Identifier: BSD-3-Clause
// The form with the least Bayes criterion; among near-ties the one that best foretells a process
// count it has not seen.
#include "fit/fit/form_choice.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "fit/fit/left_out.hpp"

namespace revprof {

namespace {

constexpr double near_tie = 2;      // of the criterion
constexpr double exact_tie = 1e-3;  // the same equation but for rounding

struct Candidate {
  EquationFit fit;
  double criterion = 0;
};

// How fast a form grows with p. Where the points cannot tell forms apart, the slowest is taken: it
// errs least outside.
int growth(const Form& form) {
  const auto startup = [](Startup function) {
    switch (function) {
      case Startup::none:
        return 0;
      case Startup::log_p:
        return 1;
      case Startup::p:
        return 2;
      case Startup::p_squared:
        return 3;
    }
    return 3;
  };
  const auto data = [](Data function) {
    switch (function) {
      case Data::d:
        return 0;
      case Data::log_p_d:
        return 1;
      case Data::p_d:
        return 2;
      case Data::p_squared_d:
        return 3;
    }
    return 3;
  };
  return startup(form.startup) + data(form.data);
}

std::vector<Candidate> ranked(const Range& range) {
  std::vector<Candidate> candidates;
  Effort effort;
  effort.tolerance = 1e-7;
  effort.huber = search_huber;  // one loss for all, or their criteria could not be compared
  for (const Form& form : distinct_forms(range.points)) {
    const EquationFit fit = fit_equation(range.points, form, range.corner(), effort);
    candidates.push_back({fit, bayes_criterion(fit.loss, range.points.size(), fit.parameters())});
  }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) {
                     return growth(a.fit.form) < growth(b.fit.form);
                   });
  std::stable_sort(
      candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
        return std::floor(a.criterion / exact_tie) < std::floor(b.criterion / exact_tie);
      });
  return candidates;
}

double left_out_loss(const Range& range, const Form& form) {
  double sum = 0;
  for (const double residual : left_out_residuals(range, form)) {
    const double inside = std::min(std::abs(residual), search_huber);
    sum += inside * (2 * std::abs(residual) - inside);
  }
  return sum;
}

std::size_t chosen(const Range& range, const std::vector<Candidate>& candidates) {
  if (process_counts(range.points).size() < fewest_counts) return 0;
  std::size_t best = 0;
  double least = -1;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (candidates[i].criterion > candidates[0].criterion + near_tie) break;
    const double loss = left_out_loss(range, candidates[i].fit.form);
    if (least < 0 || loss < least * (1 - exact_tie)) best = i, least = loss;
  }
  return best;
}

}  // namespace

FormChoice choose_form(const Range& range) {
  const std::vector<Candidate> candidates = ranked(range);
  const std::size_t winner = chosen(range, candidates);
  FormChoice choice;
  choice.fit = fit_equation(range.points, candidates[winner].fit.form, range.corner(), {});
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (i == winner) continue;
    choice.runner_up =
        RunnerUp{candidates[i].fit.form, candidates[i].criterion - candidates[winner].criterion};
    break;
  }
  return choice;
}

}  // namespace revprof
