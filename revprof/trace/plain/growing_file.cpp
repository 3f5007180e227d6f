// SPDX-License-Identifier: BSD-3-Clause
// Grows and maps the file window by window.
#include "revprof/trace/plain/growing_file.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <stdexcept>

namespace revprof {

namespace {

constexpr off_t first_chunk = 64 * 1024;
constexpr off_t largest_chunk = 4 * 1024 * 1024;

// Returns 0 or the error. Beyond the limit on file sizes the kernel also sends a SIGXFSZ, which
// would end the program: it is held back and taken.
int allocate(int file, off_t offset, off_t bytes) {
  sigset_t size_signal, before, pending;
  sigemptyset(&size_signal);
  sigaddset(&size_signal, SIGXFSZ);
  pthread_sigmask(SIG_BLOCK, &size_signal, &before);
  sigpending(&pending);
  int error = 0;
  do {
    error = posix_fallocate(file, offset, bytes);
  } while (error == EINTR);
  if (error == EFBIG && !sigismember(&pending, SIGXFSZ)) {
    const timespec no_wait = {0, 0};
    sigtimedwait(&size_signal, nullptr, &no_wait);
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return error;
}

}  // namespace

GrowingFile::GrowingFile(const std::string& path)
    : path_(path),
      file_(::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666)),
      owner_(::getpid()) {
  if (file_ < 0) throw std::runtime_error(path + ": " + std::strerror(errno));
}

GrowingFile::~GrowingFile() {
  const off_t size = written();
  if (window_ != nullptr) ::munmap(window_, window_size_);
  // Where cutting fails the zero bytes stay, which the reader understands.
  if (::getpid() == owner_ && ::ftruncate(file_, size) != 0) error_ = errno;
  ::close(file_);
}

bool GrowingFile::grow(std::size_t bytes) {
  if (error_ != 0) return false;
  static const off_t page = ::sysconf(_SC_PAGESIZE);
  const off_t size = written();
  const off_t needed = size + static_cast<off_t>(bytes);
  off_t end = allocated_;
  if (needed > end) {
    // Doubling: a short trace stays small, a long one grows seldom.
    const off_t chunk = std::clamp(allocated_, first_chunk, largest_chunk);
    end = std::max(allocated_ + chunk, (needed + page - 1) / page * page);
    error_ = allocate(file_, allocated_, end - allocated_);
    if (error_ != 0) return false;
    allocated_ = end;
  }
  const off_t offset = size / page * page;
  const auto length = static_cast<std::size_t>(end - offset);
  void* window = ::mmap(nullptr, length, PROT_READ | PROT_WRITE, MAP_SHARED, file_, offset);
  if (window == MAP_FAILED) {
    error_ = errno;
    return false;
  }
  if (window_ != nullptr) ::munmap(window_, window_size_);
  window_ = static_cast<char*>(window);
  window_size_ = length;
  window_offset_ = offset;
  next_ = window_ + (size - offset);
  available_ = static_cast<std::size_t>(end - size);
  return true;
}

}  // namespace revprof
