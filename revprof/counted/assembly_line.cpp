// SPDX-License-Identifier: BSD-3-Clause
// Takes lines of assembly apart.
#include "revprof/counted/assembly_line.hpp"

#include <algorithm>
#include <cctype>

namespace revprof {

namespace {

using Kind = AssemblyLine::Kind;

constexpr std::string_view blanks = " \t";

constexpr std::string_view prefixes[] = {
    "rep",   "repe",  "repz", "repne", "repnz", "lock", "bnd", "notrack", "data16",   "addr32",
    "rex64", "rex.W", "cs",   "ds",    "es",    "fs",   "gs",  "ss",      "xacquire", "xrelease"};

constexpr std::string_view data_directives[] = {
    ".byte",  ".value", ".short",   ".word",    ".2byte",  ".long",  ".int",   ".4byte",
    ".quad",  ".8byte", ".octa",    ".string",  ".ascii",  ".asciz", ".zero",  ".skip",
    ".space", ".fill",  ".uleb128", ".sleb128", ".single", ".float", ".double"};

template <class List>
bool holds(const List& list, std::string_view word) {
  return std::find(std::begin(list), std::end(list), word) != std::end(list);
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

bool is_symbol_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '$';
}

std::size_t symbol_length(std::string_view text) {
  const auto end = std::find_if_not(text.begin(), text.end(), is_symbol_character);
  return static_cast<std::size_t>(end - text.begin());
}

// One instruction with its prefixes; without a word where there are prefixes alone.
void read_instruction(std::string_view text, AssemblyLine& line) {
  for (text = trimmed(text); !text.empty();) {
    const std::size_t length = std::min(text.find_first_of(" \t,"), text.size());
    const std::string_view word = text.substr(0, length);
    text = trimmed(text.substr(length));
    if (holds(prefixes, word)) continue;
    line.word = word;
    line.operands = text;
    ++line.instructions;
    return;
  }
}

void read_instructions(std::string_view text, AssemblyLine& line) {
  line.kind = Kind::instruction;
  for (;;) {
    const std::size_t end = text.find(';');
    read_instruction(text.substr(0, end), line);
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + 1);
  }
}

void read_directive(std::string_view text, AssemblyLine& line) {
  const std::size_t length = std::min(text.find_first_of(blanks), text.size());
  line.word = text.substr(0, length);
  line.operands = trimmed(text.substr(length));
  line.kind = holds(data_directives, line.word) ? Kind::data : Kind::directive;
}

// Adds the lines of one line of the file.
void add_line(std::string_view text, int number, std::vector<AssemblyLine>& lines) {
  AssemblyLine line;
  line.number = number;
  line.text = text;
  std::string_view rest = trimmed(text);
  const std::size_t label = symbol_length(rest);
  if (label > 0 && label < rest.size() && rest[label] == ':') {
    line.kind = Kind::label;
    line.word = rest.substr(0, label);
    rest.remove_prefix(label + 1);
    const auto end = static_cast<std::size_t>(rest.data() - text.data());
    line.text = text.substr(0, end);
    lines.push_back(line);
    if (!trimmed(rest).empty()) add_line(text.substr(end), number, lines);
    return;
  }
  if (rest == "#APP") {
    line.kind = Kind::app_begins;
  } else if (rest == "#NO_APP") {
    line.kind = Kind::app_ends;
  } else if (!rest.empty() && rest[0] == '.') {
    read_directive(rest, line);
  } else if (!rest.empty() && rest[0] != '#') {
    read_instructions(rest.substr(0, rest.find('#')), line);
  }
  lines.push_back(line);
}

}  // namespace

bool AssemblyLine::ends_block() const {
  static constexpr std::string_view ends[] = {"ret",  "retq",  "ud2",    "hlt",
                                              "iret", "iretq", "xbegin", "xabort"};
  return is_jump() || (is_instruction() && holds(ends, word));
}

std::string_view AssemblyLine::target() const {
  if (!is_call() && !is_jump()) return {};
  std::string_view name = operands;
  const std::size_t got = name.find("@GOTPCREL(%rip)");
  if (!name.empty() && name[0] == '*') {  // -fno-plt
    if (got == std::string_view::npos) return {};
    name.remove_prefix(1);
  }
  return name.substr(0, symbol_length(name));
}

std::vector<AssemblyLine> assembly_lines(std::string_view text) {
  std::vector<AssemblyLine> lines;
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    add_line(text.substr(0, end), number, lines);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::vector<std::string_view> symbols_in(std::string_view text) {
  std::vector<std::string_view> symbols;
  while (!text.empty()) {
    const std::size_t length = symbol_length(text);
    if (length > 0) symbols.push_back(text.substr(0, length));
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return symbols;
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (;;) {
    const std::size_t end = text.find(',');
    words.push_back(trimmed(text.substr(0, end)));
    if (end == std::string_view::npos) return words;
    text.remove_prefix(end + 1);
  }
}

bool is_block_label(std::string_view label) {
  return label.size() > 2 && label.substr(0, 2) == ".L" &&
         label.find_first_not_of("0123456789", 2) == std::string_view::npos;
}

}  // namespace revprof
