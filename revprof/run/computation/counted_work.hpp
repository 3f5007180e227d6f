// SPDX-License-Identifier: BSD-3-Clause
// Counted programs (revprof/counted): the instructions that they hand over, and how much of what is
// loaded counts.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "revprof/counted/library_calls.hpp"

namespace revprof {

// Instructions that this thread's counted code has handed over since the last time.
std::uint64_t take_counted_work();
void add_counted_work(std::uint64_t instructions);  // as if it had

// What this thread's counted code has called in libraries since the last time: as the table of
// revprof/counted/library_calls.hpp.
using LibraryTable = std::array<std::uint64_t, library_table_words>;
LibraryTable take_library_calls();
// In instructions, each function's as nobody has said otherwise.
double instructions_of(const LibraryTable& calls);

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
