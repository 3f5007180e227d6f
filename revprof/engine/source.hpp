// SPDX-License-Identifier: BSD-3-Clause
// What a charged time rests on, from the firmest to the weakest (DESIGN section 3).
#pragma once

#include <cstdint>

namespace revprof {

enum class Source : std::uint8_t { measured, extrapolated, stand_in, assumed };
constexpr int source_count = 4;
const char* name(Source source);

}  // namespace revprof
