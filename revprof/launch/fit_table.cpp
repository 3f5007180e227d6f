// SPDX-License-Identifier: BSD-3-Clause
// Compares every measured point with the equations that are meant to describe it.
#include "revprof/launch/fit_table.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "fit/estimate.hpp"
#include "fit/points.hpp"
#include "revprof/report/quantity.hpp"
#include "revprof/report/text_table.hpp"

namespace revprof {

namespace {

struct Agreement {
  std::size_t regimes = 0;
  double median_error = 0, p90_error = 0, coverage = 0;
};

// The equations of exactly this class: a call that was left out of the model has none.
const DistanceClass* find_class(const Model& model, const Series& series) {
  const auto call = model.calls.find(series.call);
  if (call == model.calls.end()) return nullptr;
  for (const DistanceClass& equations : call->second) {
    if (equations.within == series.within) return &equations;
  }
  return nullptr;
}

double at_share(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto lower = static_cast<std::size_t>(place);
  const std::size_t upper = std::min(lower + 1, sorted.size() - 1);
  return sorted[lower] + (place - static_cast<double>(lower)) * (sorted[upper] - sorted[lower]);
}

std::optional<Agreement> agreement(const Series& series, const Model& model) {
  const DistanceClass* found = find_class(model, series);
  if (found == nullptr || series.fitted.empty()) return std::nullopt;
  const DistanceClass equations{found->within, found->regimes, std::nullopt};
  std::vector<double> errors;
  int inside = 0;
  constexpr double rounding = 1e-9;  // the band ends at the worst point itself
  for (const Point& point : series.fitted) {
    const Estimate foretold = estimate(equations, point.processes, point.bytes);
    errors.push_back(std::abs(foretold.equation / point.seconds - 1));
    inside += foretold.low * (1 - rounding) <= point.seconds &&
              point.seconds <= foretold.high * (1 + rounding);
  }
  std::sort(errors.begin(), errors.end());
  return Agreement{found->regimes.size(), at_share(errors, 0.5), at_share(errors, 0.9),
                   static_cast<double>(inside) / static_cast<double>(errors.size())};
}

}  // namespace

std::string fit_table(const Measurements& measurements,
                      const std::vector<std::pair<std::string, const Model*>>& models) {
  std::vector<Align> columns = {Align::left, Align::right};
  std::vector<std::string> methods = {"", ""};
  std::vector<std::string> titles = {"call", "points"};
  for (const auto& [name, model] : models) {
    columns.insert(columns.end(), 4, Align::right);
    methods.insert(methods.end(), {name, "", "", ""});
    titles.insert(titles.end(), {"regimes", "median", "p90", "in band"});
  }
  TextTable table(columns);
  if (models.size() > 1) table.add(methods);
  table.add(titles);
  for (const Series& series : series_of(measurements)) {
    std::vector<std::string> cells = {series.label(), std::to_string(series.fitted.size())};
    for (const auto& [name, model] : models) {
      const std::optional<Agreement> found = agreement(series, *model);
      if (found) {
        cells.insert(cells.end(), {std::to_string(found->regimes), share_text(found->median_error),
                                   share_text(found->p90_error), share_text(found->coverage)});
      } else {
        cells.insert(cells.end(), {"-", "-", "-", "-"});
      }
    }
    table.add(cells);
  }
  return table.text(0);
}

}  // namespace revprof
