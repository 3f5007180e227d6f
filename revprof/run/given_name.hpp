// SPDX-License-Identifier: BSD-3-Clause
// What a program calls its regions, markers and counters.
#pragma once

#include <string>

namespace revprof {

// As one line that every format and every viewer takes: '?' stands for what is no UTF-8 or moves a
// terminal, and none (nullptr, too) is "(no name)".
std::string given_name(const char* name);

}  // namespace revprof
