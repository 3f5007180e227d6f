// SPDX-License-Identifier: BSD-3-Clause
// Dynamic programming over the measured sizes; the cost of a range is the loss of the best form in
// it.
#include "fit/fit/size_breaks.hpp"

#include <limits>

#include "fit/fit/regimes.hpp"
#include "fit/fit/start_search.hpp"

namespace revprof {

namespace {

constexpr Effort search_effort = {4, 1e-4, search_huber};

struct Cost {
  double loss = infinity;
  int parameters = 0;
};

// The most promising form's, followed to its end.
Cost cost_of(const Points& inside, const StartSearch& search, const Corner& corner) {
  const Form form = search.best(corner, search_huber);
  const EquationFit fit = fit_equation(inside, form, corner, search_effort);
  return {fit.loss, fit.parameters()};
}

Cost cost_of(const Points& inside, const Corner& corner) {
  StartSearch search(inside);
  search.begin_at(0);
  search.extend_to(inside.size());
  return cost_of(inside, search, corner);
}

// Every range of sizes that may be a regime: costs[first][last].
std::vector<std::vector<Cost>> all_costs(const Points& points, int min_processes,
                                         const std::vector<std::int64_t>& bytes) {
  const std::size_t count = bytes.size();
  std::vector<std::vector<Cost>> costs(count, std::vector<Cost>(count));
  StartSearch search(points);
  std::size_t begin = 0;
  for (std::size_t first = 0; first < count; ++first) {
    const std::int64_t min_bytes = first == 0 ? bytes[0] : bytes[first - 1] + 1;
    search.begin_at(begin);
    std::size_t next_begin = begin;
    for (std::size_t last = first; last < count; ++last) {
      const bool everything = first == 0 && last + 1 == count;
      const Points inside = only_sizes(points, min_bytes, bytes[last]);
      search.extend_to(begin + inside.size());
      if (last == first) next_begin = begin + inside.size();
      if (!everything && (last == first || inside.size() < fewest_points)) continue;
      costs[first][last] = cost_of(inside, search, {min_processes, min_bytes});
    }
    begin = next_begin;
  }
  return costs;
}

// The least loss of sizes [0, last] in a number of ranges, and where its last range begins.
struct Best {
  double loss = infinity;
  int parameters = 0;
  std::size_t first_of_last = 0;
};

}  // namespace

std::vector<SizeBreaks> best_size_breaks(const Points& points, int min_processes) {
  const std::vector<std::int64_t> bytes = sizes(points);
  const std::size_t count = bytes.size();
  const auto costs = all_costs(points, min_processes, bytes);
  std::vector<std::vector<Best>> table(most_size_ranges, std::vector<Best>(count));
  for (std::size_t last = 0; last < count; ++last) {
    table[0][last] = {costs[0][last].loss, costs[0][last].parameters, 0};
  }
  for (std::size_t ranges = 1; ranges < most_size_ranges; ++ranges) {
    for (std::size_t last = 1; last < count; ++last) {
      for (std::size_t first = 1; first <= last; ++first) {
        const Best& before = table[ranges - 1][first - 1];
        const Cost& cost = costs[first][last];
        const double loss = before.loss + cost.loss;
        if (loss < table[ranges][last].loss) {
          table[ranges][last] = {loss, before.parameters + cost.parameters + 1, first};
        }
      }
    }
  }
  std::vector<SizeBreaks> best;
  for (std::size_t ranges = 0; ranges < most_size_ranges; ++ranges) {
    const Best& whole = table[ranges][count - 1];
    if (whole.loss == infinity) continue;
    SizeBreaks breaks{{}, whole.loss, whole.parameters};
    std::size_t last = count - 1;
    for (std::size_t left = ranges + 1; left-- > 0;) {
      breaks.last_sizes.insert(breaks.last_sizes.begin(), bytes[last]);
      if (left > 0) last = table[left][last].first_of_last - 1;
    }
    best.push_back(std::move(breaks));
  }
  return best;
}

SizeBreaks with_breaks(const Points& points, int min_processes,
                       const std::vector<std::int64_t>& last_sizes) {
  SizeBreaks result{last_sizes, 0, static_cast<int>(last_sizes.size()) - 1};
  std::int64_t min_bytes = points.front().bytes;
  for (const std::int64_t last : last_sizes) {
    const Points inside = only_sizes(points, min_bytes, last);
    min_bytes = last + 1;
    if (inside.empty()) continue;
    const Cost cost = cost_of(inside, {min_processes, inside.front().bytes});
    result.loss += cost.loss;
    result.parameters += cost.parameters;
  }
  return result;
}

}  // namespace revprof
