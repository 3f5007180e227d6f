// SPDX-License-Identifier: BSD-3-Clause
// The note (ELF specification, "Note Section") in a counted file: its content is the number of
// bytes of a section of code that counts (8 bytes), and the processor whose cycles it counts, if it
// does.
#pragma once

namespace revprof {

constexpr char count_note_owner[] = "revprof";
constexpr const char* count_note_section = ".note.revprof";

}  // namespace revprof
