// SPDX-License-Identifier: BSD-3-Clause
// A communicator that is still being made by MPI_Comm_idup while another one is made of the same:
// Open MPI 4.1 hangs if a collective comes between the two, and at times if there are more of them.
#include "check.hpp"

int main(int argc, char** argv) {
  const World world(&argc, &argv);
  MPI_Comm idup = MPI_COMM_NULL, dup = MPI_COMM_NULL, half = MPI_COMM_NULL;
  MPI_Request request = MPI_REQUEST_NULL;
  CHECK_MPI(MPI_Comm_idup(MPI_COMM_WORLD, &idup, &request));
  CHECK_MPI(MPI_Comm_dup(MPI_COMM_WORLD, &dup));
  CHECK_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
  // All serve, those that are made of them, too.
  int sum = 0;
  CHECK_MPI(MPI_Allreduce(&world.rank, &sum, 1, MPI_INT, MPI_SUM, idup));
  CHECK_EQUAL(sum, world.size * (world.size - 1) / 2);
  CHECK_MPI(MPI_Barrier(dup));
  CHECK_MPI(MPI_Comm_split(idup, world.rank / 2, 0, &half));
  CHECK_MPI(MPI_Barrier(half));
  for (MPI_Comm* made : {&half, &dup, &idup}) CHECK_MPI(MPI_Comm_free(made));
  if (world.rank == 0) std::cout << "well\n";
}
