// SPDX-License-Identifier: BSD-3-Clause
// Reads and writes the measurement file, strictly: a line that is not understood is an error.
#include "fit/measurements/measurements.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <locale>
#include <set>
#include <sstream>
#include <string_view>
#include <tuple>

#include "fit/file/utf8.hpp"
#include "fit/file/whole_file.hpp"
#include "fit/measurements/distance_name.hpp"
#include "fit/measurements/measurement_line.hpp"

namespace revprof {

namespace {

constexpr std::string_view first_line = "# revprof-measurements ";
constexpr int newest_version = 4;
constexpr std::string_view columns_of_version[] = {
    "call,class,processes,bytes,repetitions,minimum,lower_quartile,median,upper_quartile,maximum",
    "call,class,processes,bytes,launch,repetitions,outliers,minimum,percentile_5,lower_quartile,"
    "median,upper_quartile,percentile_95,maximum",
    "call,class,processes,bytes,launch,repetitions,outliers,minimum,percentile_5,lower_quartile,"
    "median,upper_quartile,percentile_95,maximum,root,overlap",
    "call,class,processes,bytes,launch,repetitions,outliers,minimum,percentile_5,lower_quartile,"
    "median,upper_quartile,percentile_95,maximum,root,overlap,touched"};

int read_version(std::string_view line, const LinePlace& place) {
  const std::string expected =
      '"' + std::string(first_line) + std::to_string(newest_version) + "\", or an earlier version";
  if (line.substr(0, first_line.size()) != first_line) place.fail(expected, line);
  const int version = read_number<int>(line.substr(first_line.size()), 1, expected, place);
  if (version > newest_version) place.fail(expected, line);
  return version;
}

std::optional<double> read_if_known(std::string_view text, const LinePlace& place) {
  return text.empty() ? std::nullopt : std::optional<double>(read_seconds(text, place));
}

std::optional<double> read_overlap(std::string_view text, const LinePlace& place) {
  constexpr std::string_view expected = "nothing, or a part of the time from 0 to 1";
  if (text.empty()) return std::nullopt;
  const auto part = read_number<double>(text, 0, expected, place);
  if (part > 1) place.fail(expected, text);
  return part;
}

// Gives the fields of a line one after the other.
class Fields {
 public:
  Fields(std::string_view line, int version, const LinePlace& place) : fields_(split(line, ',')) {
    const std::string_view columns = columns_of_version[version - 1];
    const std::size_t count = split(columns, ',').size();
    if (fields_.size() == count) return;
    place.fail(std::to_string(count) + " columns (" + std::string(columns) + ")", line);
  }
  std::string_view next() { return fields_[next_++]; }

