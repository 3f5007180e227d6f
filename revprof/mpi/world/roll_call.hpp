// SPDX-License-Identifier: BSD-3-Clause
// Whether every process runs with librevprof, asked before anything else is said between them.
#pragma once

#include <mpi.h>

namespace revprof {

// Of all processes of `world`. Ends the program with exit code 2, and says who it was, where one
// does not answer: it would take what revprof's collectives carry for the program's own, and the
// other way round.
void call_roll(MPI_Comm world);

}  // namespace revprof
