// SPDX-License-Identifier: BSD-3-Clause
// How well ways to fit foretell points that they have not seen. Reads measurement files and prints
// one line of CSV for each file, call and class, task and method; bench_fit.py makes tables of
// them.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <iostream>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "fit/measurements/measurements.hpp"
#include "fit/model/estimate.hpp"
#include "foretelling.hpp"

using namespace revprof;

namespace {

// What is known, and what is to be foretold.
struct Split {
  Times known, wanted;
};

std::vector<Split> random_quarters(const DataSet& series) {
  constexpr int draws = 6;
  constexpr std::size_t fewest_known = 6;
  std::vector<Split> splits;
  std::mt19937 random(20261121);  // its numbers are the same everywhere; std::shuffle's are not
  for (int draw = 0; draw < draws; ++draw) {
    Times cells = series.cells;
    for (std::size_t i = cells.size(); i > 1; --i) std::swap(cells[i - 1], cells[random() % i]);
    const auto quarter = static_cast<std::ptrdiff_t>(cells.size() / 4);
    if (quarter == 0 || cells.size() - cells.size() / 4 < fewest_known) return {};
    splits.push_back(
        {{cells.begin() + quarter, cells.end()}, {cells.begin(), cells.begin() + quarter}});
  }
  return splits;
}

std::vector<int> counts_of(const DataSet& series) {
  std::set<int> counts;
  for (const Measurement& cell : series.cells) counts.insert(cell.processes);
  return {counts.begin(), counts.end()};
}

Split split_by(const DataSet& series, const std::function<bool(int)>& known,
               const std::function<bool(int)>& wanted) {
  Split split;
  for (const Measurement& cell : series.cells) {
    if (known(cell.processes)) split.known.push_back(cell);
    if (wanted(cell.processes)) split.wanted.push_back(cell);
  }
  return split;
}

Split without(const DataSet& series, int count) {
  return split_by(
      series, [=](int p) { return p != count; }, [=](int p) { return p == count; });
}

std::vector<Split> inner_counts(const DataSet& series) {
  const std::vector<int> counts = counts_of(series);
  constexpr std::size_t most = 8;  // of many counts, some
  std::vector<Split> splits;
  const std::size_t step = std::max<std::size_t>(1, counts.size() / most);
  for (std::size_t i = 1; i + 1 < counts.size() && counts.size() > 3; i += step) {
    splits.push_back(without(series, counts[i]));
  }
  return splits;
}

std::vector<Split> largest_count(const DataSet& series) {
  const std::vector<int> counts = counts_of(series);
  if (counts.size() < 3) return {};
  return {without(series, counts.back())};
}

// Each launch from the others, where these know the cell.
std::vector<Split> each_launch(const DataSet& series) {
  std::set<int> launches;
  for (const Measurement& cell : series.cells) launches.insert(cell.launch);
  std::vector<Split> splits;
  for (const int launch : launches) {
    Split split;
    std::set<std::pair<int, std::int64_t>> seen;
    for (const Measurement& cell : series.cells) {
      if (cell.launch == launch) continue;
      split.known.push_back(cell);
      seen.emplace(cell.processes, cell.bytes);
    }
    for (const Measurement& cell : series.cells) {
      const bool known = seen.count({cell.processes, cell.bytes}) != 0;
      if (cell.launch == launch && known) split.wanted.push_back(cell);
    }
    if (!split.wanted.empty()) splits.push_back(std::move(split));
  }
  return splits;
}

// Large machines from small ones: known up to `most`, wanted at the largest.
constexpr int most_known = 16;
std::vector<Split> from_small(const DataSet& series) {
  const std::vector<int> counts = counts_of(series);
  if (counts.size() < 3 || counts[1] > most_known || counts.back() <= 2 * most_known) return {};
  return {split_by(
      series, [](int p) { return p <= most_known; }, [&](int p) { return p == counts.back(); })};
}

// Not held out: what the full fit says of the largest count.
std::vector<Split> everything_known(const DataSet& series) {
  const std::vector<int> counts = counts_of(series);
  if (from_small(series).empty()) return {};
  return {split_by(
      series, [](int) { return true; }, [&](int p) { return p == counts.back(); })};
}

struct Task {
  const char* name;
  std::vector<Split> (*make)(const DataSet&);
};
const std::vector<Task> tasks = {
    {"random 25 %", random_quarters}, {"inner p", inner_counts}, {"largest p", largest_count}};
const std::vector<Task> only_largest = {tasks.back()};
const std::vector<Task> next_launch = {{"next launch", each_launch}};
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

// Whether the band of the default fit holds the time.
bool is_inside(const Known& known, const Measurement& cell) {
  if (!known.equations) return false;
  const Estimate band = estimate(*known.equations, cell.processes, cell.bytes);
  return band.low <= cell.median && cell.median <= band.high;
}

void judge(const DataSet& series, const Task& task) {
  std::vector<Verdict> verdicts(methods().size());
  int inside = 0;
  for (const Split& split : task.make(series)) {
    const Known known = known_of(series, split.known);
    for (const Measurement& cell : split.wanted) inside += is_inside(known, cell);
    for (std::size_t i = 0; i < verdicts.size(); ++i) {
      const Foretell foretell = methods()[i].make(known);
      for (const Measurement& cell : split.wanted) {
        verdicts[i].add(foretell(cell.processes, cell.bytes), cell.median);
      }
    }
  }
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    const Verdict& verdict = verdicts[i];
    if (verdict.errors.empty()) continue;
    const auto count = static_cast<double>(verdict.errors.size());
    std::printf("%s,%s,%s,%s,%zu,%d,%.6g,%.6g,%.6g,%.6g,", series.file.c_str(),
                series.label.c_str(), task.name, methods()[i].name, verdict.errors.size(),
                verdict.silent, at_share(verdict.errors, 0.5), at_share(verdict.errors, 0.9),
                verdict.within_two / count, verdict.not_positive / count);
    if (i == 0) std::printf("%.6g", inside / count);  // the band is that of the default fit
    std::puts("");
  }
}

// Cells as the fit sees them: no times of 0, no single process among more.
std::vector<DataSet> read_series(const std::string& file) {
  const Measurements all = read_measurements(file);
  std::map<std::string, DataSet> series;
  for (const Measurement& cell : all.cells) {
    if (cell.median <= 0 || cell.processes < 2) continue;
    const std::string label =
        cell.call + (cell.within == 0 ? "" : " within " + std::to_string(cell.within));
    DataSet& one = series[label];
    one.file = file, one.label = label;
    one.header.header = all.header;
    one.cells.push_back(cell);
  }
  std::vector<DataSet> list;
  for (auto& [label, one] : series) list.push_back(std::move(one));
  return list;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    std::puts(
        "file,call,task,method,points,silent,median_error,p90_error,within_two,not_positive,"
        "inside");
    const std::map<std::string, const std::vector<Task>*> choices = {
        {"--small-to-large", &small_to_large},
        {"--largest-p", &only_largest},
        {"--next-launch", &next_launch}};
    const std::vector<Task>* chosen = &tasks;  // of the files that follow
    for (int i = 1; i < argc; ++i) {
      const auto choice = choices.find(argv[i]);
      if (choice != choices.end()) {
        chosen = choice->second;
        continue;
      }
      for (const DataSet& series : read_series(argv[i])) {
        for (const Task& task : *chosen) judge(series, task);
      }
    }
  } catch (const std::exception& error) {
    std::cerr << "fit_comparison: " << error.what() << '\n';
    return 2;
  }
  return 0;
}
