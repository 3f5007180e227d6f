// SPDX-License-Identifier: BSD-3-Clause
// The end of a run whose clocks can count no further: times that no machine takes.
#pragma once

#include <string>

#include "revprof/run/run.hpp"

namespace revprof {

// Ends all processes with exit code 2. Many may get here at once; one of them says why, on stderr
// and in the run's directory, which gets no summary.
[[noreturn]] void end_at_overrun(const Run& run, const std::string& what);

}  // namespace revprof
