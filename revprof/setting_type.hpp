// SPDX-License-Identifier: BSD-3-Clause
// What a setting's value may be: each type has one parser, which says what was expected.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace revprof {

// All parsers throw std::runtime_error 'expected ..., found "text"'.
double parse_number(const std::string& text);    // finite, at least 0
double parse_seconds(const std::string& text);   // as above, with a unit or none: "10ns", "1e-8"
long long parse_count(const std::string& text);  // whole, at least 0
// One of these words.
std::string parse_choice(const std::vector<std::string>& words, const std::string& text);
// Some of these words, each once, between commas; "none" stands alone.
std::vector<std::string> parse_list(const std::vector<std::string>& words, const std::string& text);

// Seconds of a compute step: one value, or low:mean:high.
struct StepSeconds {
  double low = 0, mean = 0, high = 0;
};
StepSeconds parse_step(const std::string& text);
// ... of units by their names, between commas; without a name "step".
std::map<std::string, StepSeconds> parse_steps(const std::string& text);
// ... of an instruction; nothing for "model".
std::optional<StepSeconds> parse_instruction(const std::string& text);
// What processors of the last ten years take for one, from code that fills their pipelines to code
// that waits for memory.
constexpr StepSeconds assumed_instruction = {1e-10, 3e-10, 1e-9};

struct SettingType {
  std::string argument;            // what --help shows behind the option, such as "SECONDS"
  std::vector<std::string> words;  // that it may be, or a list of; empty: any
  std::function<void(const std::string& text)> parse;  // throws as above

  bool is_switch() const { return words == std::vector<std::string>{"0", "1"}; }
};

SettingType switch_type();  // 0 or 1
SettingType choice_type(const std::vector<std::string>& words);
SettingType choice_or_count_type(const std::vector<std::string>& words, const char* argument);
SettingType factor_type();     // a number above 0
SettingType frequency_type();  // GHz, or none
SettingType count_type(const char* argument);
SettingType steps_type();
SettingType instruction_type();
SettingType tick_type();  // seconds, at least a picosecond
SettingType file_type();  // or none
SettingType placement_type();
SettingType directory_type();
SettingType trace_formats_type();
SettingType ranks_type();
SettingType window_type();

}  // namespace revprof
