// SPDX-License-Identifier: BSD-3-Clause
// Times, sizes, counts and shares as people read them: 12.50 us, 4.00 KiB, 1 234 567, 3.1 %.
#pragma once

#include <cstdint>
#include <string>

namespace revprof {

std::string time_text(double seconds);  // four significant digits: "0 s", "999.9 ns", "1.250 ms",
                                        // "432.1 s", "1 h 12 min 01 s"
std::string bytes_text(double bytes);   // three significant digits: "8 B", "1.50 KiB"
std::string count_text(std::int64_t count);  // "1,234,567"
std::string shortest_digits(double value);   // for files: the fewest that give the same number back
std::string share_text(double share);        // "12.3 %"; "< 0.1 %" rather than a rounded 0
std::string processes_text(int processes);   // "1 process", "16 processes"

}  // namespace revprof
