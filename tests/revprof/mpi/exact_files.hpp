// SPDX-License-Identifier: BSD-3-Clause
// Scenarios of exact_times: files.
#pragma once

#include <unistd.h>

#include "check.hpp"
#include "exact_scenario.hpp"

namespace exact {

// A new file that no other run opens: one launcher has started all of a run's processes.
inline MPI_File opened() {
  const std::string name = "revprof_exact_times_" + std::to_string(getppid()) + ".tmp";
  MPI_File file = MPI_FILE_NULL;
  CHECK_MPI(MPI_File_open(MPI_COMM_WORLD, name.c_str(),
                          MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                          &file));
  return file;
}

inline void files(int rank) {
  MPI_Request request;
  microseconds(rank);
  MPI_File file = opened();
  MPI_File_write_at(file, rank * bytes, out, bytes, MPI_CHAR, MPI_STATUS_IGNORE);
  MPI_File_iwrite_at(file, rank * bytes, out, bytes, MPI_CHAR, &request);
  microseconds(3);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  if (rank == 1) microseconds(2);
  MPI_File_write_at_all(file, rank * bytes, out, bytes, MPI_CHAR, MPI_STATUS_IGNORE);
  MPI_File_write_at_all_begin(file, rank * bytes, out, bytes, MPI_CHAR);
  if (rank == 0) microseconds(5);
  MPI_File_write_at_all_end(file, out, MPI_STATUS_IGNORE);
  MPI_File_close(&file);
}

inline void measured_files(int rank) {
  MPI_Request request;
  microseconds(rank);
  MPI_File file = opened();
  if (rank == 0) {
    MPI_File_write(file, out, bytes, MPI_CHAR, MPI_STATUS_IGNORE);
  } else {
    MPI_File_read_at(file, 0, in, bytes, MPI_CHAR, MPI_STATUS_IGNORE);
    MPI_File_iwrite_at(file, rank * bytes, out, bytes, MPI_CHAR, &request);
    microseconds(5);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_File_write_all(file, out, bytes, MPI_CHAR, MPI_STATUS_IGNORE);
  MPI_File_read_at_all(file, 0, in, bytes, MPI_CHAR, MPI_STATUS_IGNORE);
  MPI_File_write_at_all_begin(file, rank * bytes, out, bytes, MPI_CHAR);
  if (rank == 0) microseconds(5);
  MPI_File_write_at_all_end(file, out, MPI_STATUS_IGNORE);
  MPI_File_close(&file);
}

}  // namespace exact
