// SPDX-License-Identifier: BSD-3-Clause
// Names against the table, and Levenshtein's distance between two.
#include "revprof/calls/known_call.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <vector>

namespace revprof {

namespace {

// What one isolated call does not show has equations of its own.
constexpr const char* parts[] = {".late", ".early", ".last", ".first", ".next", ".wait"};

std::string whole_call(const std::string& name) {
  const std::size_t dot = name.find('.');
  if (dot == std::string::npos) return name;
  const bool is_part =
      std::find(std::begin(parts), std::end(parts), name.substr(dot)) != std::end(parts);
  return is_part ? name.substr(0, dot) : name;
}

}  // namespace

std::size_t edits(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i] != b[j]);
      diagonal = row[j + 1];
      row[j + 1] = std::min({changed, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

const CallTraits* find_traits(std::string_view name) {
  const auto found = std::find_if(std::begin(call_traits), std::end(call_traits),
                                  [&](const CallTraits& known) { return name == known.name; });
  return found == std::end(call_traits) ? nullptr : found;
}

CallGroup group_of(std::string_view name) {
  const CallTraits* const known = find_traits(name);
  return known == nullptr ? CallGroup::other : known->group;
}

bool is_known_call(const std::string& name) { return find_traits(whole_call(name)) != nullptr; }

std::string nearest_call(const std::string& name) {
  std::string nearest;
  std::size_t least = name.size() + 100;
  for (int i = 0; i < call_count; ++i) {
    const std::string known = call_traits[i].name;
    const std::size_t apart = edits(name, known);
    if (apart < least) least = apart, nearest = known;
  }
  return nearest;
}

}  // namespace revprof
