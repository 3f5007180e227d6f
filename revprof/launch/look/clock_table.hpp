// SPDX-License-Identifier: BSD-3-Clause
// Functions that read this host's clocks, which revprof does not simulate.
#pragma once

#include <string>

namespace revprof {

// What people call the clock behind a symbol: "std::chrono::steady_clock" for
// "_ZNSt6chrono3_V212steady_clock3nowEv"; nullptr where the symbol reads none.
const char* clock_read_by(const std::string& symbol);

}  // namespace revprof
