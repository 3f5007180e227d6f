// SPDX-License-Identifier: BSD-3-Clause
// Follows the directives that change the section.
#include "revprof/counted/sections.hpp"

#include <algorithm>
#include <utility>

namespace revprof {

void Sections::enter(Section section) {
  const bool is_known_by_name = section.operands == section.name;
  const auto seen = std::find_if(seen_.begin(), seen_.end(),
                                 [&](const Section& other) { return other.name == section.name; });
  if (is_known_by_name && seen != seen_.end()) section.operands = seen->operands;
  if (!is_known_by_name && seen == seen_.end()) seen_.push_back(section);
  before_ = std::exchange(now_, std::move(section));
}

bool Sections::follow(const AssemblyLine& line) {
  if (line.kind != AssemblyLine::Kind::directive) return false;
  const std::string_view word = line.word;
  if (word == ".text") {
    enter(Section());
  } else if (word == ".data" || word == ".bss") {
    enter({std::string(word), std::string(word)});
  } else if (word == ".section" || word == ".pushsection") {
    if (word == ".pushsection") pushed_.push_back(now_);
    enter({std::string(words_of(line.operands).front()), std::string(line.operands)});
  } else if (word == ".popsection" && !pushed_.empty()) {
    enter(pushed_.back());
    pushed_.pop_back();
  } else if (word == ".previous") {
    enter(before_);
  } else {
    return false;
  }
  return true;
}

bool Sections::is_code() const {
  if (now_.name.compare(0, 5, ".text") == 0) return true;
  const auto words = words_of(now_.operands);
  return words.size() > 1 && words[1].find('x') != std::string_view::npos;
}

std::string Sections::group() const {
  const auto words = words_of(now_.operands);
  const bool has_one = words.size() > 3 && words[1].find('G') != std::string_view::npos;
  return has_one ? std::string(words[3]) : "";
}

}  // namespace revprof
