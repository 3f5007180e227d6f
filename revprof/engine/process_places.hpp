// SPDX-License-Identifier: BSD-3-Clause
// Where the processes of a program are on the machine. A model's blocks are of consecutive places;
// process r is at place r, unless the setting `placement` says otherwise.
#pragma once

#include <utility>
#include <vector>

#include "revprof/engine/distance.hpp"

namespace revprof {

class ProcessPlaces {
 public:
  ProcessPlaces() = default;
  // One for each process of MPI_COMM_WORLD, no two the same.
  explicit ProcessPlaces(std::vector<int> of_processes);

  bool in_order() const { return of_processes_.empty(); }
  // A process of another MPI_COMM_WORLD (negative) has none of these.
  int of(int rank) const {
    return in_order() || rank < 0 ? rank : of_processes_[static_cast<std::size_t>(rank)];
  }
  // How many processes have a place before that one's.
  int before(int rank) const { return in_order() ? rank : before_[static_cast<std::size_t>(rank)]; }
  // The most of so many processes that a block of that size holds.
  int most_in(int block, int processes) const;
  // How many places there are from the first one of the machine to the last one that is taken.
  int extent(int processes) const;
  // Empty: in order.
  const std::vector<int>& all() const { return of_processes_; }

  // Of processes of MPI_COMM_WORLD, or of others, too.
  Span span(const Blocks& blocks, const std::vector<int>& ranks) const;

 private:
  std::vector<int> of_processes_, before_;
};

}  // namespace revprof
