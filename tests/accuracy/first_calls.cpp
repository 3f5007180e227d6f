// SPDX-License-Identifier: BSD-3-Clause
// A whole program that does little but begin: what an MPI library sets up at its first collective,
// leaves of a reduction that go on at once, groups of several sizes.
#include <mpi.h>

#include <vector>

namespace {

// Each process but the root has left, and asks its neighbour.
void reduce_and_pass(int rank, int size) {
  std::vector<double> values(128, 1.0), sums(128);
  int token = rank, other = 0;
  for (int round = 0; round < 5; ++round) {
    MPI_Reduce(values.data(), sums.data(), 128, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    const int neighbour = rank ^ 1;
    if (rank < 2 || neighbour >= size) continue;
    MPI_Sendrecv(&token, 1, MPI_INT, neighbour, 0, &other, 1, MPI_INT, neighbour, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
  }
}

void split(int rank, int members) {
  MPI_Comm group = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, rank / members, rank, &group);
  MPI_Barrier(group);
  MPI_Comm_free(&group);
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  reduce_and_pass(rank, size);
  for (int members = 1; members <= size; members *= 4) split(rank, members);
  MPI_Finalize();
  return 0;
}
