// SPDX-License-Identifier: BSD-3-Clause
// Names for places in symmetric memory that are the same on all processes: the heap has the same
// addresses everywhere, global variables lie wherever the loader has put their program.
#pragma once

#include <cstdint>
#include <vector>

namespace revprof {

class SymmetricAddresses {
 public:
  // Of what is loaded now.
  void open();
  std::uint64_t key(const volatile void* address) const;

 private:
  struct Segment {
    std::uintptr_t begin, end;
    std::uint64_t key;  // of its beginning
  };
  std::vector<Segment> segments_;  // that can be written
};

}  // namespace revprof
