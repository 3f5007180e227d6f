// SPDX-License-Identifier: BSD-3-Clause
// Functions of libraries that counted code calls often: how many calls it makes of each is counted,
// as their own instructions are not. The table of a program or library is a word for each, as this
// list has them, and behind them the bytes of those that go through memory.
#pragma once

#include <cstddef>
#include <string_view>

namespace revprof {

struct LibraryFunction {
  std::string_view name;  // as a machine's model has it (fit/measurements/computation_name.hpp)
  int instructions;       // what a call is charged where nobody has said what it takes
  double instructions_a_byte = 0;  // 0: it does not go through memory
};
constexpr LibraryFunction library_calls[] = {
    {"exp", 30},          {"log", 35},           {"pow", 70},         {"sin", 50},   {"cos", 50},
    {"tan", 100},         {"atan", 50},          {"tanh", 60},        {"hypot", 60}, {"sincos", 70},
    {"memcpy", 10, 0.05}, {"memmove", 10, 0.05}, {"memset", 10, 0.03}};
constexpr std::size_t library_call_count = sizeof library_calls / sizeof library_calls[0];

constexpr bool takes_bytes(const LibraryFunction& function) {
  return function.instructions_a_byte > 0;
}
constexpr std::size_t memory_function_count() {
  std::size_t count = 0;
  for (const LibraryFunction& function : library_calls) count += takes_bytes(function) ? 1 : 0;
  return count;
}
constexpr std::size_t library_table_words = library_call_count + memory_function_count();

// Where the bytes of the index-th function stand.
constexpr std::size_t bytes_word(std::size_t index) {
  std::size_t word = library_call_count;
  for (std::size_t i = 0; i < index; ++i) word += takes_bytes(library_calls[i]) ? 1 : 0;
  return word;
}

constexpr std::size_t no_library_call = library_call_count;
// Which of them a symbol is; float and double are the same one.
constexpr std::size_t library_call(std::string_view symbol) {
  struct Symbol {
    std::string_view symbol, function;
  };
  constexpr Symbol others[] = {{"expf", "exp"},
                               {"logf", "log"},
                               {"powf", "pow"},
                               {"sinf", "sin"},
                               {"cosf", "cos"},
                               {"tanf", "tan"},
                               {"atanf", "atan"},
                               {"tanhf", "tanh"},
                               {"hypotf", "hypot"},
                               {"sincosf", "sincos"},
                               {"__memcpy_chk", "memcpy"},
                               {"__memmove_chk", "memmove"},
                               {"__memset_chk", "memset"}};
  for (const Symbol& other : others) {
    if (other.symbol == symbol) symbol = other.function;
  }
  for (std::size_t i = 0; i < library_call_count; ++i) {
    if (library_calls[i].name == symbol) return i;
  }
  return no_library_call;
}

}  // namespace revprof
