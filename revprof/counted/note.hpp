// SPDX-License-Identifier: BSD-3-Clause
// The notes (ELF specification, "Note Section") in a counted file.
#pragma once

namespace revprof {

constexpr char count_note_owner[] = "revprof";
constexpr const char* count_note_section = ".note.revprof";

enum class NoteType {
  // The number of bytes of a section of code that counts (8 bytes), and the processor whose cycles
  // it counts, if it does.
  counted_code = 1,
  // A function of library_calls.hpp that the file has itself, and which counts: its name there.
  own_function = 2,
};

}  // namespace revprof
