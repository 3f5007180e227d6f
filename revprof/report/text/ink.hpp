// SPDX-License-Identifier: BSD-3-Clause
// Emphasis by a terminal's colours, or none.
#pragma once

#include <string>

namespace revprof {

class Ink {
 public:
  Ink() = default;  // plain text
  explicit Ink(bool colours) : colours_(colours) {}

  std::string strong(const std::string& text) const { return in("1", text); }
  std::string good(const std::string& text) const { return in("32", text); }
  std::string bad(const std::string& text) const { return in("1;31", text); }
  std::string caution(const std::string& text) const { return in("33", text); }

 private:
  std::string in(const char* code, const std::string& text) const {
    return colours_ ? std::string("\033[") + code + "m" + text + "\033[0m" : text;
  }

  bool colours_ = false;
};

// For a file descriptor: a terminal, and neither NO_COLOR (no-color.org) nor TERM=dumb forbids it.
bool takes_colours(int file);

}  // namespace revprof
