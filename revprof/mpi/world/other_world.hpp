// SPDX-License-Identifier: BSD-3-Clause
// Processes of another MPI_COMM_WORLD: those that this program starts, that started it, or that it
// connects to (MPI-3.1 chapter 10). They run with revprof and the same lanes, or not at all.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <string>

namespace revprof {

// What the first processes of both groups tell each other before any message is stamped.
struct Greeting {
  static constexpr std::uint64_t mark_value = 0x726576'70726f66;

  std::uint64_t mark = mark_value;
  std::uint64_t fingerprint = 0;  // of models, scenario and settings
  std::int32_t lanes = 0;
  char output[4084] = {};  // the group's directory of results
};

// Collective over `local`, this side's group of the intercommunicator `inter`. Returns what the
// other side said; ends the program with a message where the other side is silent (it runs without
// revprof) or has other lanes, since its messages could not be understood.
Greeting meet(MPI_Comm inter, MPI_Comm local, const Greeting& own);

}  // namespace revprof
