// SPDX-License-Identifier: BSD-3-Clause
// Cells in the order of their work, from one group of like ones to the next.
#include "fit/fit/like_work.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>

namespace revprof {

namespace {

constexpr std::int64_t exactly = 16;
constexpr double like = 1.2;

double mean(double one, double weight, double other, double other_weight) {
  return (one * weight + other * other_weight) / (weight + other_weight);
}

void merge(Measurement& into, const Measurement& cell) {
  const double before = into.repetitions, more = cell.repetitions;
  for (double Measurement::*time :
       {&Measurement::lower_quartile, &Measurement::median, &Measurement::upper_quartile}) {
    into.*time = mean(into.*time, before, cell.*time, more);
  }
  into.minimum = std::min(into.minimum, cell.minimum);
  into.maximum = std::max(into.maximum, cell.maximum);
  if (into.percentile_5 && cell.percentile_5) {
    into.percentile_5 = std::min(*into.percentile_5, *cell.percentile_5);
  }
  if (into.percentile_95 && cell.percentile_95) {
    into.percentile_95 = std::max(*into.percentile_95, *cell.percentile_95);
  }
  if (into.touched && cell.touched) {
    into.touched = std::llround(
        mean(static_cast<double>(*into.touched), before, static_cast<double>(*cell.touched), more));
  } else if (cell.touched) {
    into.touched = cell.touched;
  }
  into.repetitions += cell.repetitions;
  into.outliers += cell.outliers;
}

}  // namespace

std::vector<Measurement> of_like_work(std::vector<Measurement> cells) {
  std::stable_sort(cells.begin(), cells.end(),
                   [](const Measurement& a, const Measurement& b) { return a.bytes < b.bytes; });
  std::vector<Measurement> merged;
  for (auto first = cells.begin(); first != cells.end();) {
    const auto least = static_cast<double>(first->bytes);
    const double most = first->bytes < exactly ? least : like * least;
    const auto end = std::find_if(first, cells.end(), [&](const Measurement& cell) {
      return static_cast<double>(cell.bytes) > most;
    });
    double work = 0, visits = 0;
    std::map<std::pair<int, int>, Measurement> alike;  // by processes and launch
    for (; first != end; ++first) {
      work += first->repetitions * static_cast<double>(first->bytes);
      visits += first->repetitions;
      const auto [found, is_new] = alike.try_emplace({first->processes, first->launch}, *first);
      if (!is_new) merge(found->second, *first);
    }
    for (auto& [which, cell] : alike) {
      cell.bytes = std::llround(work / visits);
      merged.push_back(std::move(cell));
    }
  }
  return merged;
}

}  // namespace revprof
