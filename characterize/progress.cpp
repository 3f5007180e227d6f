// SPDX-License-Identifier: BSD-3-Clause
// Progress goes to standard error.
#include "characterize/progress.hpp"

#include <unistd.h>

#include <cstdio>

namespace revprof {

Progress::Progress() : terminal_(isatty(STDERR_FILENO) != 0), last_(Clock::now()) {}

Progress::~Progress() { finish(); }

void Progress::show(const std::string& what, std::size_t done, std::size_t total,
                    double remaining_seconds) {
  const std::chrono::duration<double> since = Clock::now() - last_;
  const double period_seconds = terminal_ ? 0.2 : 15;
  if (since.count() < period_seconds) return;
  last_ = Clock::now();
  line_open_ = terminal_;
  std::fprintf(stderr, "%scharacterize: %s, %zu of %zu cells, at most %.0f s left%s",
               terminal_ ? "\r\033[K" : "", what.c_str(), done, total, remaining_seconds,
               terminal_ ? "" : "\n");
  std::fflush(stderr);
}

void Progress::finish() {
  if (line_open_) std::fprintf(stderr, "\r\033[K");
  line_open_ = false;
}

}  // namespace revprof
