// SPDX-License-Identifier: BSD-3-Clause
// Compares every measured point with the equations that are meant to describe it.
#include "revprof/launch/model/fit_table.hpp"

#include <cmath>
#include <optional>

#include "fit/fit/points.hpp"
#include "fit/fit/quality.hpp"
#include "fit/measurements/quantile.hpp"
#include "fit/model/estimate.hpp"
#include "revprof/report/text/quantity.hpp"
#include "revprof/report/text/text_table.hpp"

namespace revprof {

namespace {

struct Agreement {
  std::size_t regimes = 0;
  double median_error = 0, p90_error = 0, coverage = 0;
  std::string left_out = "-";
};

// The equations of exactly this class: a call that was left out of the model has none.
const DistanceClass* find_class(const Model& model, const Series& series) {
  if (model.computation) {
    const auto row = model.computation->times.find(series.call);
    if (row != model.computation->times.end()) return &row->second;
  }
  const auto call = model.calls.find(series.call);
  if (call == model.calls.end()) return nullptr;
  for (const DistanceClass& equations : call->second) {
    if (equations.within == series.within) return &equations;
  }
  return nullptr;
}

// Median errors where each p in turn is left out, a mean over the regimes weighted by points.
std::string left_out_text(const DistanceClass& equations) {
  double sum = 0;
  int points = 0;
  for (const Regime& regime : equations.regimes) {
    if (!regime.quality || !regime.quality->each_left_out_error) continue;
    sum += regime.quality->points * *regime.quality->each_left_out_error;
    points += regime.quality->points;
  }
  return points == 0 ? "-" : share_text(sum / points);
}

std::optional<Agreement> agreement(const Series& series, const Model& model) {
  const DistanceClass* found = find_class(model, series);
  if (found == nullptr || series.fitted.empty()) return std::nullopt;
  const DistanceClass equations{found->within, found->regimes, std::nullopt};
  std::vector<double> errors;
  int inside = 0;
  for (const Point& point : series.fitted) {
    const Estimate foretold = estimate(equations, point.processes, point.bytes);
    errors.push_back(std::abs(foretold.equation / point.seconds - 1));
    inside += band_holds(foretold, point.seconds);
  }
  return Agreement{found->regimes.size(), quantile(errors, 0.5), quantile(errors, 0.9),
                   static_cast<double>(inside) / static_cast<double>(errors.size()),
                   left_out_text(*found)};
}

}  // namespace

std::string fit_table(const Measurements& measurements,
                      const std::vector<std::pair<std::string, const Model*>>& models) {
  std::vector<Align> columns = {Align::left, Align::right};
  std::vector<std::string> methods = {"", ""};
  std::vector<std::string> titles = {"call", "points"};
  for (const auto& [name, model] : models) {
    columns.insert(columns.end(), 5, Align::right);
    methods.insert(methods.end(), {name, "", "", "", ""});
    titles.insert(titles.end(), {"regimes", "median", "p90", "in band", "p left out"});
  }
  TextTable table(columns);
  if (models.size() > 1) table.add(methods);
  table.add(titles);
  for (const Series& series : series_of(measurements)) {
    std::vector<std::string> cells = {series.label(), std::to_string(series.fitted.size())};
    for (const auto& [name, model] : models) {
      const std::optional<Agreement> found = agreement(series, *model);
      if (found) {
        cells.insert(cells.end(),
                     {std::to_string(found->regimes), share_text(found->median_error),
                      share_text(found->p90_error), share_text(found->coverage), found->left_out});
      } else {
        cells.insert(cells.end(), {"-", "-", "-", "-", "-"});
      }
    }
    table.add(cells);
  }
  return table.text(0);
}

}  // namespace revprof
