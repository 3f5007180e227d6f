// SPDX-License-Identifier: BSD-3-Clause
// Whose calls a program of this folder times: characterize MPI's, characterize_shmem OpenSHMEM's
// and MPI's. All else is the same for both.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "characterize/operation.hpp"

namespace revprof {

struct Subject {
  const char* program;       // "characterize"
  const char* launcher;      // "mpirun"
  const char* introduction;  // of --help
  const char* library;       // beside MPI; nullptr: none
  void (*begin)(int* argc, char*** argv);
  void (*end)();
  // By all processes, before anything is measured: memory for messages, as much of that as can be
  // had. How much that is.
  std::int64_t (*make_room)(std::int64_t wanted_bytes);
  // In front of MPI's.
  std::vector<Operation> (*operations)();
};

const Subject& subject();

// One line on standard error, behind the program's name.
template <class... Values>
void say(const char* format, Values... values) {
  std::fputs((std::string(subject().program) + ": ").c_str(), stderr);
  if constexpr (sizeof...(values) == 0) {
    std::fputs(format, stderr);
  } else {
    std::fprintf(stderr, format, values...);
  }
  std::fputs("\n", stderr);
}

}  // namespace revprof
