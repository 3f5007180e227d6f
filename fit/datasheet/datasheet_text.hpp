// SPDX-License-Identifier: BSD-3-Clause
// Words and numbers as the datasheet prints them, in LaTeX.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace revprof {

// Any text as LaTeX that prints it: special characters escaped, places where a long name may break
// marked with \brk, line ends as spaces, characters that LaTeX cannot print by their code point.
std::string latex_escape(std::string_view text);

// A fixed-point or scientific number, independent of the locale.
std::string fixed(double value, int decimals);
std::string significant(double value, int digits);  // as few characters as read back the same

std::string size_text(std::int64_t bytes);  // "0 B", "512 B", "4 KiB", "1.5 MiB"
std::string percent_text(double share);     // "3.4 %", "12 %"
std::string class_text(int within);         // "to itself", "within 4", "beyond"

// Ranges with both ends included: "2--64", "2"; "0 B--2 KiB", "> 2 KiB--64 KiB" after a regime that
// ends at 2 KiB.
std::string process_range(int low, int high);
std::string size_range(std::int64_t low, std::int64_t high);

}  // namespace revprof
