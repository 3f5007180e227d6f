// SPDX-License-Identifier: BSD-3-Clause
// An attribute of our own, below the program's.
#include "revprof/mpi/world/last_callback.hpp"

#include <mpi.h>

namespace revprof {

namespace {

void (*after_last)() = nullptr;

int deleted(MPI_Comm, int, void*, void*) {
  after_last();
  return MPI_SUCCESS;
}

}  // namespace

bool call_after_last_callback(void (*then)()) {
  after_last = then;
  int key = MPI_KEYVAL_INVALID;
  if (PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, deleted, &key, nullptr) != MPI_SUCCESS) {
    return false;
  }
  const bool is_set = PMPI_Comm_set_attr(MPI_COMM_SELF, key, nullptr) == MPI_SUCCESS;
  PMPI_Comm_free_keyval(&key);  // lasts as long as the attribute
  return is_set;
}

}  // namespace revprof
