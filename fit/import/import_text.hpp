// SPDX-License-Identifier: BSD-3-Clause
// Lines of a benchmark's output that know where they stand.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace revprof {

struct TextLine {
  std::string file;
  int number = 0;
  std::string text;   // without blanks at its ends
  bool whole = true;  // false: the file ends without a line break behind it, perhaps within it

  std::string place() const;  // "file:line"
  // Of a row that is not whole: its last number may be a part of one.
  std::string cut_note() const;
  // "file:line: expected ..., found ...".
  std::string message(std::string_view expected) const { return message(expected, text); }
  std::string message(std::string_view expected, std::string_view found) const;
  [[noreturn]] void fail(std::string_view expected) const;
  [[noreturn]] void fail(std::string_view expected, std::string_view found) const;
};

// All lines of a file, or a MeasurementError that says what should have been there.
std::vector<TextLine> read_lines(const std::string& file, std::string_view expected);

// The first line that is not empty; of an empty file one that says so.
TextLine first_words(const std::string& file, const std::vector<TextLine>& lines);

std::vector<std::string> split_words(std::string_view text);
// Columns whose names hold blanks: two blanks or more part them.
std::vector<std::string> split_columns(std::string_view text);
// Fields of a line of CSV; a field may stand in double quotes.
std::vector<std::string> split_fields(const TextLine& line);

std::optional<double> to_number(std::string_view text);  // finite; else nothing
// 0 or more, also as "8.0"; else nothing.
std::optional<std::int64_t> to_count(std::string_view text);

// The time, unless it is longer than any call's: MeasurementError with what the line says of it.
double plausible_seconds(double seconds, const TextLine& line, std::string_view found);

std::string lower_without_blanks(std::string_view text);

}  // namespace revprof
