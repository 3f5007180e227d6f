// SPDX-License-Identifier: BSD-3-Clause
// A file that is written through memory: an append is a copy, and what was appended outlives the
// process.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <string>

namespace revprof {

// The file is mapped and grows by chunks, so the kernel has every byte as soon as it is copied,
// even if the process is killed; then zero bytes follow up to the end of the chunk. Growing
// allocates the disk blocks first: a full disk is an error code here, where a mapped hole would be
// a SIGBUS. Not for several threads at once.
class GrowingFile {
 public:
  // Throws std::runtime_error "path: reason"; an existing file is an error.
  explicit GrowingFile(const std::string& path);
  ~GrowingFile();  // cuts the file to what was appended
  GrowingFile(const GrowingFile&) = delete;
  GrowingFile& operator=(const GrowingFile&) = delete;

  // Makes room for that many bytes and returns where to put them; nullptr where the disk is full
  // (see error()).
  char* room(std::size_t bytes) {
    if (bytes > available_ && !grow(bytes)) return nullptr;
    return next_;
  }

  // Takes the first bytes of the last room() as written.
  void advance(std::size_t bytes) {
    next_ += bytes;
    available_ -= bytes;
  }

  int error() const { return error_; }
  const std::string& path() const { return path_; }

 private:
  bool grow(std::size_t bytes);
  off_t written() const { return window_offset_ + (next_ - window_); }

  std::string path_;
  int file_ = -1;
  pid_t owner_;  // a child that forks off inherits the mapping, but must not cut the file
  char* window_ = nullptr;  // the mapped part of the file
  std::size_t window_size_ = 0;
  off_t window_offset_ = 0;
  off_t allocated_ = 0;
  char* next_ = nullptr;
  std::size_t available_ = 0;
  int error_ = 0;
};

}  // namespace revprof
