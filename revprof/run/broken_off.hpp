// SPDX-License-Identifier: BSD-3-Clause
// The end of a run in which no process can go on: what is known until there.
#pragma once

#include <string>

#include "revprof/run/run.hpp"

namespace revprof {

// By a thread of each process, whose own is held in its call. Process 0 says `why`, on standard
// error or to `revprof run`; all write what the run has recorded, and end with exit code 3.
[[noreturn]] void end_at_deadlock(Run& run, const std::string& why);
// By process 0, whose launcher ends the others: the processes may be anywhere.
[[noreturn]] void end_at_timeout(Run& run, const std::string& why);

}  // namespace revprof
