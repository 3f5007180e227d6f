// SPDX-License-Identifier: BSD-3-Clause
// Classes of equal times, and a pair with rank 0 for each.
#include "characterize/distances.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace revprof {

namespace {

constexpr double same = 17.0 / 16;

// The least time of each class, ascending.
std::vector<double> classes_of(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  std::vector<double> classes;
  for (const double time : times) {
    if (classes.empty() || time > classes.back() * same) classes.push_back(time);
  }
  return classes;
}

double ratio(double a, double b) { return std::abs(std::log(a / b)); }

}  // namespace

DistanceMap map_distances(int processes, const std::vector<int>& ranks_apart,
                          const PairTime& pair_time) {
  std::vector<std::vector<double>> times;  // as the map
  std::vector<double> all;
  for (int a = 0; a + 1 < processes; ++a) {
    times.emplace_back();
    for (int b = a + 1; b < processes; ++b) times.back().push_back(pair_time(a, b));
    all.insert(all.end(), times.back().begin(), times.back().end());
  }
  const std::vector<double> classes = classes_of(all);
  const auto class_of = [&](double time) {
    return std::upper_bound(classes.begin(), classes.end(), time) - classes.begin() - 1;
  };
  // The ranks that stand for each class: those that are measured in any case, or the first one.
  std::vector<std::vector<int>> stand_for(classes.size());
  const auto is_listed = [&](int ranks) {
    return std::find(ranks_apart.begin(), ranks_apart.end(), ranks) != ranks_apart.end();
  };
  for (const bool listed : {true, false}) {
    for (int rank = 1; rank < processes; ++rank) {
      auto& own = stand_for[static_cast<std::size_t>(
          class_of(times[0][static_cast<std::size_t>(rank - 1)]))];
      if (listed ? is_listed(rank) : own.empty()) own.push_back(rank);
    }
  }
  // Of a class without any the one whose times are nearest has to do.
  const auto nearest = [&](std::size_t wanted) -> const std::vector<int>& {
    std::size_t best = classes.size();
    for (std::size_t c = 0; c < classes.size(); ++c) {
      if (stand_for[c].empty()) continue;
      const bool nearer = best == classes.size() || ratio(classes[c], classes[wanted]) <
                                                        ratio(classes[best], classes[wanted]);
      if (nearer) best = c;
    }
    return stand_for[best];
  };
  DistanceMap map;
  for (const std::vector<double>& row : times) {
    map.as_far.emplace_back();
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::vector<int>& ranks = nearest(static_cast<std::size_t>(class_of(row[i])));
      map.as_far.back().push_back(*std::min_element(ranks.begin(), ranks.end(), [&](int r, int s) {
        return ratio(r, static_cast<double>(i + 1)) < ratio(s, static_cast<double>(i + 1));
      }));
    }
  }
  return map;
}

std::vector<int> told_apart(const std::vector<int>& ranks_apart, const DistanceMap& distances) {
  std::set<int> all(ranks_apart.begin(), ranks_apart.end());
  for (const std::vector<int>& row : distances.as_far) all.insert(row.begin(), row.end());
  const int block = ranks_apart.empty() ? 0 : ranks_apart.front();
  return {all.lower_bound(block), all.end()};
}

}  // namespace revprof
