// SPDX-License-Identifier: BSD-3-Clause
// What the parser of command lines leaves unsaid of a value that it refuses (5%, 10min, 1us).
#pragma once

namespace revprof {

// Options whose values have units, or are texts, are read by their commands.
constexpr const char* expected_value = ": expected a number without a unit, whole where it counts";

}  // namespace revprof
