// SPDX-License-Identifier: BSD-3-Clause
// What kind of error a host's code stands for (MPI-3.1 section 8.4).
#pragma once

#include <mpi.h>

namespace revprof {

inline int error_class(int error) {
  int found = MPI_ERR_UNKNOWN;
  PMPI_Error_class(error, &found);
  return found;
}

}  // namespace revprof
