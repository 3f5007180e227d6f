// SPDX-License-Identifier: BSD-3-Clause
// What each of the Intel MPI Benchmarks becomes in a model.
#pragma once

#include <string>

namespace revprof {

struct ImbBenchmark {
  const char* name;
  const char* call;    // nullptr: left out, and
  const char* reason;  // why
};

// nullptr: of no special meaning. Every other name is a collective's own, also of its nonblocking
// twin.
const ImbBenchmark* find_imb_benchmark(const std::string& name);

}  // namespace revprof
