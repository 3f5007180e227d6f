// SPDX-License-Identifier: BSD-3-Clause
// The methods: this project's fit, as it is and as it was, and what it is compared with.
#include "foretelling.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "fit/fit/fit.hpp"
#include "fit/model/estimate.hpp"

namespace revprof {

namespace {

double log_p(int processes) { return std::log2(std::max(processes, 2)); }
double log_d(std::int64_t bytes) { return std::log2(std::max(static_cast<double>(bytes), 0.5)); }

std::optional<DistanceClass> fitted(const DataSet& series, const Times& known,
                                    FitOptions::Method method) {
  Measurements measurements = series.header;
  measurements.cells = known;
  FitOptions options;
  options.method = method;
  try {
    return fit_model(measurements, options).model.calls.begin()->second.front();
  } catch (const FitError&) {
    return std::nullopt;
  }
}

Foretell nothing() {
  return [](int, std::int64_t) { return std::nullopt; };
}

Foretell by_default(const Known& known, double Estimate::*which) {
  if (!known.equations) return nothing();
  return [&equations = *known.equations, which](int p, std::int64_t d) -> std::optional<double> {
    return estimate(equations, p, d).*which;
  };
}

// As before the residual was kept beyond the largest process count: there it faded to nothing
// within two doublings.
Foretell by_faded_residual(const Known& known) {
  if (!known.equations || !known.equations->cells) return nothing();
  return [&equations = *known.equations](int p, std::int64_t d) -> std::optional<double> {
    const int most = equations.cells->processes.back();
    const Estimate last = estimate(equations, std::min(p, most), d);
    const double strength = std::max(0.0, 1 - std::log2(static_cast<double>(p) / most) / 2);
    if (p <= most) return last.mean;
    return estimate(equations, p, d).equation * std::pow(last.mean / last.equation, strength);
  };
}

// The pure equation, negative where it is.
Foretell by_howell(const Known& known) {
  const auto literal = fitted(known.series, known.cells, FitOptions::Method::howell);
  if (!literal) return nothing();
  return [equations = *literal](int p, std::int64_t d) -> std::optional<double> {
    return equation(regime_at(equations, p, d), p, static_cast<double>(d));
  };
}

// t = a * rounds(p) + b * volume(p, d): two parameters, least relative squares. Calls whose d goes
// to each peer move (p - 1) d, the others log(p) d.
bool each_peer(const std::string& call) {
  static const std::set<std::string> calls = {
      "MPI_Allgather", "MPI_Allgatherv", "MPI_Alltoall",       "MPI_Alltoallv",
      "MPI_Gather",    "MPI_Gatherv",    "MPI_Reduce_scatter", "MPI_Reduce_scatter_block",
      "MPI_Scatter",   "MPI_Scatterv"};
  return calls.count(call) != 0;
}

Foretell by_latency_and_bandwidth(const Known& known) {
  const bool peers = each_peer(known.cells.front().call);
  const auto terms = [peers](int p, std::int64_t d) {
    const auto bytes = static_cast<double>(d);
    return std::array<double, 2>{log_p(p), peers ? (p - 1) * bytes : log_p(p) * bytes};
  };
  double aa = 0, ab = 0, bb = 0, ya = 0, yb = 0;
  for (const Measurement& cell : known.cells) {
    const auto [a, b] = terms(cell.processes, cell.bytes);
    const double weight = 1 / (cell.median * cell.median);
    aa += weight * a * a, ab += weight * a * b, bb += weight * b * b;
    ya += weight * a * cell.median, yb += weight * b * cell.median;
  }
  const double determinant = aa * bb - ab * ab;
  double latency = determinant > 0 ? (ya * bb - yb * ab) / determinant : -1;
  double per_byte = determinant > 0 ? (yb * aa - ya * ab) / determinant : -1;
  if (determinant <= 0) latency = ya / aa, per_byte = 0;  // one size, or none
  if (latency < 0) latency = 0, per_byte = yb / bb;
  if (per_byte < 0) per_byte = 0, latency = ya / aa;
  return [=](int p, std::int64_t d) -> std::optional<double> {
    const auto [a, b] = terms(p, d);
    return latency * a + per_byte * b;
  };
}

// Linear in log t between measured cells, on the axes log d, then log p; continued outside.
double on_line(const std::map<double, double>& points, double x) {
  if (points.size() == 1) return points.begin()->second;
  auto upper = points.lower_bound(x);
  if (upper == points.end()) --upper;
  if (upper == points.begin()) ++upper;
  const auto lower = std::prev(upper);
  return lower->second +
         (x - lower->first) / (upper->first - lower->first) * (upper->second - lower->second);
}

Foretell by_interpolation(const Known& known) {
  std::map<int, std::map<double, double>> rows;
  for (const Measurement& cell : known.cells) {
    rows[cell.processes][log_d(cell.bytes)] = std::log(cell.median);
  }
  return [rows](int p, std::int64_t d) -> std::optional<double> {
    std::map<double, double> column;
    for (const auto& [processes, row] : rows) {
      const bool holds = row.begin()->first <= log_d(d) && log_d(d) <= row.rbegin()->first;
      if (holds) column[log_p(processes)] = on_line(row, log_d(d));
    }
    if (column.empty()) {
      for (const auto& [processes, row] : rows) column[log_p(processes)] = on_line(row, log_d(d));
    }
    return std::exp(on_line(column, log_p(p)));
  };
}

}  // namespace

Known known_of(const DataSet& series, const Times& cells) {
  return {series, cells, fitted(series, cells, FitOptions::Method::revprof)};
}

const std::vector<Method>& methods() {
  static const std::vector<Method> all = {
      {"default with cells", [](const Known& known) { return by_default(known, &Estimate::mean); }},
      {"default equation",
       [](const Known& known) { return by_default(known, &Estimate::equation); }},
      {"residual faded", by_faded_residual},
      {"howell", by_howell},
      {"latency-bandwidth", by_latency_and_bandwidth},
      {"interpolation", by_interpolation},
  };
  return all;
}

}  // namespace revprof
