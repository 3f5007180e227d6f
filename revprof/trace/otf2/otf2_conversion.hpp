// SPDX-License-Identifier: BSD-3-Clause
// Traces as an OTF2 archive.
#pragma once

#include <string>

#include "revprof/trace/convert/conversion.hpp"

namespace revprof {

// Returns the file to open, in the new directory `output`. Throws std::runtime_error; also where
// revprof is built without OTF2.
std::string convert_to_otf2(const RunTraces& traces, const Target& target,
                            const std::string& output);

}  // namespace revprof
