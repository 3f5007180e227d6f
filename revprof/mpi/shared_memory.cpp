// SPDX-License-Identifier: BSD-3-Clause
// A POSIX shared memory object that loses its name as soon as everybody has it.
#include "revprof/mpi/shared_memory.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>

namespace revprof {

namespace {

bool on_one_node(MPI_Comm world) {
  int processes = 1, size = 0;
  PMPI_Comm_size(world, &processes);
  MPI_Comm node = MPI_COMM_NULL;
  PMPI_Comm_split_type(world, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  PMPI_Comm_size(node, &size);
  PMPI_Comm_free(&node);
  return size == processes;
}

}  // namespace

bool SharedMemory::open(MPI_Comm world, std::size_t bytes, std::size_t reserved) {
  if (!on_one_node(world)) return false;
  int rank = 0;
  PMPI_Comm_rank(world, &rank);
  char name[64] = "";
  bytes_ = bytes;
  if (rank == 0) {
    static int made = 0;
    std::snprintf(name, sizeof(name), "/revprof.%ld.%d", static_cast<long>(getpid()), made++);
    file_ = shm_open(name, O_RDWR | O_CREAT | O_EXCL, S_IRUSR | S_IWUSR);
    const bool there = file_ >= 0 && ftruncate(file_, static_cast<off_t>(bytes)) == 0 &&
                       (reserved == 0 || reserve(0, reserved));
    if (!there && file_ >= 0) {
      ::close(file_);
      file_ = -1;
    }
  }
  PMPI_Bcast(name, sizeof(name), MPI_CHAR, 0, world);
  if (rank != 0) file_ = shm_open(name, O_RDWR, 0);
  void* memory = MAP_FAILED;
  if (file_ >= 0) {
    constexpr int flags = MAP_SHARED | MAP_NORESERVE;
    memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, flags, file_, 0);
  }
  if (memory != MAP_FAILED) address_ = static_cast<char*>(memory);
  const int own = address_ != nullptr ? 1 : 0;
  int all = 0;
  PMPI_Allreduce(&own, &all, 1, MPI_INT, MPI_MIN, world);
  if (rank == 0) shm_unlink(name);
  if (all == 0) close();
  return all != 0;
}

void SharedMemory::close() {
  if (address_ != nullptr) munmap(address_, bytes_);
  if (file_ >= 0) ::close(file_);
  address_ = nullptr;
  file_ = -1;
}

bool SharedMemory::reserve(std::size_t from, std::size_t bytes) {
  return posix_fallocate(file_, static_cast<off_t>(from), static_cast<off_t>(bytes)) == 0;
}

}  // namespace revprof
