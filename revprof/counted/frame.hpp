// SPDX-License-Identifier: BSD-3-Clause
// Where a function's stack frame begins, by what its assembly says for unwinding (the CFI
// directives of "Using as"; DWARF 5, section 6.4).
#pragma once

#include <string_view>
#include <vector>

#include "revprof/counted/assembly_line.hpp"

namespace revprof {

class Frame {
 public:
  void follow(const AssemblyLine& line);

  // Whether an instruction may touch arguments on the stack, which lie above the frame; where
  // nothing is said of the frame, any may.
  bool reaches_arguments(const AssemblyLine& line) const;

 private:
  struct Place {
    long reg = 0, offset = 0;  // DWARF's number of the register; what it lies below the arguments
  };
  bool is_known_ = false;
  Place place_;
  std::vector<Place> remembered_;
};

}  // namespace revprof
