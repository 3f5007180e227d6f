// SPDX-License-Identifier: BSD-3-Clause
// What a charged time rests on, from the firmest to the weakest (RULES.md, "How sure").
#pragma once

#include <cstdint>

namespace revprof {

// Inferred: its equation was measured, but what others do meanwhile, what they share with it, or
// how far apart two processes are, is concluded from what this process does and from ranks.
enum class Source : std::uint8_t { measured, inferred, extrapolated, stand_in, assumed };
constexpr int source_count = 5;
const char* name(Source source);

}  // namespace revprof
