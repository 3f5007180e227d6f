// SPDX-License-Identifier: BSD-3-Clause
// characterize_shmem: OpenSHMEM, whose processes are MPI's, too; MPI's calls where they are asked
// for.
#include "characterize/subject.hpp"

#include <cstdlib>

#include "characterize/shmem/operations.hpp"
#include "characterize/shmem/room.hpp"

namespace revprof {

namespace {

constexpr const char* introduction =
    "Usage: oshrun -np P characterize_shmem [options]\n\n"
    "Times the OpenSHMEM calls of this machine over numbers of processes p and message sizes d,\n"
    "as characterize times MPI's (--with-mpi: both, so that one model has all), and makes a\n"
    "machine model of them: machine.csv (the measurements), machine.json (the model),\n"
    "machine.tex and machine.pdf (the datasheet).\n\n"
    "  oshrun -np 4 characterize_shmem -o cluster.json --name \"Our cluster\"\n"
    "  oshrun -np 2 characterize_shmem --calls shmem_put,shmem_transit --bytes 8,1024,65536\n"
    "  oshrun -np 4 characterize_shmem --resume cluster.csv\n\n"
    "Symmetric memory is the heap's: --max-memory is halved until that has it\n"
    "(SHMEM_SYMMETRIC_SIZE=1G makes it larger).\n\n";

// Open MPI 4.1.4 crashes in shmem_finalize with its transport uct.
void begin(int*, char***) {
  setenv("OMPI_MCA_btl", "^uct", 0);
  shmem_init();
}

std::vector<Operation> operations_of_shmem() {
  std::vector<Operation> all;
  for (const auto group :
       {symmetric::transfers, symmetric::orders, symmetric::flights, symmetric::collectives}) {
    for (Operation& operation : group()) all.push_back(std::move(operation));
  }
  return all;
}

}  // namespace

const Subject& subject() {
  static const Subject shmem = {
      "characterize_shmem",
      "oshrun",
      introduction,
      "OpenSHMEM 1.4",
      begin,
      [] { shmem_finalize(); },
      symmetric::make_room,
      operations_of_shmem,
  };
  return shmem;
}

}  // namespace revprof
