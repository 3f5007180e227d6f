// SPDX-License-Identifier: BSD-3-Clause
// The buffer of buffered sends with a large size (MPI-4.0 section 19.2). One beyond an int has room
// for stamps anyhow, and goes to MPI as it is.
#include <mpi.h>

#include <limits>

namespace {

bool is_large = false;  // the attached one

}  // namespace

extern "C" {

__attribute__((visibility("default"))) int MPI_Buffer_attach_c(void* buffer, MPI_Count size) {
  if (size <= std::numeric_limits<int>::max()) {
    return MPI_Buffer_attach(buffer, size < 0 ? -1 : static_cast<int>(size));
  }
  const int error = PMPI_Buffer_attach_c(buffer, size);
  is_large = error == MPI_SUCCESS;
  return error;
}

__attribute__((visibility("default"))) int MPI_Buffer_detach_c(void* buffer, MPI_Count* size) {
  if (is_large) {
    is_large = false;
    return PMPI_Buffer_detach_c(buffer, size);
  }
  int bytes = 0;
  const int error = MPI_Buffer_detach(buffer, &bytes);
  *size = bytes;
  return error;
}

}  // extern "C"
