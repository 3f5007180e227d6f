// SPDX-License-Identifier: BSD-3-Clause
// Chooses round numbers for ticks.
#include "revprof/report/svg/axis.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace revprof {

namespace {

std::string plain(double value, int decimals) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  return text;
}

// 0.002, 50, 1e+06: as short as it can be said.
std::string shortest(double value) {
  char text[64];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

}  // namespace

TimeUnit time_unit(double seconds) {
  for (const TimeUnit& unit : {TimeUnit{1, "s"}, TimeUnit{1e-3, "ms"}, TimeUnit{1e-6, "us"}}) {
    if (seconds >= unit.seconds) return unit;
  }
  return {1e-9, "ns"};
}

std::vector<Tick> linear_ticks(double from, double to, int about) {
  const double wanted = (to - from) / about;
  const double power = std::pow(10, std::floor(std::log10(wanted)));
  double step = 10 * power;
  for (const double factor : {5.0, 2.0, 1.0}) {
    if (factor * power >= wanted * 0.999) step = factor * power;
  }
  const int decimals = std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9)));
  std::vector<Tick> ticks;
  for (double i = std::ceil(from / step - 1e-9); i * step <= to + 1e-9 * step; ++i) {
    const double value = i * step + 0.0;  // no negative zero
    ticks.push_back({value, plain(value, decimals)});
  }
  return ticks;
}

std::vector<Tick> logarithmic_ticks(double from, double to) {
  const bool narrow = to / from < 1000;
  std::vector<Tick> ticks;
  for (double power = std::pow(10, std::floor(std::log10(from))); power <= to * 1.0001;
       power *= 10) {
    for (const double factor : {1.0, 2.0, 5.0}) {
      const double value = factor * power;
      const bool inside = value >= from * 0.9999 && value <= to * 1.0001;
      if (inside && (narrow || factor == 1.0)) ticks.push_back({value, shortest(value)});
    }
  }
  return ticks;
}

}  // namespace revprof
