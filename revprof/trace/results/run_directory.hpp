// SPDX-License-Identifier: BSD-3-Clause
// The directory of one run: made new, so that no earlier run is ever overwritten.
#pragma once

#include <string>
#include <vector>

namespace revprof {

// Makes and returns wanted or, where that exists, wanted.2, wanted.3, ... the first one that is
// free. Safe when several runs start at once. Missing parents are made. Throws std::runtime_error
// "directory: reason".
std::string make_run_directory(const std::string& wanted);

// What a run has left there: its results and traces, not what is made of them later.
std::vector<std::string> files_of_run(const std::string& directory);

// Of one of several runs of a command (revprof run --runs), inside that of all.
std::string run_directory(const std::string& directory, int run);

// Of a run that a clock has ended which left its range: why, in its directory, and its exit code.
constexpr const char* overrun_file = "overrun.txt";
constexpr int overrun_exit_code = 2;

// Of one in which no process could go on: who waited where.
constexpr const char* deadlock_file = "deadlock.txt";
constexpr int deadlock_exit_code = 3;

// Of one whose results could not be written (a quota, a limit on files): it is empty.
constexpr const char* unwritten_file = "unwritten.txt";

}  // namespace revprof
