// SPDX-License-Identifier: BSD-3-Clause
// Functions of libraries that counted code calls often: how many calls it makes of each is counted,
// as their own instructions are not. The table of a program or library is a word for each, as this
// list has them, and behind them the work (bytes, operations) of those whose arguments say it.
#pragma once

#include <cstddef>
#include <string_view>

namespace revprof {

struct LibraryFunction {
  std::string_view name;  // as a machine's model has it (fit/measurements/computation_name.hpp)
  int instructions;       // what a call is charged where nobody has said what it takes
  std::string_view unit = {};      // of its work: byte or flop; empty: the calls are all
  double instructions_a_unit = 0;  // likewise
};
constexpr LibraryFunction library_calls[] = {{"exp", 30},
                                             {"log", 35},
                                             {"pow", 70},
                                             {"sin", 50},
                                             {"cos", 50},
                                             {"tan", 100},
                                             {"atan", 50},
                                             {"tanh", 60},
                                             {"hypot", 60},
                                             {"sincos", 70},
                                             {"memcpy", 10, "byte", 0.05},
                                             {"memmove", 10, "byte", 0.05},
                                             {"memset", 10, "byte", 0.03},
                                             {"dgemm", 500, "flop", 0.3},
                                             {"dgemv", 100, "flop", 0.5},
                                             {"ddot", 20, "flop", 0.5},
                                             {"daxpy", 20, "flop", 0.5}};
constexpr std::size_t library_call_count = sizeof library_calls / sizeof library_calls[0];

constexpr bool says_work(const LibraryFunction& function) { return !function.unit.empty(); }

// Where the work of the index-th function stands.
constexpr std::size_t work_word(std::size_t index) {
  std::size_t word = library_call_count;
  for (std::size_t i = 0; i < index; ++i) word += says_work(library_calls[i]) ? 1 : 0;
  return word;
}
constexpr std::size_t library_table_words = work_word(library_call_count);

// A function as a program calls it. `sizes`: where its work stands at the call (System V ABI,
// x86-64): a number of bytes, or of flops half, the product of up to three.
struct LibrarySymbol {
  std::string_view name, function;  // float and double are the same one
  std::string_view sizes[3] = {};
};
constexpr LibrarySymbol library_symbols[] = {
    {"exp", "exp"},
    {"expf", "exp"},
    {"log", "log"},
    {"logf", "log"},
    {"pow", "pow"},
    {"powf", "pow"},
    {"sin", "sin"},
    {"sinf", "sin"},
    {"cos", "cos"},
    {"cosf", "cos"},
    {"tan", "tan"},
    {"tanf", "tan"},
    {"atan", "atan"},
    {"atanf", "atan"},
    {"tanh", "tanh"},
    {"tanhf", "tanh"},
    {"hypot", "hypot"},
    {"hypotf", "hypot"},
    {"sincos", "sincos"},
    {"sincosf", "sincos"},
    {"memcpy", "memcpy", {"%rdx"}},
    {"__memcpy_chk", "memcpy", {"%rdx"}},
    {"memmove", "memmove", {"%rdx"}},
    {"__memmove_chk", "memmove", {"%rdx"}},
    {"memset", "memset", {"%rdx"}},
    {"__memset_chk", "memset", {"%rdx"}},
    // BLAS, from Fortran (all arguments by address) and from C: m, n and k.
    {"dgemm_", "dgemm", {"(%rdx)", "(%rcx)", "(%r8)"}},
    {"sgemm_", "dgemm", {"(%rdx)", "(%rcx)", "(%r8)"}},
    {"cblas_dgemm", "dgemm", {"%ecx", "%r8d", "%r9d"}},
    {"cblas_sgemm", "dgemm", {"%ecx", "%r8d", "%r9d"}},
    {"dgemv_", "dgemv", {"(%rsi)", "(%rdx)"}},
    {"sgemv_", "dgemv", {"(%rsi)", "(%rdx)"}},
    {"cblas_dgemv", "dgemv", {"%edx", "%ecx"}},
    {"cblas_sgemv", "dgemv", {"%edx", "%ecx"}},
    {"ddot_", "ddot", {"(%rdi)"}},
    {"sdot_", "ddot", {"(%rdi)"}},
    {"cblas_ddot", "ddot", {"%edi"}},
    {"cblas_sdot", "ddot", {"%edi"}},
    {"daxpy_", "daxpy", {"(%rdi)"}},
    {"saxpy_", "daxpy", {"(%rdi)"}},
    {"cblas_daxpy", "daxpy", {"%edi"}},
    {"cblas_saxpy", "daxpy", {"%edi"}}};

// The symbol of that name; nullptr: it is none of them.
constexpr const LibrarySymbol* library_symbol(std::string_view name) {
  for (const LibrarySymbol& symbol : library_symbols) {
    if (symbol.name == name) return &symbol;
  }
  return nullptr;
}

// Which function has that name.
constexpr std::size_t library_call(std::string_view function) {
  std::size_t index = 0;
  while (index < library_call_count && library_calls[index].name != function) ++index;
  return index;
}

}  // namespace revprof
