// SPDX-License-Identifier: BSD-3-Clause
// A POSIX shared memory object that loses its name as soon as everybody has it.
#include "revprof/run/shared_memory.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <string>

namespace revprof {

bool SharedMemory::open(Team& team, std::size_t bytes, std::size_t reserved) {
  if (!team.on_one_node()) return false;
  const bool makes = team.rank() == 0;
  std::string name;
  bytes_ = bytes;
  if (makes) {
    static int made = 0;
    name = "/revprof." + std::to_string(getpid()) + "." + std::to_string(made++);
    file_ = shm_open(name.c_str(), O_RDWR | O_CREAT | O_EXCL, S_IRUSR | S_IWUSR);
    const bool there = file_ >= 0 && ftruncate(file_, static_cast<off_t>(bytes)) == 0 &&
                       (reserved == 0 || reserve(0, reserved));
    if (!there && file_ >= 0) {
      ::close(file_);
      file_ = -1;
    }
  }
  name = team.tell(name);
  if (!makes) file_ = shm_open(name.c_str(), O_RDWR, 0);
  void* memory = MAP_FAILED;
  if (file_ >= 0) {
    constexpr int flags = MAP_SHARED | MAP_NORESERVE;
    memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, flags, file_, 0);
  }
  if (memory != MAP_FAILED) address_ = static_cast<char*>(memory);
  const bool all = team.all(address_ != nullptr);
  if (makes) shm_unlink(name.c_str());
  if (!all) close();
  return all;
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
