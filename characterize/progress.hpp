// SPDX-License-Identifier: BSD-3-Clause
// Tells the user how far the measurements are: one line that is rewritten on a terminal, a few
// lines elsewhere.
#pragma once

#include <chrono>
#include <string>

namespace revprof {

class Progress {
 public:
  Progress();
  ~Progress();
  // `remaining_seconds` is an upper bound.
  void show(const std::string& what, std::size_t done, std::size_t total, double remaining_seconds);
  void finish();

 private:
  using Clock = std::chrono::steady_clock;
  bool terminal_;
  bool line_open_ = false;
  Clock::time_point last_;
};

}  // namespace revprof
