// SPDX-License-Identifier: BSD-3-Clause
// What must be known of a whole file of assembly before any of it is counted.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "revprof/counted/assembly_line.hpp"
#include "revprof/counted/count.hpp"

namespace revprof {

// A function of the file.
struct AssemblyFunction {
  bool is_known_outside = false;  // global, or its address is taken: anybody may call it
  bool takes_stack = false;       // it may have arguments on the stack
};

struct Survey {
  bool is_compiled = false;  // by GCC; else written by hand, and none of our business
  std::string source;        // the file that it was compiled from, for messages
  std::unordered_map<std::string_view, AssemblyFunction> functions;
  std::unordered_set<std::string_view> targets;  // labels of blocks that something refers to
};

// Throws std::runtime_error for what cannot be counted.
Survey survey_of(const std::vector<AssemblyLine>& lines, const Count& count);

}  // namespace revprof
