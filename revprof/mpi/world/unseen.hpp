// SPDX-License-Identifier: BSD-3-Clause
// A program whose MPI calls all pass revprof by (PMPI_Init): it is told so
// at its end, as nothing else would.
#pragma once

namespace revprof {

// The program has begun MPI where revprof sees it.
void note_init();

}  // namespace revprof
