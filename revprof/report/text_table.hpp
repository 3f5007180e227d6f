// SPDX-License-Identifier: BSD-3-Clause
// A table in plain text whose columns are as wide as their widest cell.
#pragma once

#include <string>
#include <vector>

namespace revprof {

enum class Align { left, right };

class TextTable {
 public:
  explicit TextTable(std::vector<Align> columns) : columns_(std::move(columns)) {}

  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

  // Every row on a line of its own behind that many blanks; columns two blanks apart.
  std::string text(std::size_t indent) const;

 private:
  std::vector<Align> columns_;
  std::vector<std::vector<std::string>> rows_;
};

// Breaks between words so that lines fit into 80 columns; all but the first begin with that many
// blanks.
std::string wrapped(const std::string& text, std::size_t indent);

}  // namespace revprof
