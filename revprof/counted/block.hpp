// SPDX-License-Identifier: BSD-3-Clause
// Instructions that are executed one after the other, or not at all, and what they add to what a
// program counts.
#pragma once

#include <string>
#include <vector>

#include "revprof/counted/assembly_line.hpp"

namespace revprof {

class Block {
 public:
  void add(const AssemblyLine& line);
  bool empty() const { return instructions_ == 0; }

  int instructions() const { return instructions_; }
  const std::string& code() const { return code_; }  // its lines
  // That it reads or writes, but for the stack's, which stay in the first cache.
  int memory_bytes() const { return memory_bytes_; }

 private:
  int instructions_ = 0, memory_bytes_ = 0;
  std::string code_;
};

// Of one instruction, by its operands in AT&T syntax ("Using as", AT&T Mnemonics); 0 where it goes
// through no memory, through the stack's, or through as much as a register says (rep movsb).
int memory_bytes(const AssemblyLine& line);

}  // namespace revprof
