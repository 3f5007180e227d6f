// SPDX-License-Identifier: BSD-3-Clause
#include "revprof/run/given_name.hpp"

#include "fit/file/utf8.hpp"

namespace revprof {

std::string given_name(const char* name) {
  std::string line = name == nullptr || *name == '\0' ? "(no name)" : name;
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t length = character_length(line, at);
    const auto c = static_cast<unsigned char>(line[at]);
    if (length == 0 || c < 0x20 || c == 0x7F) line[at] = '?';
    at += length == 0 ? 1 : length;
  }
  return line;
}

}  // namespace revprof
