// SPDX-License-Identifier: BSD-3-Clause
// What a mistyped word may have meant.
#pragma once

#include <string>
#include <vector>

namespace revprof {

// ", did you mean WORD?", of the nearest of `known` where that is near enough: at most two
// mistakes, and one in three letters. Else nothing.
std::string did_you_mean(const std::string& word, const std::vector<std::string>& known);

}  // namespace revprof
