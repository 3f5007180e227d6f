// SPDX-License-Identifier: BSD-3-Clause
// Reads and writes the measurement file, strictly: a line that is not understood is an error.
#include "characterize/measurements.hpp"

#include <unistd.h>

#include <charconv>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <set>
#include <string_view>
#include <tuple>

namespace revprof {

namespace {

constexpr std::string_view first_line = "# revprof-measurements 1";
constexpr std::string_view columns =
    "call,class,processes,bytes,repetitions,minimum,lower_quartile,median,upper_quartile,maximum";
constexpr std::size_t column_count = 10;

struct Place {
  const std::string& file;
  int line;

  [[noreturn]] void fail(std::string_view expected, std::string_view found) const {
    constexpr std::size_t longest = 60;
    std::string shown(found.substr(0, longest));
    if (found.size() > longest) shown += "...";
    throw MeasurementError(file + ":" + std::to_string(line) + ": expected " +
                           std::string(expected) + ", found \"" + shown + "\"");
  }
};

template <typename Number>
Number read_number(std::string_view text, Number at_least, std::string_view expected,
                   const Place& place) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  // NaN fails the comparison.
  if (!whole || !(value >= at_least)) place.fail(expected, text);
  return value;
}

double read_seconds(std::string_view text, const Place& place) {
  constexpr std::string_view expected = "a time in seconds of at least 0";
  const auto value = read_number<double>(text, 0, expected, place);
  if (!std::isfinite(value)) place.fail(expected, text);
  return value;
}

int read_within(std::string_view text, const Place& place) {
  constexpr std::string_view expected = "the class \"beyond\" or \"within b\" with a block size b";
  constexpr std::string_view start = "within ";
  if (text == "beyond") return 0;
  if (text.substr(0, start.size()) != start) place.fail(expected, text);
  return read_number<int>(text.substr(start.size()), 1, expected, place);
}

std::vector<std::string_view> split(std::string_view line) {
  std::vector<std::string_view> fields;
  for (;;) {
    const std::size_t comma = line.find(',');
    fields.push_back(line.substr(0, comma));
    if (comma == std::string_view::npos) return fields;
    line.remove_prefix(comma + 1);
  }
}

Measurement read_cell(std::string_view line, const Place& place) {
  const std::vector<std::string_view> fields = split(line);
  if (fields.size() != column_count) {
    place.fail(std::to_string(column_count) + " columns (" + std::string(columns) + ")", line);
  }
  Measurement cell;
  cell.call = fields[0];
  if (cell.call.empty()) place.fail("the name of a call", line);
  cell.within = read_within(fields[1], place);
  cell.processes = read_number<int>(fields[2], 1, "a number of processes of at least 1", place);
  cell.bytes = read_number<std::int64_t>(fields[3], 0, "a number of bytes of at least 0", place);
  cell.repetitions = read_number<int>(fields[4], 1, "a number of repetitions of at least 1", place);
  cell.minimum = read_seconds(fields[5], place);
  cell.lower_quartile = read_seconds(fields[6], place);
  cell.median = read_seconds(fields[7], place);
  cell.upper_quartile = read_seconds(fields[8], place);
  cell.maximum = read_seconds(fields[9], place);
  if (!(cell.minimum <= cell.lower_quartile && cell.lower_quartile <= cell.median &&
        cell.median <= cell.upper_quartile && cell.upper_quartile <= cell.maximum)) {
    place.fail("minimum <= lower_quartile <= median <= upper_quartile <= maximum", line);
  }
  return cell;
}

std::pair<std::string, std::string> read_header_line(std::string_view line, const Place& place) {
  const std::size_t colon = line.find(':');
  if (line.substr(0, 2) != "# " || colon == std::string_view::npos || colon == 2) {
    place.fail("a header line \"# name: value\"", line);
  }
  std::string_view value = line.substr(colon + 1);
  if (!value.empty() && value.front() == ' ') value.remove_prefix(1);
  return {std::string(line.substr(2, colon - 2)), std::string(value)};
}

// A header entry is one line.
std::string on_one_line(std::string text) {
  for (char& character : text) {
    if (character == '\n' || character == '\r') character = ' ';
  }
  return text;
}

// The shortest text that reads back as the same number.
std::string shortest(double value) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

}  // namespace

std::string Measurements::header_value(const std::string& key, const std::string& otherwise) const {
  for (const auto& [name, value] : header) {
    if (name == key) return value;
  }
  return otherwise;
}

Measurements read_measurements(const std::string& path) {
  std::ifstream file(path);
  if (!file || std::filesystem::is_directory(path)) {
    throw MeasurementError(path + ": cannot be read, expected a measurement file");
  }
  Measurements measurements;
  std::set<std::tuple<std::string, int, int, std::int64_t>> seen;
  bool in_table = false;
  std::string line;
  int number = 0;
  while (std::getline(file, line)) {
    const Place place{path, ++number};
    if (file.eof()) place.fail("a whole line; the file may be cut short", line);
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (number == 1) {
      if (line != first_line) place.fail('"' + std::string(first_line) + '"', line);
    } else if (!in_table && !line.empty() && line.front() == '#') {
      measurements.header.push_back(read_header_line(line, place));
    } else if (!in_table) {
      if (line != columns) place.fail("the column line \"" + std::string(columns) + '"', line);
      in_table = true;
    } else {
      Measurement cell = read_cell(line, place);
      if (!seen.insert({cell.call, cell.within, cell.processes, cell.bytes}).second) {
        place.fail("each call, class, processes and bytes once", line);
      }
      measurements.cells.push_back(std::move(cell));
    }
  }
  if (!in_table) {
    Place{path, number + 1}.fail("the column line \"" + std::string(columns) + '"', "end of file");
  }
  return measurements;
}

void write_measurements(const Measurements& measurements, const std::string& path) {
  const std::string temporary = path + ".tmp" + std::to_string(getpid());
  std::ofstream file(temporary);
  file << first_line << '\n';
  for (const auto& [key, value] : measurements.header) {
    file << "# " << on_one_line(key) << ": " << on_one_line(value) << '\n';
  }
  file << columns << '\n';
  for (const Measurement& cell : measurements.cells) {
    file << cell.call << ','
         << (cell.within == 0 ? "beyond" : "within " + std::to_string(cell.within)) << ','
         << cell.processes << ',' << cell.bytes << ',' << cell.repetitions;
    for (const double seconds :
         {cell.minimum, cell.lower_quartile, cell.median, cell.upper_quartile, cell.maximum}) {
      file << ',' << shortest(seconds);
    }
    file << '\n';
  }
  file.close();
  if (!file || std::rename(temporary.c_str(), path.c_str()) != 0) {
    std::remove(temporary.c_str());
    throw MeasurementError(
        path + ": cannot be written, expected a writable file in an existing directory");
  }
}

}  // namespace revprof
