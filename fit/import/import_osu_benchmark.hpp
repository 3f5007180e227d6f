// SPDX-License-Identifier: BSD-3-Clause
// What each of the OSU micro-benchmarks becomes in a model.
#pragma once

#include <string>

namespace revprof {

struct OsuBenchmark {
  enum class Unit { latency, bandwidth };

  const char* title;  // small, without blanks, as between "# OSU MPI" and "Test"
  const char* call;
  Unit unit;
  bool pair;           // by two processes
  bool whole = false;  // sizes are those of all peers together
};

// By title, "nonblocking" before it or not; nullptr: no equation of a model has its meaning.
const OsuBenchmark* find_osu_benchmark(const std::string& title);

}  // namespace revprof
