// SPDX-License-Identifier: BSD-3-Clause
// Holds text back until there is much of it, or a line on a terminal, and keeps the first error.
#include "fit/file/standard_output.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <iostream>

namespace revprof {

namespace {

constexpr std::size_t much = 1 << 16;

}  // namespace

void keep_standard_descriptors() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    const bool is_closed = ::fcntl(descriptor, F_GETFD) < 0 && errno == EBADF;
    // It gets the lowest number that is free, this one; to be used the other way it is still bad.
    const int flags = descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY;
    if (is_closed && ::open("/dev/null", flags) < 0) return;
  }
}

StandardOutput::StandardOutput()
    : before_(std::cout.rdbuf(this)), by_line_(::isatty(STDOUT_FILENO) == 1) {}

StandardOutput::~StandardOutput() { std::cout.rdbuf(before_); }

std::string StandardOutput::flaw() {
  sync();
  return error_ == 0 || error_ == EPIPE ? "" : std::strerror(error_);
}

StandardOutput::int_type StandardOutput::overflow(int_type character) {
  if (traits_type::eq_int_type(character, traits_type::eof()))
    return traits_type::not_eof(character);
  const char one = traits_type::to_char_type(character);
  return xsputn(&one, 1) == 1 ? character : traits_type::eof();
}

std::streamsize StandardOutput::xsputn(const char* text, std::streamsize size) {
  text_.append(text, static_cast<std::size_t>(size));
  const bool is_due = text_.size() >= much || (by_line_ && text_.back() == '\n');
  return !is_due || sync() == 0 ? size : 0;
}

int StandardOutput::sync() {
  std::size_t done = 0;
  while (error_ == 0 && done < text_.size()) {
    const ssize_t written = ::write(STDOUT_FILENO, text_.data() + done, text_.size() - done);
    if (written < 0 && errno != EINTR) error_ = errno;
    if (written > 0) done += static_cast<std::size_t>(written);
  }
  text_.clear();
  return error_ == 0 ? 0 : -1;
}

}  // namespace revprof
