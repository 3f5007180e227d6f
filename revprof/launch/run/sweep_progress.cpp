// SPDX-License-Identifier: BSD-3-Clause
// Writes lines, and takes the last one back.
#include "revprof/launch/run/sweep_progress.hpp"

#include <unistd.h>

#include <cstdlib>
#include <iostream>

#include "revprof/report/text/text_table.hpp"

namespace revprof {

namespace {

bool takes_back_lines() {
  const char* const terminal = std::getenv("TERM");
  return isatty(STDERR_FILENO) == 1 && terminal != nullptr && std::string(terminal) != "dumb";
}

}  // namespace

SweepProgress::SweepProgress(std::size_t runs, bool quiet)
    : runs_(runs), quiet_(quiet), terminal_(takes_back_lines()) {}

void SweepProgress::begins(const std::string& run) {
  ++number_;
  if (quiet_ || !terminal_) return;
  const std::string line = "revprof: run " + std::to_string(number_) + " of " +
                           std::to_string(runs_) + ": " + run + " ...";
  std::cerr << shortened(line, page_columns - 1) << std::flush;
}

void SweepProgress::goes_on(const std::string& run, const std::string& state) const {
  if (quiet_ || !terminal_) return;
  clear();
  const std::string line = "revprof: run " + std::to_string(number_) + " of " +
                           std::to_string(runs_) + ", " + state + ": " + run;
  std::cerr << shortened(line, page_columns - 1) << std::flush;
}

void SweepProgress::ended(const std::string& run, const std::string& outcome) {
  clear();
  if (!quiet_) say(run, outcome);
}

void SweepProgress::failed(const std::string& run, const std::string& outcome) {
  clear();
  say(run, outcome);
}

void SweepProgress::clear() const {
  if (!quiet_ && terminal_) std::cerr << "\r\033[K" << std::flush;
}

void SweepProgress::say(const std::string& run, const std::string& outcome) const {
  std::cerr << "revprof: " << run << ": " << outcome << '\n';
}

}  // namespace revprof
