// SPDX-License-Identifier: BSD-3-Clause
// What revprof remembers of an open file (MPI-3.1 chapter 13): whose it is, and how their clocks
// travel.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <memory>

#include "revprof/mpi/request/handle_table.hpp"
#include "revprof/mpi/request/request.hpp"
#include "revprof/mpi/world/communicator.hpp"

namespace revprof {

struct File {
  Communicator place;              // as its communicator, which may be gone before it; but with a
                                   // channel of its own
  std::unique_ptr<Request> split;  // the split collective under way; MPI allows one per file
};

class Files {
 public:
  File* find(MPI_File handle) const {
    return live_.empty() || handle == MPI_FILE_NULL ? nullptr : live_.find(handle);
  }
  void add(MPI_File handle, std::unique_ptr<File> file) { live_.insert(handle, file.release()); }
  std::unique_ptr<File> take(MPI_File handle) { return std::unique_ptr<File>(live_.erase(handle)); }

 private:
  HandleTable<MPI_File, File> live_;  // owns them
};

}  // namespace revprof
