// SPDX-License-Identifier: BSD-3-Clause
// What the text of one option says, and how a value is written as one. What is wrong is told as
// OptionError "--option: expected ...".
#pragma once

#include <algorithm>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "characterize/options.hpp"

namespace revprof {

// Between commas; empty parts are none.
std::vector<std::string> split(const std::string& text);

// With k, M or G behind it, times 2^10, 2^20 or 2^30.
std::int64_t read_number(const std::string& option, const std::string& text, std::int64_t at_least,
                         std::int64_t at_most);

// In ascending order, each once.
template <typename Number>
std::vector<Number> read_numbers(const std::string& option, const std::string& text,
                                 std::int64_t at_least, std::int64_t at_most) {
  std::vector<Number> numbers;
  for (const std::string& part : split(text)) {
    numbers.push_back(static_cast<Number>(read_number(option, part, at_least, at_most)));
  }
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  if (numbers.empty()) throw OptionError("--" + option + ": expected a list such as 2,4,8");
  return numbers;
}

void expect(bool condition, const std::string& option, const std::string& expected);

// The names of operations; at least one.
std::vector<std::string> read_calls(const std::string& text);

// Between commas; `otherwise` where there are none.
template <typename Value>
std::string joined(const std::vector<Value>& values, const std::string& otherwise) {
  std::ostringstream text;
  for (const Value& value : values) text << (text.tellp() > 0 ? "," : "") << value;
  return values.empty() ? otherwise : text.str();
}

std::string text_of(double value);

}  // namespace revprof
