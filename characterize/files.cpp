// SPDX-License-Identifier: BSD-3-Clause
// MPI-IO (MPI-3.1 chapter 13): all processes write to one file, or read from it, each at its own
// place. What the file system keeps in memory counts as it comes; nothing waits for a disk.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "characterize/operation.hpp"

namespace revprof {

namespace {

// The file counts, too: where it stands in memory, that is what it takes.
std::int64_t messages_and_file(int processes, std::int64_t bytes) {
  return (2 + processes) * bytes;
}

[[noreturn]] void give_up(const Cell& cell, const char* call, const char* why) {
  std::fprintf(stderr, "characterize: %s of %s: %s; try another --io-directory\n", call,
               cell.file_name.c_str(), why);
  std::error_code ignored;
  std::filesystem::remove_all(std::filesystem::path(cell.file_name).parent_path(), ignored);
  MPI_Abort(MPI_COMM_WORLD, 1);
  std::abort();
}

// Errors with files do not end a program by themselves.
void expect_success(int error, const char* call, const Cell& cell) {
  if (error == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  MPI_Error_string(error, text, &length);
  give_up(cell, call, text);
}

void open(Cell& cell, int mode) {
  const int error =
      MPI_File_open(cell.communicator, cell.file_name.c_str(),
                    MPI_MODE_CREATE | MPI_MODE_RDWR | mode, MPI_INFO_NULL, &cell.file);
  expect_success(error, "MPI_File_open", cell);
}
void close(Cell& cell) { expect_success(MPI_File_close(&cell.file), "MPI_File_close", cell); }

// Signature of the four calls that move data; those that write take a const buffer.
template <auto access>
void access_own_place(Cell& cell, Buffer& buffer, const char* call) {
  const MPI_Offset place = static_cast<MPI_Offset>(cell.rank) * cell.bytes;
  const int error =
      access(cell.file, place, buffer.data(), cell.count, MPI_BYTE, MPI_STATUS_IGNORE);
  expect_success(error, call, cell);
}
void write_at(Cell& c) { access_own_place<MPI_File_write_at>(c, c.send, "MPI_File_write_at"); }
void write_at_all(Cell& c) {
  access_own_place<MPI_File_write_at_all>(c, c.send, "MPI_File_write_at_all");
}
void read_at(Cell& c) { access_own_place<MPI_File_read_at>(c, c.receive, "MPI_File_read_at"); }
void read_at_all(Cell& c) {
  access_own_place<MPI_File_read_at_all>(c, c.receive, "MPI_File_read_at_all");
}

// Bytes that no file system can make small.
void fill(Cell& cell) {
  std::uint64_t state = static_cast<std::uint64_t>(cell.rank) + 1;
  for (std::int64_t i = 0; i < cell.bytes; ++i) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    cell.send.data()[i] = static_cast<char>(state >> 56);
  }
}

// Open MPI 4.1.4 says that it has written what the file system has no room for.
void expect_written(Cell& cell) {
  const auto bytes = static_cast<std::size_t>(cell.bytes);
  std::memset(cell.receive.data(), 0, bytes);
  read_at(cell);
  if (std::memcmp(cell.send.data(), cell.receive.data(), bytes) == 0) return;
  give_up(cell, "MPI_File_write_at", "not all was written, the file system may be full");
}

// A file with all that will be read.
void open_written(Cell& cell) {
  cell.count = static_cast<int>(cell.bytes);
  cell.send.reserve(cell.bytes);
  cell.receive.reserve(cell.bytes);
  fill(cell);
  open(cell, MPI_MODE_DELETE_ON_CLOSE);
  write_at(cell);
  expect_written(cell);
  MPI_Barrier(cell.communicator);
}

void open_empty(Cell& cell) { open(cell, 0); }
void delete_file(Cell& cell) {
  if (cell.rank == 0) MPI_File_delete(cell.file_name.c_str(), MPI_INFO_NULL);
  MPI_Barrier(cell.communicator);
}

Operation row(const char* name, bool sized, void (*prepare)(Cell&), void (*before)(Cell&),
              void (*call)(Cell&), void (*after)(Cell&), void (*finish)(Cell&)) {
  Operation operation = {name,
                         true,
                         sized,
                         Timing::last_return,
                         sized ? messages_and_file : no_memory,
                         prepare,
                         before,
                         call,
                         after,
                         finish,
                         true};
  operation.files = true;
  return operation;
}

Operation data_access(const char* name, void (*call)(Cell&)) {
  return row(name, true, open_written, nothing, call, nothing, close);
}

}  // namespace

std::vector<Operation> file_operations() {
  Operation opening = row("MPI_File_open", false, nothing, nothing, open_empty, close, delete_file);
  opening.only_bytes = 4;  // its mode, which all compare (mpi.table)
  return {
      opening,
      row("MPI_File_close", false, nothing, open_empty, close, nothing, delete_file),
      data_access("MPI_File_write_at", write_at),
      data_access("MPI_File_write_at_all", write_at_all),
      data_access("MPI_File_read_at", read_at),
      data_access("MPI_File_read_at_all", read_at_all),
  };
}

}  // namespace revprof
