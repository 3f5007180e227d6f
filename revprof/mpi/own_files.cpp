// SPDX-License-Identifier: BSD-3-Clause
// Tells by a file of process 0 who sees its directory, and sends what others have written in
// pieces.
#include "revprof/mpi/own_files.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <vector>

namespace revprof {

namespace {

constexpr std::int64_t piece_bytes = 1 << 20;
constexpr int tag = 0;  // of a communicator that carries nothing else
constexpr std::int64_t at_home = -1;

// Empty where none can be made; then nobody can write there either.
std::string make_mark(const std::string& output) {
  std::string name = output + "/.seen-XXXXXX";
  const int file = mkstemp(name.data());
  if (file < 0) return "";
  ::close(file);
  return name;
}

std::string make_own_directory() {
  const char* const temporary = std::getenv("TMPDIR");
  std::string name = (temporary != nullptr ? std::string(temporary) : "/tmp") + "/revprof-XXXXXX";
  if (mkdtemp(name.data()) == nullptr) {
    throw std::runtime_error(
        name + ": cannot make this directory for the traces of this node: " + std::strerror(errno));
  }
  return name;
}

int piece_of(std::int64_t left) { return static_cast<int>(std::min(left, piece_bytes)); }

void send_file(const std::string& path, std::int64_t bytes, MPI_Comm comm) {
  std::ifstream file(path, std::ios::binary);
  std::vector<char> piece(static_cast<std::size_t>(piece_of(bytes)));
  for (; bytes > 0; bytes -= piece_of(bytes)) {
    file.read(piece.data(), piece_of(bytes));
    PMPI_Send(piece.data(), piece_of(bytes), MPI_BYTE, 0, tag, comm);
  }
}

void receive_file(const std::string& path, std::int64_t bytes, int from, MPI_Comm comm) {
  std::ofstream file(path, std::ios::binary);
  std::vector<char> piece(static_cast<std::size_t>(piece_of(bytes)));
  for (; bytes > 0; bytes -= piece_of(bytes)) {
    PMPI_Recv(piece.data(), piece_of(bytes), MPI_BYTE, from, tag, comm, MPI_STATUS_IGNORE);
    file.write(piece.data(), piece_of(bytes));
  }
  file.close();
  if (file) return;
  std::fprintf(stderr, "revprof: warning: %s: what process %d has recorded does not fit here\n",
               path.c_str(), from);
}

}  // namespace

void OwnFiles::open(MPI_Comm world, const std::string& output) {
  int rank = 0;
  PMPI_Comm_rank(world, &rank);
  world_ = world;
  output_ = directory_ = output;
  char mark[PATH_MAX] = "";
  if (rank == 0) std::snprintf(mark, sizeof mark, "%s", make_mark(output).c_str());
  PMPI_Bcast(mark, sizeof mark, MPI_CHAR, 0, world);
  const int blind = mark[0] != '\0' && access(mark, F_OK) != 0 ? 1 : 0;
  PMPI_Allreduce(&blind, &away_, 1, MPI_INT, MPI_SUM, world);
  if (rank == 0 && mark[0] != '\0') std::remove(mark);
  if (blind != 0) directory_ = make_own_directory();
}

void OwnFiles::bring_home(std::string (*name)(const std::string& directory, int rank)) const {
  if (away_ == 0) return;
  int rank = 0, processes = 1;
  PMPI_Comm_rank(world_, &rank);
  PMPI_Comm_size(world_, &processes);
  std::int64_t bytes = at_home;
  if (directory_ != output_) {
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(name(directory_, rank), error);
    if (!error) bytes = static_cast<std::int64_t>(size);
  }
  MPI_Comm comm = MPI_COMM_NULL;  // apart from what the program may have left on its own
  PMPI_Comm_dup(world_, &comm);
  std::vector<std::int64_t> all(static_cast<std::size_t>(processes), at_home);
  PMPI_Gather(&bytes, 1, MPI_INT64_T, all.data(), 1, MPI_INT64_T, 0, comm);
  if (rank != 0 && bytes != at_home) {
    const std::string path = name(directory_, rank);
    send_file(path, bytes, comm);
    std::remove(path.c_str());
  }
  for (int from = 1; rank == 0 && from < processes; ++from) {
    const std::int64_t size = all[static_cast<std::size_t>(from)];
    if (size != at_home) receive_file(name(output_, from), size, from, comm);
  }
  PMPI_Comm_free(&comm);
}

void OwnFiles::close() {
  if (directory_ != output_) ::rmdir(directory_.c_str());
}

}  // namespace revprof
