// SPDX-License-Identifier: BSD-3-Clause
// Numbers with units, lists, and the names of calls.
#include "characterize/option_text.hpp"

#include "characterize/operation.hpp"

namespace revprof {

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, ',');) {
    if (!part.empty()) parts.push_back(part);
  }
  return parts;
}

std::int64_t read_number(const std::string& option, const std::string& text, std::int64_t at_least,
                         std::int64_t at_most) {
  std::int64_t value = 0;
  std::size_t end = 0;
  try {
    value = std::stoll(text, &end);
  } catch (const std::exception&) {
    end = 0;
  }
  std::int64_t unit = 1;
  if (end != 0 && end + 1 == text.size()) {
    const std::string units = "kMG";
    const std::size_t power = units.find(text.back());
    if (power != std::string::npos) {
      unit = std::int64_t{1} << (10 * (power + 1));
      ++end;
    }
  }
  if (end == 0 || end != text.size() || value < at_least || value > at_most / unit) {
    throw OptionError("--" + option + ": expected a number from " + std::to_string(at_least) +
                      " to " + std::to_string(at_most) + ", found \"" + text + "\"");
  }
  return value * unit;
}

void expect(bool condition, const std::string& option, const std::string& expected) {
  if (!condition) throw OptionError("--" + option + ": expected " + expected);
}

std::vector<std::string> read_calls(const std::string& text) {
  const std::vector<std::string> calls = split(text);
  for (const std::string& call : calls) {
    if (find_operation(call) >= 0) continue;
    std::string known;
    for (const Operation& operation : operations()) {
      if (operation.timing != Timing::probe) known += (known.empty() ? "" : ", ") + operation.name;
    }
    throw OptionError("--calls: expected some of " + known + "; found \"" + call + "\"");
  }
  expect(!calls.empty(), "calls", "a list of calls such as MPI_Allreduce,transit");
  return calls;
}

std::string text_of(double value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

}  // namespace revprof
