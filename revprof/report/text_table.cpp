// SPDX-License-Identifier: BSD-3-Clause
// Pads and joins the cells.
#include "revprof/report/text_table.hpp"

#include <algorithm>
#include <sstream>

namespace revprof {

std::string TextTable::text(std::size_t indent) const {
  std::vector<std::size_t> widths(columns_.size(), 0);
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string result;
  for (const auto& row : rows_) {
    std::string line(indent, ' ');
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string padding(widths[i] - row[i].size(), ' ');
      if (i > 0) line += "  ";
      line += columns_[i] == Align::left ? row[i] + padding : padding + row[i];
    }
    line.erase(line.find_last_not_of(' ') + 1);
    result += line + "\n";
  }
  return result;
}

std::string wrapped(const std::string& text, std::size_t indent) {
  constexpr std::size_t columns = 80;
  std::istringstream words(text);
  std::string result, word;
  std::size_t used = indent;  // the caller has put as much in front of the first line
  while (words >> word) {
    if (result.empty()) {
      result = word;
    } else if (used + 1 + word.size() > columns) {
      result += "\n" + std::string(indent, ' ') + word;
      used = indent;
    } else {
      result += " " + word;
      ++used;
    }
    used += word.size();
  }
  return result;
}

}  // namespace revprof
