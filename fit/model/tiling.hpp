// SPDX-License-Identifier: BSD-3-Clause
// Whether regimes cover a rectangle of (p, d) without holes and overlaps.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fit/model/model.hpp"

namespace revprof {

// What is wrong: the ranges of p and d that two regimes cover, or none. Nothing if all is well.
std::optional<std::string> tiling_flaw(const std::vector<Regime>& regimes);

}  // namespace revprof
