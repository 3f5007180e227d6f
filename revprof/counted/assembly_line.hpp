// SPDX-License-Identifier: BSD-3-Clause
// One line of the assembly that GCC writes (AT&T syntax, as "Using as" has it), taken apart as far
// as counting needs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace revprof {

struct AssemblyLine {
  enum class Kind {
    nothing,  // empty, or a comment
    label,
    directive,
    data,  // a directive that puts bytes where it stands; GCC writes some prefixes so
    instruction,
    app_begins,  // of the program's own inline assembly: "#APP"
    app_ends
  };

  Kind kind = Kind::nothing;
  int number = 0;             // in the file, from 1
  std::string_view text;      // without its newline; of a label without what follows it
  std::string_view word;      // the label, the directive, or the last instruction without prefixes
  std::string_view operands;  // what follows the word, without a comment
  int instructions = 0;       // that it holds: most often one

  bool is_call() const { return word.substr(0, 4) == "call"; }
  bool is_jump() const {
    return is_instruction() && (word[0] == 'j' || word.substr(0, 4) == "loop");
  }
  bool is_instruction() const { return kind == Kind::instruction && !word.empty(); }
  // Behind it another block begins.
  bool ends_block() const;
  // The function that a call or jump names; empty: it reads an address.
  std::string_view target() const;
};

// The lines live as long as the text. A label and what follows it on its line become two.
std::vector<AssemblyLine> assembly_lines(std::string_view text);

// Each name or number in a text that may be a symbol, such as f, .L12 and f.part.0.
std::vector<std::string_view> symbols_in(std::string_view text);

// What stands between `text`'s commas, without blanks.
std::vector<std::string_view> words_of(std::string_view text);

// Of the compiler: ".L" and digits. Others (.LFB1, .LVL2) are for tables and debuggers alone.
bool is_block_label(std::string_view label);

}  // namespace revprof
