// SPDX-License-Identifier: BSD-3-Clause
// Asks all processes whether they have a model.
#include "revprof/mpi/plain_run.hpp"

#include <cstdio>

namespace revprof {

bool all_run_plainly(bool plain, const Begun& begun, std::string& error) {
  const int own[2] = {plain ? 1 : 0, plain ? 0 : 1};
  int any[2] = {0, 0};
  PMPI_Allreduce(own, any, 2, MPI_INT, MPI_MAX, begun.world);
  if (any[0] == 0) return false;
  if (any[1] != 0) {
    if (plain) error = "no MODEL on this rank; expected the same model and settings everywhere";
    return false;
  }
  int rank = 0;
  PMPI_Comm_rank(begun.world, &rank);
  if (rank == 0 && begun.parents == MPI_COMM_NULL) {
    std::fputs("revprof: no MODEL is set: the program runs plainly, nothing is predicted\n",
               stderr);
  }
  return true;
}

}  // namespace revprof
