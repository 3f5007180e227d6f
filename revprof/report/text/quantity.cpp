// SPDX-License-Identifier: BSD-3-Clause
// Rounds for readers, always the same way: no locale, no surprise at the edges of a unit.
#include "revprof/report/text/quantity.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iterator>

namespace revprof {

namespace {

std::string with_decimals(double value, int decimals) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  return text;
}

// As many decimals as make `digits` significant ones, for a value of at least 1.
std::string significant(double value, int digits) {
  int decimals = digits - 1;
  for (double limit = 10; decimals > 0 && value >= limit - 0.5 * std::pow(10.0, -decimals);
       limit *= 10) {
    --decimals;
  }
  return with_decimals(value, decimals);
}

// From here on in hours, minutes and seconds.
constexpr double long_seconds = 599.95;

std::string long_time_text(double seconds) {
  const auto all = static_cast<long long>(std::llround(seconds));
  char text[64];
  if (all < 3600) {
    std::snprintf(text, sizeof text, "%lld min %02lld s", all / 60, all % 60);
  } else if (all < 360'000) {
    std::snprintf(text, sizeof text, "%lld h %02lld min %02lld s", all / 3600, all / 60 % 60,
                  all % 60);
  } else if (all < 36'000'000) {
    std::snprintf(text, sizeof text, "%lld h %02lld min", all / 3600, all / 60 % 60);
  } else {
    std::snprintf(text, sizeof text, "%lld h", std::llround(seconds / 3600));
  }
  return text;
}

}  // namespace

std::string time_text(double seconds) {
  if (seconds == 0) return "0 s";
  if (seconds >= long_seconds && seconds < 1e15) return long_time_text(seconds);
  struct Unit {
    double seconds;
    const char* name;
  };
  static const Unit units[] = {{1, "s"}, {1e-3, "ms"}, {1e-6, "us"}, {1e-9, "ns"}};
  for (const Unit& unit : units) {
    // 999.96 us rounds to 1000 us, so it is shown as 1.000 ms.
    if (seconds >= unit.seconds * 0.99995)
      return significant(seconds / unit.seconds, 4) + " " + unit.name;
  }
  return with_decimals(seconds * 1e9, 3) + " ns";
}

std::string bytes_text(double bytes) {
  static const char* const units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  std::size_t unit = 0;
  while (bytes >= 1023.5 && unit + 1 < std::size(units)) {
    bytes /= 1024;
    ++unit;
  }
  if (bytes > 0 && bytes < 0.005) return "< 0.01 B";
  const bool whole = unit == 0 && bytes == std::floor(bytes);
  return (whole || bytes < 0.5 ? with_decimals(bytes, whole ? 0 : 2) : significant(bytes, 3)) +
         " " + units[unit];
}

std::string count_text(std::int64_t count) {
  std::string text = std::to_string(count);
  const std::size_t first = text[0] == '-' ? 1 : 0;
  for (std::size_t at = text.size(); at > first + 3;) {
    at -= 3;
    text.insert(at, ",");
  }
  return text;
}

std::string shortest_digits(double value) {
  char text[64];
  for (int digits = 15; digits <= 17; ++digits) {
    std::snprintf(text, sizeof text, "%.*g", digits, value);
    if (std::strtod(text, nullptr) == value) break;
  }
  return text;
}

std::string processes_text(int processes) {
  return std::to_string(processes) + (processes == 1 ? " process" : " processes");
}

std::string share_text(double share) {
  if (share > 0 && share < 0.0005) return "< 0.1 %";
  if (share < 1 && share >= 0.9995) return "> 99.9 %";
  const double percent = std::abs(share) < 0.0005 ? 0 : share * 100;  // never "-0.0 %"
  return with_decimals(percent, 1) + " %";
}

}  // namespace revprof
