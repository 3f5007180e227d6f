// SPDX-License-Identifier: BSD-3-Clause
// What the lines of a measurement file and of a journal are made of. Knows no MPI.
#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace revprof {

// A line of a file.
struct LinePlace {
  const std::string& file;
  int line;

  // Throws MeasurementError.
  [[noreturn]] void fail(std::string_view expected, std::string_view found) const;
};

template <typename Number>
Number read_number(std::string_view text, Number at_least, std::string_view expected,
                   const LinePlace& place) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  // NaN fails the comparison.
  if (!whole || !(value >= at_least)) place.fail(expected, text);
  return value;
}

double read_seconds(std::string_view text, const LinePlace& place);
int read_within(std::string_view text,
                const LinePlace& place);  // "beyond": 0; "within 4": 4; "4 apart": -4
std::pair<std::string, std::string> read_header_line(std::string_view line, const LinePlace& place);
std::vector<std::string_view> split(std::string_view line, char between);

// "# name: value\n", whatever the value.
std::string header_line(const std::string& key, const std::string& value);
// The shortest text that reads back as the same number.
std::string shortest(double value);

}  // namespace revprof
