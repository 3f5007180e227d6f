// SPDX-License-Identifier: BSD-3-Clause
// How well ways to fit foretell points that they have not seen. Reads measurement files and prints
// one line of CSV for each file, call and class, task and method; bench_fit.py makes tables of
// them.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <functional>
#include <iostream>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "fit/fit/fit.hpp"
#include "fit/measurements/measurements.hpp"
#include "fit/model/estimate.hpp"

using namespace revprof;

namespace {

using Cells = std::vector<Measurement>;
// Seconds at (p, d); nothing where the method makes no statement.
using Foretell = std::function<std::optional<double>(int, std::int64_t)>;

struct Series {
  std::string file, label;
  Measurements header;  // without cells
  Cells cells;
};

double log_p(int processes) { return std::log2(std::max(processes, 2)); }
double log_d(std::int64_t bytes) { return std::log2(std::max(static_cast<double>(bytes), 0.5)); }

std::optional<DistanceClass> fitted(const Series& series, const Cells& known,
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

// What is not to be foretold, and the default fit to it.
struct Known {
  const Series& series;
  const Cells& cells;
  std::optional<DistanceClass> equations;
};

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

struct Method {
  const char* name;
  Foretell (*make)(const Known&);
};
constexpr Method methods[] = {
    {"default with cells", [](const Known& known) { return by_default(known, &Estimate::mean); }},
    {"default equation", [](const Known& known) { return by_default(known, &Estimate::equation); }},
    {"residual faded", by_faded_residual},
    {"howell", by_howell},
    {"latency-bandwidth", by_latency_and_bandwidth},
    {"interpolation", by_interpolation},
};

// What is known, and what is to be foretold.
struct Split {
  Cells known, wanted;
};

std::vector<Split> random_quarters(const Series& series) {
  constexpr int draws = 6;
  constexpr std::size_t fewest_known = 6;
  std::vector<Split> splits;
  std::mt19937 random(20261121);  // its numbers are the same everywhere; std::shuffle's are not
  for (int draw = 0; draw < draws; ++draw) {
    Cells cells = series.cells;
    for (std::size_t i = cells.size(); i > 1; --i) std::swap(cells[i - 1], cells[random() % i]);
    const auto quarter = static_cast<std::ptrdiff_t>(cells.size() / 4);
    if (quarter == 0 || cells.size() - cells.size() / 4 < fewest_known) return {};
    splits.push_back(
        {{cells.begin() + quarter, cells.end()}, {cells.begin(), cells.begin() + quarter}});
  }
  return splits;
}

std::vector<int> counts_of(const Series& series) {
  std::set<int> counts;
  for (const Measurement& cell : series.cells) counts.insert(cell.processes);
  return {counts.begin(), counts.end()};
}

Split split_by(const Series& series, const std::function<bool(int)>& known,
               const std::function<bool(int)>& wanted) {
  Split split;
  for (const Measurement& cell : series.cells) {
    if (known(cell.processes)) split.known.push_back(cell);
    if (wanted(cell.processes)) split.wanted.push_back(cell);
  }
  return split;
}

Split without(const Series& series, int count) {
  return split_by(
      series, [=](int p) { return p != count; }, [=](int p) { return p == count; });
}

std::vector<Split> inner_counts(const Series& series) {
  const std::vector<int> counts = counts_of(series);
  constexpr std::size_t most = 8;  // of many counts, some
  std::vector<Split> splits;
  const std::size_t step = std::max<std::size_t>(1, counts.size() / most);
  for (std::size_t i = 1; i + 1 < counts.size() && counts.size() > 3; i += step) {
    splits.push_back(without(series, counts[i]));
  }
  return splits;
}

std::vector<Split> largest_count(const Series& series) {
  const std::vector<int> counts = counts_of(series);
  if (counts.size() < 3) return {};
  return {without(series, counts.back())};
}

// Large machines from small ones: known up to `most`, wanted at the largest.
constexpr int most_known = 16;
std::vector<Split> from_small(const Series& series) {
  const std::vector<int> counts = counts_of(series);
  if (counts.size() < 3 || counts[1] > most_known || counts.back() <= 2 * most_known) return {};
  return {split_by(
      series, [](int p) { return p <= most_known; }, [&](int p) { return p == counts.back(); })};
}

// Not held out: what the full fit says of the largest count.
std::vector<Split> everything_known(const Series& series) {
  const std::vector<int> counts = counts_of(series);
  if (from_small(series).empty()) return {};
  return {split_by(
      series, [](int) { return true; }, [&](int p) { return p == counts.back(); })};
}

struct Task {
  const char* name;
  std::vector<Split> (*make)(const Series&);
};
const std::vector<Task> tasks = {
    {"random 25 %", random_quarters}, {"inner p", inner_counts}, {"largest p", largest_count}};
const std::vector<Task> only_largest = {tasks.back()};
const std::vector<Task> small_to_large = {{"known up to p = 16", from_small},
                                          {"all p known", everything_known}};

double at_share(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1) + 0.5)];
}

