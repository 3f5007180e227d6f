// SPDX-License-Identifier: BSD-3-Clause
// Reads fields strictly: what is not understood is an error that names file and line.
#include "fit/measurements/measurement_line.hpp"

#include "fit/measurements/distance_name.hpp"
#include "fit/measurements/measurements.hpp"

namespace revprof {

namespace {

// A header entry is one line.
std::string on_one_line(std::string text) {
  for (char& character : text) {
    if (character == '\n' || character == '\r') character = ' ';
  }
  return text;
}

}  // namespace

void LinePlace::fail(std::string_view expected, std::string_view found) const {
  constexpr std::size_t longest = 60;
  std::string shown(found.substr(0, longest));
  if (found.size() > longest) shown += "...";
  throw MeasurementError(file + ":" + std::to_string(line) + ": expected " + std::string(expected) +
                         ", found \"" + shown + "\"");
}

double read_seconds(std::string_view text, const LinePlace& place) {
  const std::string expected = "a time in seconds from 0 to " + shortest(longest_seconds);
  const auto value = read_number<double>(text, 0, expected, place);
  if (value > longest_seconds) place.fail(expected, text);
  return value;
}

int read_within(std::string_view text, const LinePlace& place) {
  const std::optional<int> within = distance_from_name(text);
  if (!within) place.fail("the class " + std::string(distance_expected), text);
  return *within;
}

std::pair<std::string, std::string> read_header_line(std::string_view line,
                                                     const LinePlace& place) {
  const std::size_t colon = line.find(':');
  if (line.substr(0, 2) != "# " || colon == std::string_view::npos || colon == 2) {
    place.fail("a header line \"# name: value\"", line);
  }
  std::string_view value = line.substr(colon + 1);
  if (!value.empty() && value.front() == ' ') value.remove_prefix(1);
  return {std::string(line.substr(2, colon - 2)), std::string(value)};
}

std::vector<std::string_view> split(std::string_view line, char between) {
  std::vector<std::string_view> fields;
  for (;;) {
    const std::size_t end = line.find(between);
    fields.push_back(line.substr(0, end));
    if (end == std::string_view::npos) return fields;
    line.remove_prefix(end + 1);
  }
}

std::string header_line(const std::string& key, const std::string& value) {
  return "# " + on_one_line(key) + ": " + on_one_line(value) + "\n";
}

std::string shortest(double value) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

}  // namespace revprof
