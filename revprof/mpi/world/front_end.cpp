// SPDX-License-Identifier: BSD-3-Clause
// What librevprof.so and librevprof_mpich.so are to their programs.
#include "revprof/mpi/world/front_end.hpp"

#include "revprof/calls/mpi_calls.hpp"

namespace revprof {

const FrontEnd& front_end() {
  static const FrontEnd mpi = {{"MPI", "MPI_Init", "MPI_Finalize"}, mpi_calls()};
  return mpi;
}

}  // namespace revprof
