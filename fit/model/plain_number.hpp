// SPDX-License-Identifier: BSD-3-Clause
// Numbers as people write them: "6680", not "6.68e+03".
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>

namespace revprof {

// So many significant digits, without zeros at the end behind the point; powers of ten only where
// nobody would write all zeros out.
inline std::string plain_number(double value, int digits) {
  constexpr double largest = 1e15, smallest = 1e-6;
  std::array<char, 400> text{};
  const auto print = [&](std::chars_format format, int precision, double number) {
    const auto [end, error] =
        std::to_chars(text.data(), text.data() + text.size(), number, format, precision);
    return std::string(text.data(), error == std::errc() ? end : text.data());
  };
  const std::string short_text = print(std::chars_format::general, digits, value);
  const double size = std::abs(value);
  if (short_text.find('e') == std::string::npos || !(size >= smallest && size < largest)) {
    return short_text;
  }
  const int place = static_cast<int>(std::floor(std::log10(size))) - digits + 1;  // of the last one
  const double unit = std::pow(10.0, place);
  if (place > 0) return print(std::chars_format::fixed, 0, std::round(value / unit) * unit);
  std::string plain = print(std::chars_format::fixed, -place, value);
  while (plain.back() == '0') plain.pop_back();
  return plain;
}

}  // namespace revprof
