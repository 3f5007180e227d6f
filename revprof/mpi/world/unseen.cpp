// SPDX-License-Identifier: BSD-3-Clause
// Asks MPI itself, when the program ends, whether there was any.
#include "revprof/mpi/world/unseen.hpp"

#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace revprof {

namespace {

bool init_seen = false;

// MPI can no longer be asked for the rank.
bool is_first_process() {
  for (const char* variable : {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", "SLURM_PROCID"}) {
    if (const char* rank = std::getenv(variable)) return std::string(rank) == "0";
  }
  return true;
}

__attribute__((destructor)) void say_what_was_missed() {
  int initialized = 0;
  if (init_seen || PMPI_Initialized(&initialized) != MPI_SUCCESS || initialized == 0) return;
  if (!is_first_process()) return;
  std::fputs(
      "revprof: NOTHING WAS PREDICTED: the program has used MPI, and none of its calls reached "
      "revprof (MPI_Init was not seen); `revprof check PROGRAM` says why\n",
      stderr);
}

}  // namespace

void note_init() { init_seen = true; }

}  // namespace revprof
