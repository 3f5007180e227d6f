// SPDX-License-Identifier: BSD-3-Clause
// Reads "1,2,4,8" and "n=100,200", and fills in {processes} and {n}.
#include "revprof/launch/run/placeholders.hpp"

#include <algorithm>
#include <cctype>
#include <limits>
#include <regex>
#include <set>
#include <sstream>

#include "revprof/launch/command.hpp"
#include "revprof/launch/options.hpp"

namespace revprof {

namespace {

// {{NAME}}, which stands for {NAME} itself, and {NAME} or {100*NAME}: group 1, or 2 and 3.
const std::regex& place() {
  static const std::regex pattern(R"(\{(\{(?:[0-9]{1,9}\*)?[A-Za-z_][A-Za-z_0-9]*\})\})"
                                  R"(|\{(?:([0-9]{1,9})\*)?([A-Za-z_][A-Za-z_0-9]*)\})");
  return pattern;
}

bool is_whole(const std::string& text) {
  return !text.empty() && text.size() < 10 && std::all_of(text.begin(), text.end(), [](char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
  });
}

// What stands for {factor*name}; the place itself where nothing does.
std::string replacement(const std::smatch& match, const PlaceholderValues& values) {
  if (match[1].matched) return match[1];
  for (const auto& [name, value] : values) {
    if (match[3] != name) continue;
    if (!match[2].matched) return value;
    if (!is_whole(value)) {
      throw UsageError(match.str() + ": expected a whole number for " + name + ", found \"" +
                       value + "\"");
    }
    return std::to_string(std::stoll(match[2]) * std::stoll(value));
  }
  return match.str();
}

std::string filled_word(const std::string& word, const PlaceholderValues& values) {
  std::string text;
  auto rest = word.cbegin();
  for (std::sregex_iterator match(word.begin(), word.end(), place()), end; match != end; ++match) {
    text.append(rest, word.cbegin() + match->position());
    text += replacement(*match, values);
    rest = word.cbegin() + match->position() + match->length();
  }
  return text.append(rest, word.cend());
}

std::vector<std::string> values_of(const std::string& list) {
  std::vector<std::string> words;
  std::istringstream stream(list);
  for (std::string word; std::getline(stream, word, ',');) words.push_back(word);
  return words;
}

}  // namespace

std::vector<int> read_process_counts(const std::string& text) {
  if (text.empty() || text.back() == ',') {
    throw UsageError("-n: expected a list such as 1,2,4,8, found \"" + text + "\"");
  }
  std::vector<int> counts;
  for (const std::string& word : values_of(text)) counts.push_back(positive("-n", word));
  std::sort(counts.begin(), counts.end());
  const auto twice = std::adjacent_find(counts.begin(), counts.end());
  if (twice != counts.end()) {
    throw UsageError("-n: " + std::to_string(*twice) + " comes twice in \"" + text + "\"");
  }
  return counts;
}

Placeholder read_placeholder(const std::string& text) {
  const auto fail = [&text](const std::string& expected) {
    throw UsageError("--arg: expected " + expected + ", found \"" + text + "\"");
  };
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || text.back() == ',' || equals + 1 == text.size()) {
    fail("a name and its values, such as n=100,200,400");
  }
  Placeholder placeholder = {text.substr(0, equals), values_of(text.substr(equals + 1))};
  std::smatch match;
  const std::string written = "{" + placeholder.name + "}";
  if (!std::regex_match(written, match, place()) || match[3] != placeholder.name) {
    fail("a name of letters, digits and _");
  }
  if (placeholder.name == "processes") fail("another name than processes (that is what -n is for)");
  std::set<std::string> seen;
  for (const std::string& value : placeholder.values) {
    if (value.empty()) fail("a value between two commas");
    if (!seen.insert(value).second) fail("each value once");
  }
  return placeholder;
}

std::vector<std::string> filled(const std::vector<std::string>& words,
                                const PlaceholderValues& values) {
  std::vector<std::string> full;
  for (const std::string& word : words) full.push_back(filled_word(word, values));
  return full;
}

bool mentions(const std::vector<std::string>& words, const std::string& name) {
  return std::any_of(words.begin(), words.end(), [&name](const std::string& word) {
    const std::sregex_iterator end;
    return std::any_of(std::sregex_iterator(word.begin(), word.end(), place()), end,
                       [&name](const std::smatch& match) { return match[3] == name; });
  });
}

void check_mentioned(const std::vector<std::string>& words, const std::vector<std::string>& names) {
  for (const std::string& word : words) {
    for (std::sregex_iterator match(word.begin(), word.end(), place()), end; match != end;
         ++match) {
      const bool of_shell = match->position() > 0 && match->prefix().str().back() == '$';
      const std::string name = (*match)[3];
      if (name.empty() || of_shell || std::count(names.begin(), names.end(), name) != 0) continue;
      std::string known;
      for (const std::string& one : names) known += (known.empty() ? "{" : ", {") + one + "}";
      throw UsageError("in the program's words: expected one of " + known + " (--arg " + name +
                       "=V,V,... makes another), found \"" + match->str() + "\" ({" + match->str() +
                       "} stands for " + match->str() + " itself)");
    }
  }
}

std::vector<PlaceholderValues> combinations(const std::vector<Placeholder>& placeholders) {
  std::vector<PlaceholderValues> all = {{}};
  for (const Placeholder& placeholder : placeholders) {
    std::vector<PlaceholderValues> longer;
    for (const PlaceholderValues& values : all) {
      for (const std::string& value : placeholder.values) {
        longer.push_back(values);
        longer.back().emplace_back(placeholder.name, value);
      }
    }
    all = std::move(longer);
  }
  return all;
}

}  // namespace revprof
