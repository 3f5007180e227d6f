// SPDX-License-Identifier: BSD-3-Clause
// Collects a megabyte, then writes it.
#include "revprof/trace/convert/text_output.hpp"

#include <unistd.h>

#include <cerrno>
#include <charconv>

namespace revprof {

TextOutput::TextOutput(const std::string& path) : made_(path), file_(made_.open()) {
  buffer_.reserve(buffer_bytes + 4096);
}

TextOutput::~TextOutput() {
  if (file_ >= 0) ::close(file_);
}

TextOutput& TextOutput::operator<<(std::int64_t number) {
  char digits[24];
  const char* const end = std::to_chars(digits, digits + sizeof(digits), number).ptr;
  return *this << std::string_view(digits, static_cast<std::size_t>(end - digits));
}

void TextOutput::close() {
  write();
  const int file = file_;
  file_ = -1;
  if (::close(file) != 0) made_.fail(errno);
  made_.put_in_place();
}

void TextOutput::write() {
  std::size_t done = 0;
  while (done < buffer_.size()) {
    const ssize_t count = ::write(file_, buffer_.data() + done, buffer_.size() - done);
    if (count < 0 && errno != EINTR) made_.fail(errno);
    if (count > 0) done += static_cast<std::size_t>(count);
  }
  buffer_.clear();
}

std::string decimal(SimTime value, int digits) {
  std::string text = std::to_string(value);
  const auto behind = static_cast<std::size_t>(digits);
  if (text.size() <= behind) text.insert(0, behind + 1 - text.size(), '0');
  text.insert(text.size() - behind, ".");
  return text;
}

}  // namespace revprof
