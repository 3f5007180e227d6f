// SPDX-License-Identifier: BSD-3-Clause
// A large count (MPI-4.0 section 19.2) as the handlers of messages take it: beyond an int it
// becomes one element of a type that holds them all.
#pragma once

#include <mpi.h>

#include <limits>

namespace revprof {

class NarrowCount {
 public:
  NarrowCount(MPI_Count count, MPI_Datatype datatype) : datatype_(datatype) {
    if (count <= std::numeric_limits<int>::max()) {
      count_ = count < 0 ? -1 : static_cast<int>(count);
      return;
    }
    PMPI_Type_contiguous_c(count, datatype, &whole_);
    PMPI_Type_commit(&whole_);
    count_ = 1;
    datatype_ = whole_;
  }
  ~NarrowCount() {
    if (whole_ != MPI_DATATYPE_NULL) PMPI_Type_free(&whole_);  // goes with the last that uses it
  }
  NarrowCount(const NarrowCount&) = delete;
  NarrowCount& operator=(const NarrowCount&) = delete;

  int count() const { return count_; }
  MPI_Datatype datatype() const { return datatype_; }

 private:
  int count_ = 0;
  MPI_Datatype datatype_, whole_ = MPI_DATATYPE_NULL;
};

}  // namespace revprof
