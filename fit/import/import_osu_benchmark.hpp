// SPDX-License-Identifier: BSD-3-Clause
// What each of the OSU micro-benchmarks becomes in a model.
#pragma once

#include <string>

namespace revprof {

struct OsuBenchmark {
  enum class Unit {
    latency,
    bandwidth,
    operations  // latencies, one row for each operation
  };

  const char* title;  // small, without blanks, as between "# OSU MPI" and "Test"; "openshmem"
                      // before it where that stands there
  const char* call;   // "": each row says it
  Unit unit;
  bool pair;           // by two processes
  bool whole = false;  // sizes are those of all peers together
};

// By title, "nonblocking" before it or not; nullptr: no equation of a model has its meaning.
const OsuBenchmark* find_osu_benchmark(const std::string& title);

// By the operation of a row, "shmem_int_fadd"; nullptr: no equation of a model has its meaning.
const char* find_osu_operation(const std::string& name);

}  // namespace revprof
