// SPDX-License-Identifier: BSD-3-Clause
// MPI_Finalize first deletes the attributes of MPI_COMM_SELF, as long as all of MPI works: the
// program's callbacks may compute, and exchange messages (MPI-3.1 section 8.7.1).
#pragma once

namespace revprof {

// After MPI_Init, before the program has set any: `then` is called when MPI_Finalize has deleted
// all others. They go in the reverse order of their setting. False: MPI does not let it.
bool call_after_last_callback(void (*then)());

}  // namespace revprof
