// SPDX-License-Identifier: BSD-3-Clause
// Reads "1,2,4,8" and fills in {processes}.
#include "revprof/launch/process_counts.hpp"

#include <algorithm>
#include <sstream>

#include "revprof/launch/command.hpp"
#include "revprof/launch/options.hpp"

namespace revprof {

std::vector<int> read_process_counts(const std::string& text) {
  if (text.empty() || text.back() == ',') {
    throw UsageError("-n: expected a list such as 1,2,4,8, found \"" + text + "\"");
  }
  std::vector<int> counts;
  std::istringstream list(text);
  for (std::string word; std::getline(list, word, ',');) counts.push_back(positive("-n", word));
  std::sort(counts.begin(), counts.end());
  const auto twice = std::adjacent_find(counts.begin(), counts.end());
  if (twice != counts.end()) {
    throw UsageError("-n: " + std::to_string(*twice) + " comes twice in \"" + text + "\"");
  }
  return counts;
}

std::vector<std::string> with_processes(const std::vector<std::string>& words, int processes) {
  const std::string place = "{processes}";
  const std::string number = std::to_string(processes);
  std::vector<std::string> filled = words;
  for (std::string& word : filled) {
    for (std::size_t at = 0; (at = word.find(place, at)) != std::string::npos;
         at += number.size()) {
      word.replace(at, place.size(), number);
    }
  }
  return filled;
}

}  // namespace revprof
