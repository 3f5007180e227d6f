// SPDX-License-Identifier: BSD-3-Clause
// One break in p at most, sizes cut apart on each side of it; how many ranges, the Bayes criterion
// decides.
#include "fit/fit/regimes.hpp"

#include <algorithm>
#include <limits>
#include <optional>

#include "fit/fit/size_breaks.hpp"

namespace revprof {

namespace {

constexpr std::size_t fewest_counts_below = 1;  // of processes, on the near side of a break
constexpr std::size_t fewest_counts_above = 2;  // beyond it the equation is extrapolated from
constexpr std::size_t searched_breaks = 1;      // in p; the most promising one
constexpr double near_block = 6;                // of the criterion, for a block size as the break

// One way to cut the whole plane.
struct Cut {
  std::optional<int> last_processes_below;
  std::vector<SizeBreaks> sides;  // of the break in p: one, or below and above
  double criterion = infinity;
};

Cut best_cut(const std::vector<SizeBreaks>& whole, std::size_t points) {
  Cut best;
  for (const SizeBreaks& breaks : whole) {
    const double criterion = bayes_criterion(breaks.loss, points, breaks.parameters);
    if (criterion < best.criterion) best = {std::nullopt, {breaks}, criterion};
  }
  return best;
}

Cut best_cut(const std::vector<SizeBreaks>& below, const std::vector<SizeBreaks>& above,
             int last_processes_below, std::size_t points) {
  Cut best;
  for (const SizeBreaks& lower : below) {
    for (const SizeBreaks& upper : above) {
      const double criterion =
          bayes_criterion(lower.loss + upper.loss, points, lower.parameters + upper.parameters + 1);
      if (criterion < best.criterion) best = {last_processes_below, {lower, upper}, criterion};
    }
  }
  return best;
}

bool is_block(int processes, const std::vector<int>& block_sizes) {
  return std::find(block_sizes.begin(), block_sizes.end(), processes) != block_sizes.end();
}

// The breaks in p worth a search of their own: those that gain most with the sizes cut as without a
// break, and the best block size.
std::vector<int> promising_breaks(const Points& points, const std::vector<int>& counts,
                                  const SizeBreaks& unbroken, const std::vector<int>& block_sizes) {
  struct Candidate {
    int last_below;
    double loss;
  };
  std::vector<Candidate> candidates;
  for (std::size_t i = fewest_counts_below; i + fewest_counts_above <= counts.size(); ++i) {
    const int last_below = counts[i - 1];
    const Points below = only_processes(points, counts.front(), last_below);
    const Points above = only_processes(points, last_below + 1, counts.back());
    candidates.push_back(
        {last_below, with_breaks(below, counts.front(), unbroken.last_sizes).loss +
                         with_breaks(above, last_below + 1, unbroken.last_sizes).loss});
  }
  std::sort(candidates.begin(), candidates.end(),
            [](const Candidate& a, const Candidate& b) { return a.loss < b.loss; });
  std::vector<int> promising;
  bool has_block = false;
  for (const Candidate& candidate : candidates) {
    const bool block = is_block(candidate.last_below, block_sizes);
    if (promising.size() < searched_breaks || (block && !has_block)) {
      promising.push_back(candidate.last_below);
      has_block = has_block || block;
    }
  }
  return promising;
}

Cut best_cut(const Points& points, const std::vector<int>& block_sizes) {
  const std::vector<int> counts = process_counts(points);
  std::vector<Cut> cuts = {best_cut(best_size_breaks(points, counts.front()), points.size())};
  for (const int last_below :
       promising_breaks(points, counts, cuts.front().sides.front(), block_sizes)) {
    const Points below = only_processes(points, counts.front(), last_below);
    const Points above = only_processes(points, last_below + 1, counts.back());
    if (below.size() < fewest_points || above.size() < fewest_points) continue;
    cuts.push_back(best_cut(best_size_breaks(below, counts.front()),
                            best_size_breaks(above, last_below + 1), last_below, points.size()));
  }
  const auto better = [](const Cut& a, const Cut& b) { return a.criterion < b.criterion; };
  const Cut best = *std::min_element(cuts.begin(), cuts.end(), better);
  if (!best.last_processes_below || is_block(*best.last_processes_below, block_sizes)) return best;
  for (const Cut& cut : cuts) {
    if (cut.last_processes_below && is_block(*cut.last_processes_below, block_sizes) &&
        cut.criterion < best.criterion + near_block) {
      return cut;
    }
  }
  return best;
}

// Between two measured sizes nothing says where the break is, but a library changes its protocol at
// the eager limit.
std::int64_t end_of_range(const Points& points, std::int64_t last, std::int64_t eager_limit) {
  const Points up_to_limit = only_sizes(points, last + 1, eager_limit);
  return eager_limit > last && up_to_limit.empty() ? eager_limit : last;
}

void add_ranges(const Series& series, int min_processes, int max_processes,
                const SizeBreaks& breaks, std::int64_t eager_limit, std::vector<Range>& ranges) {
  const Points points = only_processes(series.fitted, min_processes, max_processes);
  std::int64_t min_bytes = series.min_bytes;
  for (const std::int64_t last : breaks.last_sizes) {
    const bool final_range = last == breaks.last_sizes.back();
    const std::int64_t max_bytes =
        final_range ? series.max_bytes : end_of_range(points, last, eager_limit);
    ranges.push_back(range_of(series.fitted, min_processes, max_processes, min_bytes, max_bytes));
    min_bytes = max_bytes + 1;
  }
}

}  // namespace

Range range_of(const Points& points, int min_processes, int max_processes, std::int64_t min_bytes,
               std::int64_t max_bytes) {
  return {min_processes, max_processes, min_bytes, max_bytes,
          only_sizes(only_processes(points, min_processes, max_processes), min_bytes, max_bytes)};
}

std::vector<Range> find_regimes(const Series& series, const PointToPoint& messages) {
  const std::vector<int> counts = process_counts(series.fitted);
  const Cut cut = best_cut(series.fitted, messages.block_sizes);
  std::vector<Range> ranges;
  const std::int64_t limit = messages.eager_limit_bytes;
  const int last_below = cut.last_processes_below.value_or(counts.back());
  add_ranges(series, counts.front(), last_below, cut.sides.front(), limit, ranges);
  if (cut.last_processes_below) {
    add_ranges(series, last_below + 1, counts.back(), cut.sides.back(), limit, ranges);
  }
  return ranges;
}

}  // namespace revprof
