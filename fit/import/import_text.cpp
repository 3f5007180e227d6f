// SPDX-License-Identifier: BSD-3-Clause
// Reads lines and takes them apart.
#include "fit/import/import_text.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <fstream>

#include "fit/file/utf8.hpp"
#include "fit/file/whole_file.hpp"
#include "fit/measurements/measurement_line.hpp"
#include "fit/measurements/measurements.hpp"

namespace revprof {

namespace {

constexpr std::string_view blanks = " \t\r";

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

}  // namespace

std::string TextLine::place() const { return file + ":" + std::to_string(number); }

std::string TextLine::cut_note() const {
  return place() + ": the file ends within this row (no line break follows), which is left out";
}

void TextLine::fail(std::string_view expected) const { fail(expected, text); }

std::string TextLine::message(std::string_view expected, std::string_view found) const {
  constexpr std::size_t longest = 60;
  std::string shown;
  for (const char character : found.substr(0, longest)) {
    const bool control = static_cast<unsigned char>(character) < 0x20 || character == 0x7f;
    shown += control ? '?' : character;  // a log may hold anything; a terminal obeys it
  }
  if (found.size() > longest) shown += "...";
  return place() + ": expected " + std::string(expected) + ", found \"" + shown + "\"";
}

void TextLine::fail(std::string_view expected, std::string_view found) const {
  throw MeasurementError(message(expected, found));
}

std::vector<TextLine> read_lines(const std::string& file, std::string_view expected) {
  const std::string kind = kind_unreadable_once(file);
  std::ifstream stream;
  if (kind.empty()) stream.open(file, std::ios::binary);
  if (!stream.is_open()) {
    throw MeasurementError(file + ": cannot be read, expected " + std::string(expected) +
                           (kind.empty() ? "" : ", found " + kind));
  }
  std::vector<TextLine> lines;
  for (std::string text; std::getline(stream, text);) {
    const bool whole = !stream.eof();
    const std::string_view words = lines.empty() ? without_mark(text) : text;
    lines.push_back({file, static_cast<int>(lines.size()) + 1, std::string(trimmed(words)), whole});
  }
  return lines;
}

TextLine first_words(const std::string& file, const std::vector<TextLine>& lines) {
  for (const TextLine& line : lines) {
    if (!line.text.empty()) return line;
  }
  return {file, 1, "an empty file"};
}

std::vector<std::string> split_words(std::string_view text) {
  std::vector<std::string> words;
  for (std::size_t begin = text.find_first_not_of(blanks); begin != std::string_view::npos;
       begin = text.find_first_not_of(blanks, begin)) {
    const std::size_t end = std::min(text.find_first_of(blanks, begin), text.size());
    words.emplace_back(text.substr(begin, end - begin));
    begin = end;
  }
  return words;
}

std::vector<std::string> split_columns(std::string_view text) {
  std::vector<std::string> columns;
  while (!text.empty()) {
    const std::size_t end = std::min({text.find("  "), text.find('\t'), text.size()});
    columns.emplace_back(trimmed(text.substr(0, end)));
    text = trimmed(text.substr(end));
  }
  return columns;
}

std::vector<std::string> split_fields(const TextLine& line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (const char character : line.text) {
    if (character == '"') {
      quoted = !quoted;
    } else if (character == ',' && !quoted) {
      fields.emplace_back();
    } else {
      fields.back() += character;
    }
  }
  if (quoted) line.fail("a double quote that ends the field");
  for (std::string& field : fields) field = std::string(trimmed(field));
  return fields;
}

std::optional<double> to_number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) {
    return std::nullopt;
  }
  return value;
}

std::optional<std::int64_t> to_count(std::string_view text) {
  constexpr double largest = 1e15;  // exact in a double
  const std::optional<double> value = to_number(text);
  if (!value || *value < 0 || *value > largest || *value != std::floor(*value)) return std::nullopt;
  return static_cast<std::int64_t>(*value);
}

double plausible_seconds(double seconds, const TextLine& line, std::string_view found) {
  if (seconds <= longest_seconds) return seconds;
  line.fail("at most " + shortest(longest_seconds) + " seconds", found);
}

std::string lower_without_blanks(std::string_view text) {
  std::string result;
  for (const char character : text) {
    if (blanks.find(character) != std::string_view::npos) continue;
    result += static_cast<char>(std::tolower(static_cast<unsigned char>(character)));
  }
  return result;
}

}  // namespace revprof
