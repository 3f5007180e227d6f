// SPDX-License-Identifier: BSD-3-Clause
// Whether a datatype is predefined. Of types made with large counts only the large form of the
// question may be asked, where the host has it (MPI-4.0 section 5.1.13).
#pragma once

#include <mpi.h>

#include REVPROF_DECLARED_CALLS  // by this host's mpi.h

namespace revprof {

inline bool is_named(MPI_Datatype datatype) {
  int combiner = 0;
#ifdef REVPROF_DECLARES_MPI_Type_get_envelope_c
  MPI_Count integers = 0, addresses = 0, large_counts = 0, types = 0;
  PMPI_Type_get_envelope_c(datatype, &integers, &addresses, &large_counts, &types, &combiner);
#else
  int integers = 0, addresses = 0, types = 0;
  PMPI_Type_get_envelope(datatype, &integers, &addresses, &types, &combiner);
#endif
  return combiner == MPI_COMBINER_NAMED;
}

}  // namespace revprof
