// SPDX-License-Identifier: BSD-3-Clause
// A run's directory and the formats that are made of its traces.
#pragma once

#include <string>
#include <vector>

#include "revprof/trace/convert/conversion.hpp"

namespace revprof {

// The machine that a run predicted: from its summary or, where it did not come that far, from the
// model (the path of a file; empty: not known).
Target target_of(const std::string& directory, const std::string& model);

// The selected traces of a run's directory; places in the program are its lines, as far as they can
// be found. Throws std::runtime_error where there is none.
RunTraces traces_of(const std::string& directory, const Selection& selection);

// What is wrong with a window of a run's predicted time that begins there: "expected ... found ..."
// where the run has ended before. Empty where it has not, or nobody knows.
std::string why_beyond_the_end(const std::string& directory, SimTime from);

// Makes each of those formats in the run's directory, and says on standard error what was made
// (unless it is to be quiet) and what could not be. Never throws.
void convert_all(const std::string& directory, const std::string& model,
                 const std::vector<std::string>& formats, bool quiet);

}  // namespace revprof