 private:
  std::vector<std::string_view> fields_;
  std::size_t next_ = 0;
};

Measurement read_cell(std::string_view line, int version, const LinePlace& place) {
  Fields fields(line, version, place);
  Measurement cell;
  cell.call = fields.next();
  if (cell.call.empty()) place.fail("the name of a call", line);
  cell.within = read_within(fields.next(), place);
  cell.processes = read_number<int>(fields.next(), 1, "a number of processes of at least 1", place);
  cell.bytes =
      read_number<std::int64_t>(fields.next(), 0, "a number of bytes of at least 0", place);
  if (version > 1) {
    cell.launch = read_number<int>(fields.next(), 1, "a launch of at least 1", place);
  }
  cell.repetitions =
      read_number<int>(fields.next(), 1, "a number of repetitions of at least 1", place);
  if (version > 1) {
    constexpr std::string_view expected = "a number of outliers from 0 to the repetitions";
    const std::string_view text = fields.next();
    cell.outliers = read_number<int>(text, 0, expected, place);
    if (cell.outliers > cell.repetitions) place.fail(expected, text);
  }
  cell.minimum = read_seconds(fields.next(), place);
  if (version > 1) cell.percentile_5 = read_if_known(fields.next(), place);
  cell.lower_quartile = read_seconds(fields.next(), place);
  cell.median = read_seconds(fields.next(), place);
  cell.upper_quartile = read_seconds(fields.next(), place);
  if (version > 1) cell.percentile_95 = read_if_known(fields.next(), place);
  cell.maximum = read_seconds(fields.next(), place);
  if (version > 2) {
    cell.root = read_if_known(fields.next(), place);
    cell.overlap = read_overlap(fields.next(), place);
  }
  if (version > 3) {
    const std::string_view text = fields.next();
    constexpr std::string_view expected = "nothing, or a number of bytes of at least 0";
    if (!text.empty()) cell.touched = read_number<std::int64_t>(text, 0, expected, place);
  }
  const double in_order[] = {cell.minimum,        cell.percentile_5.value_or(cell.minimum),
                             cell.lower_quartile, cell.median,
                             cell.upper_quartile, cell.percentile_95.value_or(cell.maximum),
                             cell.maximum};
  if (!std::is_sorted(std::begin(in_order), std::end(in_order))) {
    place.fail(
        "minimum <= lower_quartile <= median <= upper_quartile <= maximum, the percentiles between",
        line);
  }
  return cell;
}

std::string text_if_known(const std::optional<double>& value) {
  return value ? shortest(*value) : "";
}

}  // namespace

std::string Measurements::header_value(const std::string& key, const std::string& otherwise) const {
  for (const auto& [name, value] : header) {
    if (name == key) return value;
  }
  return otherwise;
}

Measurements read_measurements(const std::string& path) {
  const std::string kind = kind_unreadable_once(path);
  std::ifstream file;
  if (kind.empty()) file.open(path);
  if (!file.is_open()) {
    throw MeasurementError(path + ": cannot be read, expected a measurement file" +
                           (kind.empty() ? "" : ", found " + kind));
  }
  Measurements measurements;
  std::set<std::tuple<std::string, int, int, std::int64_t, int>> seen;
  int version = 1;
  bool in_table = false;
  std::string line;
  int number = 0;
  while (std::getline(file, line)) {
    const LinePlace place{path, ++number};
    if (file.eof()) place.fail("a whole line; the file may be cut short", line);
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (number == 1) {
      version = read_version(without_mark(line), place);
    } else if (!in_table && !line.empty() && line.front() == '#') {
      measurements.header.push_back(read_header_line(line, place));
    } else if (!in_table) {
      const std::string_view columns = columns_of_version[version - 1];
      if (line != columns) place.fail("the column line \"" + std::string(columns) + '"', line);
      in_table = true;
    } else {
      Measurement cell = read_cell(line, version, place);
      if (!seen.insert({cell.call, cell.within, cell.processes, cell.bytes, cell.launch}).second) {
        place.fail("each call, class, processes, bytes and launch once", line);
      }
      measurements.cells.push_back(std::move(cell));
    }
  }
  if (!in_table) {
    const std::string columns(columns_of_version[version - 1]);
    LinePlace{path, number + 1}.fail("the column line \"" + columns + '"', "end of file");
  }
  return measurements;
}

// The first line, the header, the column line, the cells.
int line_of_cell(const Measurements& read, std::size_t cell) {
  return static_cast<int>(read.header.size() + cell) + 3;
}

void write_measurements(const Measurements& measurements, const std::string& path) {
  std::ostringstream file;
  file.imbue(std::locale::classic());  // a program's own would part thousands
  file << first_line << newest_version << '\n';
  for (const auto& [key, value] : measurements.header) {
    file << header_line(key, value);
  }
  file << columns_of_version[newest_version - 1] << '\n';
  for (const Measurement& cell : measurements.cells) {
    file << cell.call << ',' << distance_name(cell.within) << ',' << cell.processes << ','
         << cell.bytes << ',' << cell.launch << ',' << cell.repetitions << ',' << cell.outliers
         << ',' << shortest(cell.minimum) << ',' << text_if_known(cell.percentile_5) << ','
         << shortest(cell.lower_quartile) << ',' << shortest(cell.median) << ','
         << shortest(cell.upper_quartile) << ',' << text_if_known(cell.percentile_95) << ','
         << shortest(cell.maximum) << ',' << text_if_known(cell.root) << ','
         << text_if_known(cell.overlap) << ','
         << (cell.touched ? std::to_string(*cell.touched) : "") << '\n';
  }
  try {
    write_file(path, file.str());
  } catch (const FileError& error) {
    throw MeasurementError(error.what());
  }
}

}  // namespace revprof
