// SPDX-License-Identifier: BSD-3-Clause
// The short summary in words: printed at MPI_Finalize and by `revprof report`.
#pragma once

#include <string>

#include "revprof/report/text/ink.hpp"
#include "revprof/trace/results/summary.hpp"

namespace revprof {

// At most 80 columns wide, ends with a line break; without colours the same on every host.
std::string summary_text(const Summary& summary, const Ink& ink = Ink());

// What computation rests on, or that the prediction is of communication alone, and what adds
// computation; empty: not known, or announced steps.
std::string computation_note(const Summary& summary);

// Whether summary_text() lists each call of the run on a line of its own.
bool lists_every_call(const Summary& summary);

}  // namespace revprof
