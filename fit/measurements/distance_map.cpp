// SPDX-License-Identifier: BSD-3-Clause
// "1 2 3;1 2;1": of four places in a row.
#include "fit/measurements/distance_map.hpp"

#include <sstream>

namespace revprof {

std::string text_of(const DistanceMap& map) {
  std::string text;
  for (const std::vector<int>& row : map.as_far) {
    if (!text.empty()) text += ';';
    for (std::size_t i = 0; i < row.size(); ++i)
      text += (i == 0 ? "" : " ") + std::to_string(row[i]);
  }
  return text;
}

std::optional<DistanceMap> distance_map_in(const std::string& text) {
  DistanceMap map;
  std::istringstream rows(text);
  for (std::string row; std::getline(rows, row, ';');) {
    std::istringstream numbers(row);
    map.as_far.emplace_back();
    for (int place = 0; numbers >> place;) map.as_far.back().push_back(place);
    if (!numbers.eof()) return std::nullopt;
  }
  const std::size_t last = map.as_far.size();
  for (std::size_t a = 0; a < last; ++a) {
    if (map.as_far[a].size() != last - a) return std::nullopt;
    for (const int place : map.as_far[a]) {
      if (place < 1 || place > static_cast<int>(last)) return std::nullopt;
    }
  }
  return map;
}

}  // namespace revprof
