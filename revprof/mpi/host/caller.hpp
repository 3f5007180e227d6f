// SPDX-License-Identifier: BSD-3-Clause
// Who calls a function of the system's, or of another library's, that stands here before theirs.
#pragma once

namespace revprof {

// Whether this instruction is one of the MPI library's.
bool is_of_mpi(const void* instruction);

// Whether this thread is inside a call of MPI, be it one that nobody intercepts: of the program and
// the MPI library, which of them is the nearer one that waits for what is called now. A library
// that both use, such as one that MPI loads and that sleeps as it begins, is nobody's.
bool is_called_by_mpi();

}  // namespace revprof
