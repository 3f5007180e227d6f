// SPDX-License-Identifier: BSD-3-Clause
// A table in plain text whose columns are as wide as their widest cell, and texts of a given width.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

namespace revprof {

constexpr std::size_t page_columns = 80;

// Of a line on standard output: without an end where no terminal shows it, as a file or another
// program takes it whole.
std::size_t line_columns();

// How many columns a text takes: its UTF-8 characters.
std::size_t text_width(const std::string& text);

// Not wider than that: what is too long loses its middle ("/home/me/a..put in.melt").
std::string shortened(const std::string& text, std::size_t columns);

enum class Align { left, right };

class TextTable {
 public:
  explicit TextTable(std::vector<Align> columns) : columns_(std::move(columns)) {}

  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

  // Every row on a line of its own behind that many blanks; columns two blanks apart. Where lines
  // would be longer than `most`, the cells of the widest left-aligned column are shortened.
  std::string text(std::size_t indent,
                   std::size_t most = std::numeric_limits<std::size_t>::max()) const;

 private:
  std::vector<std::size_t> widths(std::size_t indent, std::size_t most) const;

  std::vector<Align> columns_;
  std::vector<std::vector<std::string>> rows_;
};

// Breaks between words so that lines fit into 80 columns; all but the first begin with that many
// blanks.
std::string wrapped(const std::string& text, std::size_t indent);

}  // namespace revprof
