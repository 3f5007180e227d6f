// SPDX-License-Identifier: BSD-3-Clause
// A large text file that is written piece by piece and is there once it is whole.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "fit/file/new_file.hpp"
#include "revprof/engine/sim_time.hpp"

namespace revprof {

// A NewFile, which close() puts in place; without it nothing is left. Throws FileError "path:
// cannot be written: reason".
class TextOutput {
 public:
  explicit TextOutput(const std::string& path);
  ~TextOutput();
  TextOutput(const TextOutput&) = delete;
  TextOutput& operator=(const TextOutput&) = delete;

  TextOutput& operator<<(std::string_view text) {
    buffer_ += text;
    if (buffer_.size() >= buffer_bytes) write();
    return *this;
  }
  TextOutput& operator<<(std::int64_t number);
  TextOutput& operator<<(int number) { return *this << std::int64_t{number}; }

  void close();

 private:
  static constexpr std::size_t buffer_bytes = 1 << 20;
  void write();

  NewFile made_;
  std::string buffer_;
  int file_ = -1;
};

// A time as a decimal fraction: `digits` behind the point, of units of 10^(digits) picoseconds.
std::string decimal(SimTime value, int digits);

}  // namespace revprof
