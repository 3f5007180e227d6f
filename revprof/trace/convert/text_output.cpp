// SPDX-License-Identifier: BSD-3-Clause
// Collects a megabyte, then writes it.
#include "revprof/trace/convert/text_output.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <stdexcept>

#include "fit/file/whole_file.hpp"

namespace revprof {

TextOutput::TextOutput(const std::string& path) : path_(path), temporary_(temporary_name(path)) {
  file_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file_ < 0) throw std::runtime_error(path_ + ": " + std::strerror(errno));
  buffer_.reserve(buffer_bytes + 4096);
}

TextOutput::~TextOutput() {
  if (file_ < 0) return;
  ::close(file_);
  ::unlink(temporary_.c_str());
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
  if (::close(file) != 0) {
    const int error = errno;
    ::unlink(temporary_.c_str());
    fail(error);
  }
  put_in_place(temporary_, path_);
}

void TextOutput::write() {
  std::size_t done = 0;
  while (done < buffer_.size()) {
    const ssize_t count = ::write(file_, buffer_.data() + done, buffer_.size() - done);
    if (count < 0 && errno != EINTR) fail(errno);
    if (count > 0) done += static_cast<std::size_t>(count);
  }
  buffer_.clear();
}

void TextOutput::fail(int error) { throw std::runtime_error(path_ + ": " + std::strerror(error)); }

std::string decimal(SimTime value, int digits) {
  std::string text = std::to_string(value);
  const auto behind = static_cast<std::size_t>(digits);
  if (text.size() <= behind) text.insert(0, behind + 1 - text.size(), '0');
  text.insert(text.size() - behind, ".");
  return text;
}

}  // namespace revprof
