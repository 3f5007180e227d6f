// SPDX-License-Identifier: BSD-3-Clause
// Pads and joins the cells.
#include "revprof/report/text/text_table.hpp"

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <sstream>

namespace revprof {

namespace {

constexpr std::size_t least_columns = 8;  // of a shortened cell

// UTF-8: bytes that continue a character have these two bits.
bool continues(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

// The byte at which the character of that number begins.
std::size_t byte_of(const std::string& text, std::size_t character) {
  std::size_t at = 0;
  for (std::size_t seen = 0; at < text.size(); ++at) {
    if (continues(text[at])) continue;
    if (seen++ == character) return at;
  }
  return at;
}

// "3.5 %" and "12 us" are one word.
std::vector<std::string> words_of(const std::string& text) {
  static const std::set<std::string> units = {"%",  "h", "min", "s",   "ms",  "us",
                                              "ns", "B", "KiB", "MiB", "GiB", "TiB"};
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) {
    const std::string bare = word.substr(0, word.find_last_not_of(".,:;)") + 1);
    const bool is_unit = !words.empty() && units.count(bare) != 0 &&
                         std::isdigit(static_cast<unsigned char>(words.back().back())) != 0;
    if (is_unit) {
      words.back() += " " + word;
    } else {
      words.push_back(word);
    }
  }
  return words;
}

}  // namespace

std::size_t line_columns() {
  return isatty(STDOUT_FILENO) == 1 ? page_columns : std::numeric_limits<std::size_t>::max();
}

std::size_t text_width(const std::string& text) {
  return text.size() - static_cast<std::size_t>(std::count_if(text.begin(), text.end(), continues));
}

std::string shortened(const std::string& text, std::size_t columns) {
  const std::string gap = "...";
  const std::size_t width = text_width(text);
  if (width <= columns || columns <= gap.size()) return text;
  const std::size_t kept = columns - gap.size();
  const std::size_t tail = kept / 2;
  return text.substr(0, byte_of(text, kept - tail)) + gap +
         text.substr(byte_of(text, width - tail));
}

std::vector<std::size_t> TextTable::widths(std::size_t indent, std::size_t most) const {
  std::vector<std::size_t> widths(columns_.size(), 0);
  std::size_t line = indent + 2 * (columns_.size() - 1);
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    for (const auto& row : rows_) widths[i] = std::max(widths[i], text_width(row[i]));
    line += widths[i];
  }
  while (line > most) {
    std::size_t widest = columns_.size();
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (columns_[i] != Align::left || widths[i] <= least_columns) continue;
      if (widest == columns_.size() || widths[i] > widths[widest]) widest = i;
    }
    if (widest == columns_.size()) break;
    --widths[widest];
    --line;
  }
  return widths;
}

std::string TextTable::text(std::size_t indent, std::size_t most) const {
  const std::vector<std::size_t> columns = widths(indent, most);
  std::string result;
  for (const auto& row : rows_) {
    std::string line(indent, ' ');
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string cell = shortened(row[i], columns[i]);
      const std::string padding(columns[i] - text_width(cell), ' ');
      if (i > 0) line += "  ";
      line += columns_[i] == Align::left ? cell + padding : padding + cell;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    result += line + "\n";
  }
  return result;
}

std::string wrapped(const std::string& text, std::size_t indent) {
  std::string result;
  std::size_t used = indent;  // the caller has put as much in front of the first line
  for (const std::string& word : words_of(text)) {
    if (result.empty()) {
      result = word;
    } else if (used + 1 + text_width(word) > page_columns) {
      result += "\n" + std::string(indent, ' ') + word;
      used = indent;
    } else {
      result += " " + word;
      ++used;
    }
    used += text_width(word);
  }
  return result;
}

}  // namespace revprof
