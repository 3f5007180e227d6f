// SPDX-License-Identifier: BSD-3-Clause
// What rows of computation are called, in measurements and in models alike: classes of operations
// after Saavedra-Barrera (1992), and levels of memory.
#pragma once

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

namespace revprof {

// On doubles and 64-bit integers. A missed branch is one that nobody can foretell.
constexpr std::string_view operation_classes[] = {
    "integer_add", "integer_multiply", "integer_divide", "branch",      "branch_missed",
    "call",        "float_add",        "float_multiply", "float_fused", "float_divide",
    "float_sqrt",  "simd_add",         "simd_multiply",  "simd_fused",  "simd_divide",
    "simd_sqrt"};
// Each operation waits for the one before it, or none does.
constexpr std::string_view operation_ways[] = {"chain", "throughput"};

// The caches, and what is behind the last of them.
constexpr std::string_view memory_levels[] = {"L1", "L2", "L3", "main"};
// w of latency is a number of dependent loads, of the others bytes; a triad is a = b + x c.
constexpr std::string_view memory_ways[] = {"latency", "read", "triad"};

// Functions of libraries, float or double; w is a number of calls, of bytes that one goes through,
// or of its floating point operations (BLAS).
constexpr std::string_view library_functions[] = {
    "exp",    "log",    "pow",     "sin",    "cos",   "tan",   "atan", "tanh", "hypot",
    "sincos", "memcpy", "memmove", "memset", "dgemm", "dgemv", "ddot", "daxpy"};
constexpr std::string_view library_ways[] = {"call", "byte", "flop"};

// A parallel region of OpenMP in which w threads do nothing; w threads that are made and waited
// for.
constexpr std::string_view thread_starts[] = {"region", "thread"};
constexpr std::string_view thread_ways[] = {"fork_join"};

constexpr std::string_view computation_expected =
    "operation.CLASS.chain, operation.CLASS.throughput, memory.LEVEL.latency, .read or .triad, "
    "library.FUNCTION.call, .byte or .flop, threads.region.fork_join or threads.thread.fork_join";

// "operation.float_add.chain", "memory.L2.read".
inline std::string operation_name(std::string_view operation_class, std::string_view way) {
  return "operation." + std::string(operation_class) + "." + std::string(way);
}
inline std::string memory_name(std::string_view level, std::string_view way) {
  return "memory." + std::string(level) + "." + std::string(way);
}

inline std::string library_name(std::string_view function, std::string_view way) {
  return "library." + std::string(function) + "." + std::string(way);
}
inline std::string threads_name(std::string_view start) {
  return "threads." + std::string(start) + ".fork_join";
}

// Of a row's name; empty: it is no computation.
struct ComputationName {
  std::string_view kind;  // operation, memory, library or threads
  std::string_view what, way;
  // What w is.
  bool in_bytes() const { return way == "read" || way == "triad" || way == "byte"; }
  explicit operator bool() const { return !what.empty(); }
};

inline ComputationName computation_name(std::string_view name) {
  const auto part = [&] {
    const std::size_t dot = name.find('.');
    const std::string_view first = name.substr(0, dot);
    name.remove_prefix(dot == std::string_view::npos ? name.size() : dot + 1);
    return first;
  };
  const auto holds = [](const auto& all, std::string_view one) {
    return std::find(std::begin(all), std::end(all), one) != std::end(all);
  };
  const std::string_view kind = part(), what = part(), way = name;
  const bool known =
      (kind == "operation" && holds(operation_classes, what) && holds(operation_ways, way)) ||
      (kind == "memory" && holds(memory_levels, what) && holds(memory_ways, way)) ||
      (kind == "library" && holds(library_functions, what) && holds(library_ways, way)) ||
      (kind == "threads" && holds(thread_starts, what) && holds(thread_ways, way));
  return known ? ComputationName{kind, what, way} : ComputationName{};
}

}  // namespace revprof
