// SPDX-License-Identifier: BSD-3-Clause
// Zeroed memory that all processes of a program share, where they are on one node.
#pragma once

#include <cstddef>

#include "revprof/run/team.hpp"

namespace revprof {

class SharedMemory {
 public:
  SharedMemory() = default;
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;

  // Of all processes: the same answer on each of them. Only the first `reserved`
  // bytes are there for certain; see reserve().
  bool open(Team& team, std::size_t bytes, std::size_t reserved);
  void close();
  char* address() const { return address_; }

  // Before [from, from + bytes) is written for the first time: memory that the system does not have
  // would end the process at the first touch. False: it does not have it.
  bool reserve(std::size_t from, std::size_t bytes);

 private:
  char* address_ = nullptr;
  std::size_t bytes_ = 0;
  int file_ = -1;
};

}  // namespace revprof
