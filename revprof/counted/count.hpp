// SPDX-License-Identifier: BSD-3-Clause
// What a program counts: its instructions; or the cycles that a named processor takes for them, and
// the bytes that they read and write.
#pragma once

#include <string>

namespace revprof {

struct Count {
  std::string processor;  // as LLVM names it, such as znver3; empty: instructions
  bool cycles() const { return !processor.empty(); }
};

// Cycles are counted in such parts.
constexpr int cycle_parts = 16;

}  // namespace revprof
