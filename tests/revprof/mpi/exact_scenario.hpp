// SPDX-License-Identifier: BSD-3-Clause
// What the scenarios of exact_times share.
#pragma once

#include <poll.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "check.hpp"
#include "revprof/revprof.h"

namespace exact {

constexpr int bytes = 1000;
inline char out[bytes], in[bytes];

// A step is 1 ns.
inline void microseconds(int n) {
  revprof_compute(900.0 * n);
  revprof_compute_in("step", 100.0 * n);
}

// This host is late, of which the program knows nothing.
inline void milliseconds_late(int n) { poll(nullptr, 0, n); }

// One process goes on when another one has come to something, of which MPI knows nothing.
class Whistle {
 public:
  void blow() const { CHECK(std::ofstream(path_).put('!').good()); }
  void wait() const {
    while (!std::filesystem::exists(path_)) milliseconds_late(1);
  }

 private:
  const std::string path_ = std::string(std::getenv("REVPROF_OUTPUT")) + "/whistle";
};

}  // namespace exact
