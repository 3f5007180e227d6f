// SPDX-License-Identifier: BSD-3-Clause
// Levenshtein's distance, but two letters that have changed places are one mistake.
#include "revprof/launch/near_word.hpp"

#include <algorithm>
#include <utility>

#include "revprof/calls/known_call.hpp"

namespace revprof {

namespace {

std::size_t mistakes(std::string word, const std::string& meant) {
  std::size_t least = edits(word, meant);
  for (std::size_t i = 0; i + 1 < word.size(); ++i) {
    std::swap(word[i], word[i + 1]);
    least = std::min(least, 1 + edits(word, meant));
    std::swap(word[i], word[i + 1]);
  }
  return least;
}

}  // namespace

std::string did_you_mean(const std::string& word, const std::vector<std::string>& known) {
  std::string nearest;
  std::size_t least = 3;
  for (const std::string& other : known) {
    const std::size_t wrong = mistakes(word, other);
    if (wrong >= least || 3 * wrong > word.size()) continue;
    least = wrong;
    nearest = other;
  }
  return nearest.empty() ? "" : ", did you mean " + nearest + "?";
}

}  // namespace revprof
