// SPDX-License-Identifier: BSD-3-Clause
// What librevprof_shmem.so is to its programs.
#include "revprof/mpi/world/front_end.hpp"

#include "revprof/calls/mpi_calls.hpp"

namespace revprof {

const FrontEnd& front_end() {
  static const FrontEnd shmem = {{"OpenSHMEM", "shmem_init", "shmem_finalize"}, mpi_calls()};
  return shmem;
}

}  // namespace revprof
