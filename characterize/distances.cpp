// SPDX-License-Identifier: BSD-3-Clause
// Classes of equal times, and a pair with rank 0 for each.
#include "characterize/distances.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <set>

namespace revprof {

namespace {

constexpr double same = 17.0 / 16;

using Times = std::vector<std::vector<double>>;  // as the map

Times times_of(int processes, const PairTime& pair_time) {
  Times times;
  for (int a = 0; a + 1 < processes; ++a) {
    times.emplace_back();
    for (int b = a + 1; b < processes; ++b) times.back().push_back(pair_time(a, b));
  }
  return times;
}

// The least time of each class, ascending.
std::vector<double> classes_of(const Times& times) {
  std::vector<double> all, classes;
  for (const std::vector<double>& row : times) all.insert(all.end(), row.begin(), row.end());
  std::sort(all.begin(), all.end());
  for (const double time : all) {
    if (classes.empty() || time > classes.back() * same) classes.push_back(time);
  }
  return classes;
}

std::size_t class_of(double time, const std::vector<double>& classes) {
  const auto next = std::upper_bound(classes.begin(), classes.end(), time);
  return static_cast<std::size_t>(next - classes.begin()) - 1;
}

double ratio(double a, double b) { return std::abs(std::log(a / b)); }

// Of each class the ranks that stand for it: those that are measured in any case, or the first one
// that is as far; of a class without any, those of the class whose time is nearest.
std::vector<std::vector<int>> standing_for(const std::vector<double>& classes,
                                           const std::vector<double>& from_first,
                                           const std::vector<int>& ranks_apart) {
  std::vector<std::vector<int>> own(classes.size());
  for (const bool listed : {true, false}) {
    for (std::size_t i = 0; i < from_first.size(); ++i) {
      const int rank = static_cast<int>(i) + 1;
      std::vector<int>& ranks = own[class_of(from_first[i], classes)];
      const bool is_listed =
          std::find(ranks_apart.begin(), ranks_apart.end(), rank) != ranks_apart.end();
      if (listed ? is_listed : ranks.empty()) ranks.push_back(rank);
    }
  }
  std::vector<std::vector<int>> all = own;
  for (std::size_t wanted = 0; wanted < all.size(); ++wanted) {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t c = 0; c < own.size(); ++c) {
      if (own[c].empty() || ratio(classes[c], classes[wanted]) >= least) continue;
      least = ratio(classes[c], classes[wanted]);
      all[wanted] = own[c];
    }
  }
  return all;
}

}  // namespace

DistanceMap map_distances(int processes, const std::vector<int>& ranks_apart,
                          const PairTime& pair_time) {
  const Times times = times_of(processes, pair_time);
  if (times.empty()) return {};
  const std::vector<double> classes = classes_of(times);
  const auto ranks = standing_for(classes, times.front(), ranks_apart);
  DistanceMap map;
  for (const std::vector<double>& row : times) {
    map.as_far.emplace_back();
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::vector<int>& as_far = ranks[class_of(row[i], classes)];
      const auto apart = static_cast<double>(i + 1);
      map.as_far.back().push_back(
          *std::min_element(as_far.begin(), as_far.end(),
                            [&](int r, int s) { return ratio(r, apart) < ratio(s, apart); }));
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
