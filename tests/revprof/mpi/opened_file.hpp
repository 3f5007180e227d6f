// SPDX-License-Identifier: BSD-3-Clause
// A file of a test, whose contents are checked.
#pragma once

#include <unistd.h>

#include "check.hpp"

constexpr int ints = 50;  // of every process
constexpr int block = ints * static_cast<int>(sizeof(int));

inline std::string file_name() {
  int pid = static_cast<int>(getpid());
  MPI_Bcast(&pid, 1, MPI_INT, 0, MPI_COMM_WORLD);
  return "revprof_files_" + std::to_string(pid) + ".tmp";
}

struct Values : std::vector<int> {
  explicit Values(int seed) : std::vector<int>(ints) {
    for (int i = 0; i < ints; ++i) (*this)[static_cast<std::size_t>(i)] = seed * 1000 + i;
  }
};

inline void check_count(MPI_Status& status, int expected, const char* file, int line) {
  int count = -1;
  MPI_Get_count(&status, MPI_INT, &count);
  check_equal(count, expected, "MPI_Get_count", file, line);
}
#define CHECK_COUNT(status, expected) check_count(status, expected, __FILE__, __LINE__)

// A new file, all of whose blocks are -1; afterwards rank r's block must be what r wrote.
struct Opened {
  const World& world;
  std::string name = file_name();
  MPI_File file = MPI_FILE_NULL;
  MPI_Offset mine;
  Values out;
  std::vector<int> in = std::vector<int>(ints, -1);
  MPI_Status status = wrong_status();
  MPI_Request request = MPI_REQUEST_NULL;

  explicit Opened(const World& w) : world(w), mine(w.rank * block), out(w.rank + 7) {
    const int mode = MPI_MODE_CREATE | MPI_MODE_RDWR;
    CHECK_MPI(MPI_File_open(MPI_COMM_WORLD, name.c_str(), mode, MPI_INFO_NULL, &file));
    CHECK_MPI(MPI_File_set_size(file, 0));
    CHECK_MPI(MPI_File_preallocate(file, world.size * block));
    MPI_Offset size = 0;
    CHECK_MPI(MPI_File_get_size(file, &size));
    CHECK_EQUAL(size, world.size * block);
    CHECK_MPI(MPI_Barrier(MPI_COMM_WORLD));
  }
  ~Opened() {
    CHECK_MPI(MPI_File_close(&file));
    CHECK(file == MPI_FILE_NULL);
    MPI_Barrier(MPI_COMM_WORLD);
    if (world.rank == 0) CHECK_MPI(MPI_File_delete(name.c_str(), MPI_INFO_NULL));
    MPI_Barrier(MPI_COMM_WORLD);
  }
  Opened(const Opened&) = delete;
  Opened& operator=(const Opened&) = delete;

  void done(int count = ints) {
    if (request != MPI_REQUEST_NULL) CHECK_MPI(MPI_Wait(&request, &status));
    CHECK_COUNT(status, count);
    status = wrong_status();
  }
  // Asks until it is done.
  void tested() {
    for (int flag = 0; flag == 0;) CHECK_MPI(MPI_Test(&request, &flag, &status));
  }
  // What was written is there for everybody, whatever the view.
  void written() {
    CHECK_MPI(MPI_File_sync(file));
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK_MPI(MPI_File_sync(file));
    std::vector<int> theirs(ints, -1);
    CHECK_MPI(MPI_File_read_at(file, world.next() * block, theirs.data(), block, MPI_BYTE,
                               MPI_STATUS_IGNORE));
    CHECK(theirs == Values(world.next() + 7));
    MPI_Barrier(MPI_COMM_WORLD);
  }
  void read() {
    done();
    CHECK(in == out);
    std::fill(in.begin(), in.end(), -1);
  }
  void own_pointer() { CHECK_MPI(MPI_File_seek(file, mine, MPI_SEEK_SET)); }
  void shared_pointer() { CHECK_MPI(MPI_File_seek_shared(file, 0, MPI_SEEK_SET)); }
};
