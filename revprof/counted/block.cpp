// SPDX-License-Identifier: BSD-3-Clause
// Sizes of operands in memory: of vectors by suffix or register, of the rest by suffix or register.
#include "revprof/counted/block.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>

namespace revprof {

namespace {

bool begins(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}
bool ends(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}
bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

int bytes_of_suffix(char suffix) {
  switch (suffix) {
    case 'b':
      return 1;
    case 'w':
      return 2;
    case 'l':
      return 4;
    case 'q':
      return 8;
    default:
      return 0;
  }
}

// %rax and %r8 have eight, %eax and %r8d four, %ax and %r8w two, %al and %r8b one.
int bytes_of_register(std::string_view name) {
  if (begins(name, "%r")) {
    const bool is_numbered = std::isdigit(static_cast<unsigned char>(name[2])) != 0;
    if (!is_numbered || std::isdigit(static_cast<unsigned char>(name.back())) != 0) return 8;
    return name.back() == 'd' ? 4 : bytes_of_suffix(name.back());
  }
  if (begins(name, "%e")) return 4;
  return ends(name, "l") || ends(name, "h") ? 1 : 2;
}

int bytes_of_vectors(std::string_view word, std::string_view operands) {
  struct Exception {
    std::string_view part;
    int bytes;
  };
  static constexpr Exception narrower[] = {{"broadcastsd", 8}, {"broadcastss", 4}, {"movddup", 8},
                                           {"movlp", 8},       {"movhp", 8},       {"cvtsi2", 0},
                                           {"cvtusi2", 0},     {"movq", 8}};
  if (begins(word, "v")) word.remove_prefix(1);
  for (const Exception& one : narrower) {
    if (begins(word, one.part)) return one.bytes > 0 ? one.bytes : ends(word, "q") ? 8 : 4;
  }
  if (word == "movd") return 4;
  if (ends(word, "sd")) return 8;
  if (ends(word, "ss")) return 4;
  return contains(operands, "%zmm") ? 64 : contains(operands, "%ymm") ? 32 : 16;
}

// The first register that stands for itself, not for an address.
std::string_view own_register(std::string_view operands) {
  int depth = 0;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (operands[i] == '(') ++depth;
    if (operands[i] == ')') --depth;
    if (operands[i] != '%' || depth > 0) continue;
    const std::size_t end = operands.find_first_of(",:() \t", i);
    const std::string_view name = operands.substr(i, end == std::string_view::npos ? end : end - i);
    const bool is_segment = end != std::string_view::npos && operands[end] == ':';
    if (!is_segment) return name;
  }
  return {};
}

// fldt and fstpt go through ten bytes, s is float and l double.
int bytes_of_x87(std::string_view word) {
  const bool is_integer = begins(word, "fi");
  switch (word.back()) {
    case 's':
      return is_integer ? 2 : 4;
    case 'l':
      return is_integer ? 4 : 8;
    case 't':
      return 10;
    default:
      return 8;
  }
}

}  // namespace

int memory_bytes(const AssemblyLine& line) {
  static constexpr std::string_view no_access[] = {"lea", "nop", "prefetch", "clflush"};
  const std::size_t address = line.operands.find('(');
  if (!line.is_instruction() || address == std::string_view::npos) return 0;
  if (line.is_call() || line.is_jump()) return 0;
  if (std::any_of(std::begin(no_access), std::end(no_access),
                  [&](std::string_view word) { return begins(line.word, word); })) {
    return 0;
  }
  if (begins(line.operands.substr(address), "(%rsp")) return 0;
  if (contains(line.operands, "mm")) return bytes_of_vectors(line.word, line.operands);
  if (line.word[0] == 'f') return bytes_of_x87(line.word);
  // movzbl reads a byte: its first suffix is the source's.
  const bool widens =
      line.word.size() == 6 && (begins(line.word, "movz") || begins(line.word, "movs"));
  if (widens) return bytes_of_suffix(line.word[4]);
  const std::string_view name = own_register(line.operands);
  return name.empty() ? bytes_of_suffix(line.word.back()) : bytes_of_register(name);
}

void Block::add(const AssemblyLine& line) {
  instructions_ += line.instructions;
  memory_bytes_ += revprof::memory_bytes(line);
  code_ += std::string(line.text) + "\n";
}

}  // namespace revprof
