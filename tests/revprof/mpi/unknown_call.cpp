// SPDX-License-Identifier: BSD-3-Clause
// unknown_call moves|asks: linked with librevprof.a, makes a call as the wrapper of one that no
// table knows would.
#include "revprof/mpi/world/unknown_call.hpp"

#include <string>

#include "check.hpp"

int main(int argc, char** argv) {
  const World world(&argc, &argv);
  const bool moves = argc > 1 && std::string(argv[1]) == "moves";
  const auto sort = moves ? revprof::UnknownCall::moves_data : revprof::UnknownCall::asks;
  for (int i = 0; i < 2; ++i) revprof::unknown_call("MPI_Made", sort);
  CHECK_MPI(MPI_Barrier(MPI_COMM_WORLD));
  if (world.rank == 0) std::cout << "well\n";
}
