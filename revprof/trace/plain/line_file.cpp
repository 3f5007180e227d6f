// SPDX-License-Identifier: BSD-3-Clause
// Keeps what a block has left of a line, and reads the next one behind it.
#include "revprof/trace/plain/line_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>

#include "fit/file/whole_file.hpp"

namespace revprof {

namespace {

constexpr std::size_t block_bytes = 64 * 1024;

}  // namespace

bool LineFile::next(std::string_view& line) {
  std::size_t searched = next_;
  while (true) {
    const std::size_t end = block_.find('\n', searched);
    if (end != std::string::npos) {
      line = std::string_view(block_).substr(next_, end - next_);
      next_ = end + 1;
      return true;
    }
    searched = block_.size() - next_;
    if (!read_block()) return false;
  }
}

bool LineFile::at_end() { return next_ == block_.size() && !read_block(); }

// Whatever is before next_ goes.
bool LineFile::read_block() {
  if (ended_) return false;
  const auto fail = [this] { throw std::runtime_error(path_ + ": " + std::strerror(errno)); };
  const int file = open_regular(path_);
  block_.erase(0, next_);
  next_ = 0;
  const std::size_t kept = block_.size();
  block_.resize(kept + block_bytes);
  ssize_t count = 0;
  do {
    count = ::pread(file, block_.data() + kept, block_bytes, offset_);
  } while (count < 0 && errno == EINTR);
  const int error = errno;
  ::close(file);
  errno = error;
  if (count < 0) fail();
  block_.resize(kept + static_cast<std::size_t>(count));
  offset_ += count;
  ended_ = count == 0;
  return !ended_;
}

}  // namespace revprof
