// SPDX-License-Identifier: BSD-3-Clause
// characterize: MPI alone.
#include "characterize/subject.hpp"

namespace revprof {

namespace {

constexpr const char* introduction =
    "Usage: mpirun -np P characterize [options]\n\n"
    "Times the MPI calls of this machine over numbers of processes p and message sizes d, and\n"
    "what the processes of a node compute and move in memory (--no-computation leaves that out), "
    "and\n"
    "makes a machine model of them: machine.csv (the measurements), machine.json (the model),\n"
    "machine.tex and machine.pdf (the datasheet). Start it as the programs of interest will run:\n"
    "same nodes, same binding, one process for each of theirs.\n\n"
    "  mpirun -np 64 characterize -o cluster.json --name \"Our cluster\"\n"
    "  mpirun -np 16 characterize --calls MPI_Allreduce,transit --bytes 8,1024,65536\n\n"
    "Ctrl-C keeps what was measured: the files are made of it. After that, or after a crash,\n\n"
    "  mpirun -np 64 characterize --resume cluster.csv\n\n"
    "goes on. What differs from one start of a program to the next is part of the model once "
    "there\n"
    "are several launches: --append cluster.csv, on another day, adds one. `revprof fit\n"
    "cluster.csv` makes a model of the measurements again. A job for a batch system:\n\n"
    "  characterize --job-script slurm >characterize.job\n\n";

}  // namespace

const Subject& subject() {
  static const Subject mpi = {
      "characterize",
      "mpirun",
      introduction,
      nullptr,
      [](int* argc, char*** argv) { MPI_Init(argc, argv); },
      [] { MPI_Finalize(); },
      [](std::int64_t wanted) { return wanted; },
      [] { return std::vector<Operation>(); },
  };
  return mpi;
}

}  // namespace revprof
