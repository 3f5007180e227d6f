// SPDX-License-Identifier: BSD-3-Clause
// Makes assembly count its own instructions (Howell 1996, section 4.3, option 3).
#pragma once

#include <string>
#include <string_view>

#include "revprof/counted/count.hpp"

namespace revprof {

// The same assembly, with one more instruction at the head of each basic block, or two. What GCC
// has not compiled comes back as it is. Throws std::runtime_error for what cannot be counted: the
// source, the line, what was expected.
std::string counting(std::string_view assembly, const Count& count = {});

}  // namespace revprof
