// SPDX-License-Identifier: BSD-3-Clause
// The assembly that counting adds to a program's own.
//
// r15 holds what has been counted since it was last handed over, below a mark in its upper bits.
// Code that is not counted keeps r15 for its callers as the System V ABI demands (x86-64
// supplement, section 3.2.1), and may have anything in it when it calls: so functions that it may
// call look for the mark, and without it go through a frame that keeps the caller's r15. Where
// cycles are counted r14 holds the bytes, and is kept in the same way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "revprof/counted/count.hpp"
#include "revprof/counted/library_calls.hpp"

namespace revprof {

constexpr std::uint64_t count_mark = 0x9e377;  // no address, no small number and no text begins so
constexpr int count_bits = 44;

// Adds to the counts. Changes neither flags nor memory.
std::string count_text(long amount, int bytes);

// At a function's beginning: the mark is looked for.
std::string entry_text(const Count& count, int number, bool takes_stack);

// Before a call: the count so far goes to the library, if there is one.
std::string hand_over_text(const Count& count);

// Before a call of a library's function: one more, and its work. Changes flags, r11, r10 and rax,
// which no call keeps and these functions are not told anything by.
std::string library_call_text(const LibrarySymbol& symbol);

// Notes the bytes of a section, from `label` to its end.
std::string code_note(const Count& count, const std::string& section, const std::string& group,
                      const std::string& label);

// Notes that a function of libraries is the program's own here, and counts.
std::string own_function_note(std::string_view function);

// What the texts above call: one copy in each program or library.
std::string runtime_text(const Count& count);

}  // namespace revprof
