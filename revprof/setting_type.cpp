// SPDX-License-Identifier: BSD-3-Clause
// Reads the values of settings, strictly.
#include "revprof/setting_type.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>
#include <sstream>
#include <stdexcept>

#include "revprof/engine/sim_time.hpp"
#include "revprof/trace/plain/factory.hpp"

namespace revprof {

namespace {

[[noreturn]] void fail(const std::string& expected, const std::string& found) {
  throw std::runtime_error("expected " + expected + ", found \"" + found + "\"");
}

bool holds(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::string joined(const std::vector<std::string>& words, const char* between) {
  std::string list;
  for (const std::string& word : words) list += (list.empty() ? "" : between) + word;
  return list;
}

// Not a number: there is none.
double number_in(const std::string& text) {
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  const bool is_one = !text.empty() && *end == '\0' && std::isfinite(number) && number >= 0;
  return is_one ? number : std::numeric_limits<double>::quiet_NaN();
}

// With its unit; none: seconds.
double seconds_in(const std::string& text) {
  static const std::map<std::string, double> units = {
      {"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}, {"ps", 1e-12}, {"min", 60}, {"h", 3600}};
  const std::size_t end = text.find_last_of("0123456789.") + 1;  // 0: there is none
  const auto unit = units.find(text.substr(end));
  return unit == units.end() ? number_in(text) : number_in(text.substr(0, end)) * unit->second;
}

void check_choice_or_count(const std::vector<std::string>& words, const std::string& text) {
  const bool digits = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
  if (holds(words, text) || (digits && text.size() < 10 && std::stoi(text) > 0)) return;
  fail(joined(words, ", ") + ", or a whole number of at least 1", text);
}

}  // namespace

double parse_number(const std::string& text) {
  const double number = number_in(text);
  if (std::isnan(number)) fail("a number of at least 0", text);
  return number;
}

double parse_seconds(const std::string& text) {
  const double seconds = seconds_in(text);
  if (std::isnan(seconds)) fail("seconds, or a time such as 10ns or 1.5us", text);
  return seconds;
}

long long parse_count(const std::string& text) {
  char* end = nullptr;
  const long long number = std::strtoll(text.c_str(), &end, 10);
  if (text.empty() || *end != '\0' || number < 0) fail("a whole number of at least 0", text);
  return number;
}

std::string parse_choice(const std::vector<std::string>& words, const std::string& text) {
  if (!holds(words, text)) fail("one of " + joined(words, ", "), text);
  return text;
}

std::vector<std::string> parse_list(const std::vector<std::string>& words,
                                    const std::string& text) {
  std::vector<std::string> chosen;
  std::istringstream list(text + ",");
  for (std::string word; std::getline(list, word, ',');) {
    if (!holds(words, word) || holds(chosen, word) || (word == "none" && text != "none")) {
      fail("one or several of " + joined(words, ", ") + ", each once, between commas", text);
    }
    chosen.push_back(word);
  }
  return chosen;
}

StepSeconds parse_step(const std::string& text) {
  std::vector<double> parts;
  std::istringstream list(text);
  for (std::string part; std::getline(list, part, ':');) parts.push_back(number_in(part));
  const bool ends = text.empty() || text.back() == ':';
  if (!ends && parts.size() == 1 && parts[0] >= 0) return {parts[0], parts[0], parts[0]};
  if (!ends && parts.size() == 3 && parts[0] <= parts[1] && parts[1] <= parts[2]) {
    return {parts[0], parts[1], parts[2]};
  }
  fail("seconds, or low:mean:high in this order", text);
}

std::map<std::string, StepSeconds> parse_steps(const std::string& text) {
  std::map<std::string, StepSeconds> units;
  std::istringstream list(text + ",");
  for (std::string part; std::getline(list, part, ',');) {
    const auto equals = part.find('=');
    const std::string unit = equals == std::string::npos ? "step" : part.substr(0, equals);
    const std::string time = equals == std::string::npos ? part : part.substr(equals + 1);
    StepSeconds seconds;
    try {
      seconds = parse_step(time);
    } catch (const std::runtime_error&) {
      if (equals == std::string::npos && text == part) throw;
      fail("seconds, or low:mean:high in this order, of each unit (flop=1e-10:2e-10:4e-10)", part);
    }
    if (unit.empty() || !units.emplace(unit, seconds).second) {
      fail("each unit by its name, once", text);
    }
  }
  return units;
}

std::optional<StepSeconds> parse_instruction(const std::string& text) {
  if (text == "model") return std::nullopt;
  try {
    return parse_step(text);
  } catch (const std::runtime_error&) {
    fail("model, seconds, or low:mean:high in this order", text);
  }
}

SettingType switch_type() { return choice_type({"0", "1"}); }

SettingType choice_type(const std::vector<std::string>& words) {
  return {joined(words, "|"), words,
          [words](const std::string& text) { parse_choice(words, text); }};
}

SettingType choice_or_count_type(const std::vector<std::string>& words, const char* argument) {
  return {joined(words, "|") + "|" + argument, words,
          [words](const std::string& text) { check_choice_or_count(words, text); }};
}

SettingType factor_type() {
  return {"FACTOR", {}, [](const std::string& text) {
            if (!(number_in(text) > 0)) fail("a number above 0", text);
          }};
}

SettingType frequency_type() {
  return {"GHZ", {}, [](const std::string& text) {
            if (text != "none" && parse_number(text) == 0)
              fail("a number of GHz above 0, or none", text);
          }};
}

SettingType count_type(const char* argument) { return {argument, {}, parse_count}; }

SettingType steps_type() { return {"SECONDS", {}, parse_steps}; }

SettingType instruction_type() { return {"SECONDS", {}, parse_instruction}; }

SettingType tick_type() {
  return {"SECONDS", {}, [](const std::string& text) {
            if (from_seconds(parse_seconds(text)) < 1) fail("at least 1e-12 seconds", text);
          }};
}

SettingType file_type() {
  return {"FILE", {}, [](const std::string&) {}};
}

SettingType placement_type() {
  return {"in-order|round-robin|FILE", {}, [](const std::string& text) {
            if (text.empty()) fail("in-order, round-robin, or a file of hosts or places", text);
          }};
}

SettingType directory_type() {
  return {"DIR", {}, [](const std::string& text) {
            if (text.empty()) fail("the name of a directory", text);
          }};
}

SettingType trace_formats_type() {
  return {"FORMATS", trace_formats(),
          [](const std::string& text) { parse_list(trace_formats(), text); }};
}

SettingType ranks_type() { return {"RANKS", {}, parse_ranks}; }

SettingType window_type() { return {"FROM-TO", {}, parse_window}; }

}  // namespace revprof
