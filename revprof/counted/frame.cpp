// SPDX-License-Identifier: BSD-3-Clause
// Follows the CFI directives.
#include "revprof/counted/frame.hpp"

#include <cstdlib>
#include <string>

namespace revprof {

namespace {

constexpr long rbp = 6, rsp = 7;

long number_in(std::string_view text) { return std::strtol(std::string(text).c_str(), nullptr, 0); }

// What stands before "(%rsp".
long displacement(std::string_view operands, std::size_t bracket) {
  std::size_t first = bracket;
  while (first > 0 &&
         std::string_view("-+0123456789").find(operands[first - 1]) != std::string_view::npos) {
    --first;
  }
  return number_in(operands.substr(first, bracket - first));
}

}  // namespace

void Frame::follow(const AssemblyLine& line) {
  if (line.word.substr(0, 5) != ".cfi_") return;
  const std::string_view what = line.word.substr(5);
  const auto words = words_of(line.operands);
  if (what == "startproc") {
    is_known_ = true;
    place_ = {rsp, 8};
    remembered_.clear();
  } else if (what == "endproc") {
    is_known_ = false;
  } else if (what == "def_cfa" && words.size() == 2) {
    place_ = {number_in(words[0]), number_in(words[1])};
  } else if (what == "def_cfa_register") {
    place_.reg = number_in(words[0]);
  } else if (what == "def_cfa_offset") {
    place_.offset = number_in(words[0]);
  } else if (what == "adjust_cfa_offset") {
    place_.offset += number_in(words[0]);
  } else if (what == "remember_state") {
    remembered_.push_back(place_);
  } else if (what == "restore_state" && !remembered_.empty()) {
    place_ = remembered_.back();
    remembered_.pop_back();
  }
}

bool Frame::reaches_arguments(const AssemblyLine& line) const {
  if (!is_known_) return true;
  if (place_.reg != rsp && place_.reg != rbp) return false;
  const std::string_view base = place_.reg == rsp ? "(%rsp" : "(%rbp";
  for (std::size_t at = line.operands.find(base); at != std::string_view::npos;
       at = line.operands.find(base, at + 1)) {
    if (displacement(line.operands, at) >= place_.offset) return true;
  }
  return false;
}

}  // namespace revprof
