// SPDX-License-Identifier: BSD-3-Clause
// Every collective of MPI-3.1 sections 5.3 to 5.12 as a case: how it is started, blocking,
// nonblocking or persistent, and what must then be where. Each is built for a count (per peer), a
// root, and with or without MPI_IN_PLACE.
#pragma once

#include "collective_moves.hpp"
#include "collective_sums.hpp"

namespace cases {

using Maker = Case (*)(const Setting&);
inline const std::vector<Maker>& all() {
  static const std::vector<Maker> makers = {
      barrier,  bcast,     bcast_spread,         gather,         gatherv,   scatter,
      scatterv, allgather, allgatherv,           alltoall,       alltoallv, alltoallw,
      reduce,   allreduce, reduce_scatter_block, reduce_scatter, scan,      exscan};
  return makers;
}

}  // namespace cases
