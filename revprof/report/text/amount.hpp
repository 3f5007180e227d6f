// SPDX-License-Identifier: BSD-3-Clause
// What stands for d in an equation, as people read it.
#pragma once

#include <cstdint>
#include <string>

namespace revprof {

// "4.00 KiB" of calls and of memory; of computation that counts operations or loads "4,096".
std::string amount_text(const std::string& call, std::int64_t amount);

}  // namespace revprof
