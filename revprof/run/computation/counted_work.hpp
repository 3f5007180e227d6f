// SPDX-License-Identifier: BSD-3-Clause
// Counted programs (revprof/counted): the instructions that they hand over, and how much of what is
// loaded counts.
#pragma once

#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "revprof/counted/library_calls.hpp"

namespace revprof {

// Instructions, or cycles, that this thread's counted code has handed over since the last time.
double take_counted_work();
void add_counted_work(double work);  // as if it had
// ... and the bytes that it has read and written in memory; 0 where it counts instructions.
std::uint64_t take_counted_bytes();

// What this thread's counted code has called in libraries since the last time: as the table of
// revprof/counted/library_calls.hpp.
using LibraryTable = std::array<std::uint64_t, library_table_words>;
LibraryTable take_library_calls();
// In instructions, each function's as nobody has said otherwise.
double instructions_of(const LibraryTable& calls);

// A loaded file: the program or a library.
struct LoadedCode {
  std::string file;
  std::uint64_t bytes = 0;              // of its code
  std::uint64_t counted_bytes = 0;      // of which by the notes inside it
  std::set<std::string> processors;     // whose cycles it counts; "": instructions
  std::set<std::string> own_functions;  // of library_calls.hpp, which count themselves
  std::vector<std::string> needed;      // the libraries that it asks for by name
};
std::vector<LoadedCode> loaded_code();

// From now on calls of functions that count themselves are not taken for a library's.
void leave_out_own_functions(const std::vector<LoadedCode>& code);

// Whether any of it counts.
bool is_any_counted(const std::vector<LoadedCode>& code);

// The processor whose cycles all that counts does count; empty: it counts instructions. What is
// taken is in this unit from now on. Throws std::runtime_error where some counts another thing.
std::string set_counted_processor(const std::vector<LoadedCode>& code);

// What counts, how much of it, and which libraries that it asks for do not; empty: nothing counts.
std::string counted_text(const std::vector<LoadedCode>& code);

}  // namespace revprof
