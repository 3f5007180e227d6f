// SPDX-License-Identifier: BSD-3-Clause
// Finds neighbours by their times, and counts how many links lie between all others.
#include "revprof/engine/links.hpp"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>

#include "fit/model/estimate.hpp"

namespace revprof {

namespace {

constexpr double as_near = 1.05;  // measured times of neighbours agree that well

using Neighbours = std::vector<std::vector<int>>;

// Links from that place to each other one; -1: none leads there.
std::vector<int> links_from(int place, const Neighbours& neighbours) {
  std::vector<int> links(neighbours.size(), -1), reached = {place};
  links[static_cast<std::size_t>(place)] = 0;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (const int next : neighbours[static_cast<std::size_t>(reached[i])]) {
      if (links[static_cast<std::size_t>(next)] >= 0) continue;
      links[static_cast<std::size_t>(next)] = links[static_cast<std::size_t>(reached[i])] + 1;
      reached.push_back(next);
    }
  }
  return links;
}

// The shortest and the longest time over so many links.
using Times = std::map<int, std::pair<double, double>>;

bool take_longer_by_links(const Times& times) {
  for (auto more = std::next(times.begin()); more != times.end(); ++more) {
    if (std::prev(more)->second.second >= more->second.first) return false;
  }
  return times.size() > 1 && times.begin()->first == 1;  // else each has a link to each other one
}

}  // namespace

Links::Links(const PointToPoint& machine, const std::vector<DistanceClass>* transit) {
  const std::vector<int>& blocks = machine.block_sizes;
  const bool is_node = std::any_of(blocks.begin(), blocks.end(), [](int size) { return size > 1; });
  const int places = machine.distances.places();
  if (transit == nullptr || places < 3 || is_node) return;
  std::map<int, double> seconds;  // by how far apart
  const auto time = [&](int a, int b) {
    const int apart = machine.distances(std::min(a, b), std::max(a, b));
    const auto [found, is_new] = seconds.try_emplace(apart);
    if (is_new) found->second = estimate(distance_class(*transit, 0, apart), 2, 1).mean;
    return found->second;
  };
  double nearest = time(0, 1);
  for (int a = 0; a < places; ++a) {
    for (int b = a + 1; b < places; ++b) nearest = std::min(nearest, time(a, b));
  }
  Neighbours neighbours(static_cast<std::size_t>(places));
  for (int a = 0; a < places; ++a) {
    for (int b = 0; b < places; ++b) {
      if (a != b && time(a, b) <= as_near * nearest) {
        neighbours[static_cast<std::size_t>(a)].push_back(b);
      }
    }
  }
  std::vector<std::vector<int>> links;
  Times times;
  for (int from = 0; from < places; ++from) {
    links.push_back(links_from(from, neighbours));
    for (int to = 0; to < places; ++to) {
      if (to == from) continue;
      const double each = time(from, to);
      auto& [shortest, longest] =
          times.try_emplace(links.back()[static_cast<std::size_t>(to)], each, each).first->second;
      shortest = std::min(shortest, each);
      longest = std::max(longest, each);
    }
  }
  if (!take_longer_by_links(times)) return;
  places_ = places;
  first_.resize(static_cast<std::size_t>(places) * static_cast<std::size_t>(places));
  last_.resize(first_.size());
  // Of the neighbours of one end of the way that one with the fewest links to the other end.
  const auto gate_on = [&](int sender, int receiver, int place, int far) {
    const std::vector<int>& gates = neighbours[static_cast<std::size_t>(place)];
    const auto key = [&](int each) {
      return std::tuple(links[static_cast<std::size_t>(far)][static_cast<std::size_t>(each)],
                        std::abs(each - sender), std::abs(each - receiver));
    };
    const auto gate =
        std::min_element(gates.begin(), gates.end(), [&](int a, int b) { return key(a) < key(b); });
    return static_cast<std::int16_t>(gate - gates.begin());
  };
  for (int place = 0; place < places; ++place) {
    const auto& gates = neighbours[static_cast<std::size_t>(place)];
    most_ = std::max(most_, static_cast<int>(gates.size()));
    for (int far = 0; far < places; ++far) {
      first_[index(place, far)] = gate_on(place, far, place, far);
      last_[index(far, place)] = gate_on(far, place, place, far);
    }
  }
}

}  // namespace revprof
