// SPDX-License-Identifier: BSD-3-Clause
// Leaves no room in files for results, as a quota does.
#include <mpi.h>
#include <signal.h>
#include <sys/resource.h>

int main(int argc, char** argv) {
  const struct rlimit limit = {100, 100};
  MPI_Init(&argc, &argv);
  MPI_Barrier(MPI_COMM_WORLD);
  signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &limit);
  return MPI_Finalize();
}
