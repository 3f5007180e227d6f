// SPDX-License-Identifier: BSD-3-Clause
// The program's own functions with the names of MPI's Fortran routines.
#pragma once

namespace revprof {

// From now on they are called by those that would call them without librevprof, in all files that
// are loaded.
void make_way_for_namesakes();

}  // namespace revprof
