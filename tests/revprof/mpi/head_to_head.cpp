// SPDX-License-Identifier: BSD-3-Clause
// head_to_head BYTES...: everybody sends so many bytes first and receives then; alone, to itself.
// Prints each size that went through; above the eager limit of the transport it hangs, as it
// should.
#include <cstdlib>

#include "check.hpp"

int main(int argc, char** argv) {
  const World world(&argc, &argv);
  const int peer = world.size > 1 ? world.rank ^ 1 : 0;
  for (int i = 1; i < argc; ++i) {
    const int bytes = std::atoi(argv[i]);
    Guarded out(bytes), in(bytes);
    out.fill(1);
    CHECK_MPI(MPI_Send(out.get(), bytes, MPI_BYTE, peer, 0, MPI_COMM_WORLD));
    CHECK_MPI(MPI_Recv(in.get(), bytes, MPI_BYTE, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    CHECK_BYTES(in, 1, bytes);
    MPI_Barrier(MPI_COMM_WORLD);
    if (world.rank == 0) std::cout << bytes << std::endl;
  }
}
