// SPDX-License-Identifier: BSD-3-Clause
// The clocks of a collective where a critical path is recorded: behind the lanes' times follow the
// place of the latest one on the path's lane, the second latest time and its place, and, as
// everywhere, the bytes. So it is known who has decided, and how narrowly.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>

#include "revprof/engine/path_step.hpp"

namespace revprof {

struct PlacedClocks {
  std::size_t lanes = 0, lane = 0;  // of the engine, and of its critical path

  std::size_t values() const { return lanes + 4; }
  std::size_t place() const { return lanes; }
  std::size_t second() const { return lanes + 1; }
  std::size_t second_place() const { return lanes + 2; }
  std::size_t bytes() const { return lanes + 3; }

  // Into `b`: the latest ones of both, and the sum of the bytes.
  void merge(const SimTime* a, SimTime* b) const;
};

// The same as a datatype, of one element for all values, and an operation; made at first use.
MPI_Datatype placed_clocks_type(const PlacedClocks& clocks);
MPI_Op latest_places_op();
void free_latest_places();

}  // namespace revprof
