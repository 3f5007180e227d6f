// SPDX-License-Identifier: BSD-3-Clause
// Counted programs (revprof/counted): the instructions that they hand over, and how much of what is
// loaded counts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace revprof {

// Instructions that this thread's counted code has handed over since the last time.
std::uint64_t take_counted_work();

// A loaded file: the program or a library.
struct LoadedCode {
  std::string file;
  std::uint64_t bytes = 0;          // of its code
  std::uint64_t counted_bytes = 0;  // of which by the notes inside it
  std::vector<std::string> needed;  // the libraries that it asks for by name
};
std::vector<LoadedCode> loaded_code();

// Whether any of it counts.
bool is_any_counted(const std::vector<LoadedCode>& code);

// What counts, how much of it, and which libraries that it asks for do not; empty: nothing counts.
std::string counted_text(const std::vector<LoadedCode>& code);

}  // namespace revprof
