// SPDX-License-Identifier: BSD-3-Clause
// Which MPI call a symbol is, in C and in the ways of Fortran compilers.
#pragma once

#include <optional>
#include <string>

namespace revprof {

struct MpiSymbol {
  enum class Interface { c, fortran };

  std::string call;  // as in C: "MPI_Send"; of OpenSHMEM the family: "shmem_put"
  Interface interface = Interface::c;
  bool profiled = false;  // PMPI_Send: the name behind which no profiling library gets
  std::string written;  // what nearly all compilers make of it: "mpi_send_"; of C's the name itself
};

// "MPI_Send", "mpi_send_" (mpif.h and `use mpi`), "mpi_send_f08_" (`use mpi_f08`), what compilers
// write in their place ("mpi_send", "mpi_send__", "MPI_SEND") and their PMPI_ forms; nullopt for
// all else, also for MPI's constants and callback functions (MPI_DUP_FN).
std::optional<MpiSymbol> read_mpi_symbol(const std::string& symbol);

}  // namespace revprof
