// SPDX-License-Identifier: BSD-3-Clause
// Performance tests without a cluster: what a prediction must be (--assert, --baseline), and where
// the outcome goes (--junit).
#pragma once

#include <boost/program_options.hpp>
#include <optional>
#include <string>
#include <vector>

#include "revprof/launch/run/launch.hpp"
#include "revprof/report/check/assertion.hpp"
#include "revprof/report/check/baseline.hpp"

namespace revprof {

// The exit code of a run that ended well and is not as it must be, or left nothing to tell that by.
// Few programs, and no shell, use it.
constexpr int not_as_expected = 120;

struct RunCheck {
  std::vector<Assertion> assertions;
  std::optional<Baseline> baseline;
  std::string junit_file;  // empty: none

  bool is_empty() const { return assertions.empty() && !baseline && junit_file.empty(); }
};

boost::program_options::options_description run_check_options();

// Throws before anything is started: UsageError for an assertion, a tolerance or a call that does
// not exist, FileError for a baseline that cannot be read.
RunCheck chosen_run_check(const boost::program_options::variables_map& chosen);

// Throws UsageError where the baseline is of something else than what is about to be run, or an
// assertion names a lane that there will not be.
void check_plan(const RunCheck& check, const Launch& launch);

struct RunOutcome {
  std::string program;    // with its arguments
  std::string directory;  // of its results; empty: there are none
  std::string timestamp;  // when it began
  double wall_seconds = 0;
  int exit_code = 0;
  bool predicted = false;  // there is a summary of all its processes
};

// Prints what was found on standard error, writes the JUnit file, and returns the exit code: the
// program's own where that is not 0, else 0 or not_as_expected.
int judge(const RunCheck& check, const RunOutcome& outcome, const Ink& ink);

std::string utc_timestamp();  // "2026-01-31T12:00:00"

}  // namespace revprof
