// SPDX-License-Identifier: BSD-3-Clause
// Error classes (MPI-3.1 section 8.4) by when they arise.
#include "revprof/mpi/collective/failure.hpp"

#include <mpi.h>

#include <algorithm>
#include <iterator>

#include "revprof/mpi/host/error_class.hpp"
#include "revprof/mpi/host/host.hpp"

namespace revprof {

namespace {

// Those of wrong arguments.
constexpr int refused[] = {
    MPI_ERR_BUFFER,   MPI_ERR_COUNT,      MPI_ERR_TYPE,     MPI_ERR_TAG,      MPI_ERR_COMM,
    MPI_ERR_RANK,     MPI_ERR_REQUEST,    MPI_ERR_ROOT,     MPI_ERR_GROUP,    MPI_ERR_OP,
    MPI_ERR_TOPOLOGY, MPI_ERR_DIMS,       MPI_ERR_ARG,      MPI_ERR_KEYVAL,   MPI_ERR_INFO,
    MPI_ERR_INFO_KEY, MPI_ERR_INFO_VALUE, MPI_ERR_WIN,      MPI_ERR_BASE,     MPI_ERR_SIZE,
    MPI_ERR_DISP,     MPI_ERR_ASSERT,     MPI_ERR_LOCKTYPE, MPI_ERR_RMA_SYNC, MPI_ERR_RMA_CONFLICT,
    MPI_ERR_FILE,     MPI_ERR_AMODE,
};

}  // namespace

bool took_part(int error) {
  const int found = error_class(error);
  if (found == MPI_ERR_OTHER) return !host().refuses_with_other;
  return std::find(std::begin(refused), std::end(refused), found) == std::end(refused);
}

}  // namespace revprof
