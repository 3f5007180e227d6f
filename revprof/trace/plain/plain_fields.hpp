// SPDX-License-Identifier: BSD-3-Clause
// The fields of one line of a plain trace, taken off it from left to right.
#pragma once

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

namespace revprof {

class PlainFields {
 public:
  PlainFields(const std::string& path, int number, std::string_view line)
      : path_(path), number_(number), line_(line) {}

  std::string_view word(const char* expected) {
    const std::size_t length = std::min(line_.find(' '), line_.size());
    if (length == 0) fail(expected);
    const std::string_view field = line_.substr(0, length);
    line_.remove_prefix(std::min(length + 1, line_.size()));
    return field;
  }

  template <typename Integer>
  Integer integer(const char* expected) {
    const std::string_view field = word(expected);
    Integer value = 0;
    const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
    if (error != std::errc() || end != field.data() + field.size()) fail(expected);
    return value;
  }

  // A last field that may be missing: then -1.
  template <typename Integer>
  Integer optional(const char* expected) {
    return at_end() ? Integer{-1} : integer<Integer>(expected);
  }

  void literal(std::string_view text, const char* expected) {
    if (line_.substr(0, text.size()) != text) fail(expected);
    line_.remove_prefix(text.size());
  }

  bool starts_with(std::string_view text) const { return line_.substr(0, text.size()) == text; }

  // What is left of the line, without the \n and \\ that stand for a line break and a backslash.
  std::string text() const {
    std::string result;
    for (std::size_t i = 0; i < line_.size(); ++i) {
      const bool escaped = line_[i] == '\\' && i + 1 < line_.size();
      if (escaped) ++i;
      result += escaped && line_[i] == 'n' ? '\n' : line_[i];
    }
    return result;
  }

  bool at_end() const { return line_.empty(); }
  void end() const {
    if (!at_end()) fail("the end of the line");
  }

  [[noreturn]] void fail(const std::string& expected) const {
    throw std::runtime_error(path_ + ":" + std::to_string(number_) + ": expected " + expected +
                             (line_.empty() ? "" : ", found \"" + std::string(line_) + "\""));
  }

 private:
  const std::string& path_;
  int number_;
  std::string_view line_;
};

}  // namespace revprof
