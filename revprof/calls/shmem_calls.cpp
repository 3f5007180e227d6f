// SPDX-License-Identifier: BSD-3-Clause
// The roles of OpenSHMEM's calls.
#include "revprof/calls/shmem_calls.hpp"

#include "revprof/calls/mpi_calls.hpp"

namespace revprof {

const CallTable& shmem_calls() {
  static const CallTable table = [] {
    CallTable calls = mpi_calls();
    calls.roles.transit = Call::shmem_transit;
    calls.roles.gap = Call::shmem_gap;
    return calls;
  }();
  return table;
}

}  // namespace revprof
