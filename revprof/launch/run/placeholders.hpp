// SPDX-License-Identifier: BSD-3-Clause
// What a sweep changes from run to run: numbers of processes, and values for places such as {n} in
// the program's words.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace revprof {

// "1,2,4,8" as numbers, ascending. Throws UsageError where one is no number or comes twice.
std::vector<int> read_process_counts(const std::string& text);

// "n=100,200,400".
struct Placeholder {
  std::string name;
  std::vector<std::string> values;
};

// Throws UsageError where it cannot be read, has a value twice, or is called "processes", which
// every sweep has.
Placeholder read_placeholder(const std::string& text);

using PlaceholderValues = std::vector<std::pair<std::string, std::string>>;  // name, value

// A program's words with {NAME} replaced by its value, {100*NAME} by the product where both are
// whole numbers, and {{NAME}} by {NAME}. What else stands in braces stays.
std::vector<std::string> filled(const std::vector<std::string>& words,
                                const PlaceholderValues& values);

// Whether {NAME} or {100*NAME} stands in one of the words.
bool mentions(const std::vector<std::string>& words, const std::string& name);

// Throws UsageError where {NAME} or {100*NAME} stands in one of the words with another name than
// these, unless it is the shell's, ${NAME}.
void check_mentioned(const std::vector<std::string>& words, const std::vector<std::string>& names);

// Every combination of the values, the last placeholder's changing fastest; of none: one without
// values.
std::vector<PlaceholderValues> combinations(const std::vector<Placeholder>& placeholders);

}  // namespace revprof
