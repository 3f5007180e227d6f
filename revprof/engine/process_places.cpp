// SPDX-License-Identifier: BSD-3-Clause
// Counts of places, which in order are those of the processes.
#include "revprof/engine/process_places.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace revprof {

ProcessPlaces::ProcessPlaces(std::vector<int> of_processes)
    : of_processes_(std::move(of_processes)), before_(of_processes_.size()) {
  std::map<int, std::size_t> ranks;
  for (std::size_t rank = 0; rank < of_processes_.size(); ++rank) ranks[of_processes_[rank]] = rank;
  int before = 0;
  for (const auto& [place, rank] : ranks) before_[rank] = before++;
}

int ProcessPlaces::most_in(int block, int processes) const {
  if (in_order()) return std::min(block, processes);
  std::map<int, int> held;
  int most = 0;
  for (const int place : of_processes_) most = std::max(most, ++held[place / block]);
  return most;
}

int ProcessPlaces::extent(int processes) const {
  return in_order() ? processes : *std::max_element(of_processes_.begin(), of_processes_.end()) + 1;
}

Span ProcessPlaces::span(const Blocks& blocks, const std::vector<int>& ranks) const {
  int lowest = of(ranks.front()), highest = lowest;
  for (const int rank : ranks) {
    lowest = std::min(lowest, of(rank));
    highest = std::max(highest, of(rank));
  }
  return {blocks.between(lowest, highest), lowest < 0 ? 0 : highest - lowest, lowest};
}

}  // namespace revprof
