// SPDX-License-Identifier: BSD-3-Clause
// Looks for steps in the times between rank 0 and the others, then asks pairs elsewhere whether
// each step really is the border of a block.
#include "characterize/blocks.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace revprof {

namespace {

constexpr double step = 1.15;  // times farther apart than this belong to different distances

class Distances {
 public:
  Distances(int processes, const PairTime& pair_time)
      : processes_(processes), pair_time_(pair_time) {}

  int processes() const { return processes_; }

  // Noise only ever adds time, and other processes' noise comes and goes: the least of three looks.
  double operator()(int a, int b) {
    const auto known = times_.find({a, b});
    if (known != times_.end()) return known->second;
    double least = pair_time_(a, b);
    for (int look = 1; look < 3; ++look) least = std::min(least, pair_time_(a, b));
    return times_[{a, b}] = least;
  }

 private:
  int processes_;
  const PairTime& pair_time_;
  std::map<std::pair<int, int>, double> times_;
};

// The ranks to begin with: near ones all, then 3/2 and 2 times as far, and the last.
std::vector<int> first_looks(int processes) {
  std::vector<int> ranks;
  for (int rank = 1; rank < processes; ++rank) {
    int power = 1;
    while (2 * power <= rank) power *= 2;
    if (rank < 16 || rank == power || 2 * rank == 3 * power) ranks.push_back(rank);
  }
  if (!ranks.empty() && ranks.back() != processes - 1) ranks.push_back(processes - 1);
  return ranks;
}

// The first rank beyond the step that lies between `near` and `far`.
int border(Distances& distance, int near, int far) {
  const double near_time = distance(0, near), far_time = distance(0, far);
  while (far - near > 1) {
    const int middle = near + (far - near) / 2;
    // The geometric middle, so that noise has to be large on either side to mislead.
    const double time = distance(0, middle);
    (time * time < near_time * far_time ? near : far) = middle;
  }
  return far;
}

// Every pair inside a block of that size is nearer than every pair across a border, also around the
// next border.
bool is_block(Distances& distance, int size) {
  const int n = distance.processes();
  double farthest_inside = 0, nearest_across = 1e30;
  const auto inside = [&](int a, int b) {
    if (a != b && std::max(a, b) < n) {
      farthest_inside = std::max(farthest_inside, distance(a, b));
    }
  };
  const auto across = [&](int a, int b) {
    if (b < n) nearest_across = std::min(nearest_across, distance(a, b));
  };
  inside(0, 1);
  inside(0, size - 1);
  inside(1, size - 1);
  inside(0, size / 2);
  inside(size, 2 * size - 1);
  inside(size, size + size / 2);
  across(0, size);
  across(size - 1, size);
  across(size / 2, size + size / 2);
  across(2 * size - 1, 2 * size);
  across(size, 2 * size);
  return farthest_inside > 0 && nearest_across >= step * farthest_inside;
}

}  // namespace

std::vector<int> find_blocks(int processes, const PairTime& pair_time) {
  Distances distance(processes, pair_time);
  const std::vector<int> ranks = first_looks(processes);
  std::set<int> blocks;
  for (std::size_t i = 1; i < ranks.size(); ++i) {
    // Nothing nearer than the border may be farther away.
    const int near = ranks[i - 1], far = ranks[i];
    if (distance(0, far) < step * distance(0, near)) continue;
    const int size = border(distance, near, far);
    if (size >= 2 && is_block(distance, size)) blocks.insert(size);
  }
  return {blocks.begin(), blocks.end()};
}

std::vector<int> with_block(std::vector<int> block_sizes, int known) {
  const auto place = std::lower_bound(block_sizes.begin(), block_sizes.end(), known);
  if (known > 1 && (place == block_sizes.end() || *place != known))
    block_sizes.insert(place, known);
  return block_sizes;
}

int typical_partner(int processes, const std::vector<int>& block_sizes, const PairTime& pair_time) {
  const int nearest = block_sizes.empty() ? 1 : block_sizes.back();
  Distances distance(processes, pair_time);
  std::vector<std::pair<double, int>> partners;
  for (const int rank : first_looks(processes)) {
    if (rank >= nearest) partners.emplace_back(distance(0, rank), rank);
  }
  if (partners.empty()) return nearest;
  std::sort(partners.begin(), partners.end());
  const double median = partners[partners.size() / 2].first;
  // Of those that are about as far, the first: noise chooses between them otherwise.
  int first = processes;
  for (const auto& [time, rank] : partners) {
    if (time * step >= median && time <= median * step) first = std::min(first, rank);
  }
  return first;
}

std::vector<int> ranks_apart(int processes, const std::vector<int>& block_sizes,
                             const PairTime& pair_time) {
  Distances distance(processes, pair_time);
  std::vector<int> all;
  const int block = block_sizes.empty() ? 1 : block_sizes.back();
  for (int power = block; power < processes; power *= 2) {
    all.push_back(power);
    const int between = power + power / 2;
    if (between > power && between < processes) all.push_back(between);
  }
  double nearest = 1e30, farthest = 0;
  for (const int ranks : all) {
    // Noise does not strike everywhere.
    double least = 1e30, most = 0;
    constexpr int places = 4;
    for (int place = 0; place < places; ++place) {
      const int first = place * (processes - 1 - ranks) / (places - 1);
      least = std::min(least, distance(first, first + ranks));
      most = std::max(most, distance(first, first + ranks));
    }
    nearest = std::min(nearest, most);
    farthest = std::max(farthest, least);
  }
  return farthest > step * nearest ? all : std::vector<int>{};
}

int smallest_block(const std::vector<int>& block_sizes, int first, int last) {
  for (const int size : block_sizes) {
    if (first / size == last / size) return size;
  }
  return 0;
}

}  // namespace revprof