struct Verdict {
  std::vector<double> errors;
  int silent = 0, within_two = 0, not_positive = 0;

  void add(const std::optional<double>& seconds, double measured) {
    if (!seconds) {
      ++silent;
      return;
    }
    const double ratio = *seconds / measured;
    errors.push_back(std::abs(ratio - 1));
    within_two += 0.5 <= ratio && ratio <= 2;
    not_positive += ratio <= 0;
  }
};

void judge(const Series& series, const Task& task) {
  std::array<Verdict, std::size(methods)> verdicts;
  for (const Split& split : task.make(series)) {
    const Known known{series, split.known,
                      fitted(series, split.known, FitOptions::Method::revprof)};
    for (std::size_t i = 0; i < verdicts.size(); ++i) {
      const Foretell foretell = methods[i].make(known);
      for (const Measurement& cell : split.wanted) {
        verdicts[i].add(foretell(cell.processes, cell.bytes), cell.median);
      }
    }
  }
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    const Verdict& verdict = verdicts[i];
    if (verdict.errors.empty()) continue;
    const auto count = static_cast<double>(verdict.errors.size());
    std::printf("%s,%s,%s,%s,%zu,%d,%.6g,%.6g,%.6g,%.6g\n", series.file.c_str(),
                series.label.c_str(), task.name, methods[i].name, verdict.errors.size(),
                verdict.silent, at_share(verdict.errors, 0.5), at_share(verdict.errors, 0.9),
                verdict.within_two / count, verdict.not_positive / count);
  }
}

// Cells as the fit sees them: no times of 0, no single process among more.
std::vector<Series> read_series(const std::string& file) {
  const Measurements all = read_measurements(file);
  std::map<std::string, Series> series;
  for (const Measurement& cell : all.cells) {
    if (cell.median <= 0 || cell.processes < 2) continue;
    const std::string label =
        cell.call + (cell.within == 0 ? "" : " within " + std::to_string(cell.within));
    Series& one = series[label];
    one.file = file, one.label = label;
    one.header.header = all.header;
    one.cells.push_back(cell);
  }
  std::vector<Series> list;
  for (auto& [label, one] : series) list.push_back(std::move(one));
  return list;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    std::puts("file,call,task,method,points,silent,median_error,p90_error,within_two,not_positive");
    const std::map<std::string, const std::vector<Task>*> choices = {
        {"--small-to-large", &small_to_large}, {"--largest-p", &only_largest}};
    const std::vector<Task>* chosen = &tasks;  // of the files that follow
    for (int i = 1; i < argc; ++i) {
      const auto choice = choices.find(argv[i]);
      if (choice != choices.end()) {
        chosen = choice->second;
        continue;
      }
      for (const Series& series : read_series(argv[i])) {
        for (const Task& task : *chosen) judge(series, task);
      }
    }
  } catch (const std::exception& error) {
    std::cerr << "fit_comparison: " << error.what() << '\n';
    return 2;
  }
  return 0;
}
