// SPDX-License-Identifier: BSD-3-Clause
// Reads and writes this process's files in /proc.
#include "revprof/run/computation/touched_memory.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

namespace revprof {

namespace {

// Pages whose addresses the processor has at hand are not marked again, and clear_refs leaves it
// those. They go with many pages that are given back at once.
void forget_addresses() {
  constexpr std::size_t page = 4096, pages = 256;
  void* const memory =
      mmap(nullptr, pages * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return;
  for (std::size_t i = 0; i < pages; ++i) static_cast<volatile char*>(memory)[i * page] = 1;
  munmap(memory, pages * page);
}

}  // namespace

bool forget_touched_memory() {
  const int file = ::open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC);
  if (file < 0) return false;
  const bool done = ::write(file, "1", 1) == 1;
  ::close(file);
  if (done) forget_addresses();
  return done;
}

std::optional<std::int64_t> touched_memory() {
  const int file = ::open("/proc/self/smaps_rollup", O_RDONLY | O_CLOEXEC);
  if (file < 0) return std::nullopt;
  char text[4096];
  const ssize_t length = ::read(file, text, sizeof text - 1);
  ::close(file);
  if (length <= 0) return std::nullopt;
  text[length] = '\0';
  constexpr const char* key = "\nReferenced:";
  const char* const found = std::strstr(text, key);
  if (found == nullptr) return std::nullopt;
  return std::strtoll(found + std::strlen(key), nullptr, 10) * 1024;
}

}  // namespace revprof
