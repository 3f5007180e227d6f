// SPDX-License-Identifier: BSD-3-Clause
// Reads and writes whole files with plain system calls, whose errors say what went wrong.
#include "revprof/trace/file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <stdexcept>

namespace revprof {

namespace {

[[noreturn]] void fail(const std::string& path, int error) {
  throw std::runtime_error(path + ": " + std::strerror(error));
}

// 0 or the error; a file system that is full may say so only at the close.
int write_all(int file, const std::string& text) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t written = ::write(file, text.data() + done, text.size() - done);
    if (written < 0 && errno != EINTR) return errno;
    if (written > 0) done += static_cast<std::size_t>(written);
  }
  return 0;
}

// A pipe without a name of its own, as the shell's <(...): its writer is there already.
bool is_shells_pipe(const std::string& path) {
  constexpr long pipes = 0x50495045;  // PIPEFS_MAGIC
  struct statfs system;
  return ::statfs(path.c_str(), &system) == 0 && static_cast<long>(system.f_type) == pipes;
}

std::string kind_of(const struct stat& status) {
  if (S_ISDIR(status.st_mode)) return "a directory";
  if (S_ISFIFO(status.st_mode)) return "a FIFO";
  return S_ISSOCK(status.st_mode) ? "a socket" : "a device";
}

int open_to_read(const std::string& path, bool may_be_special) {
  struct stat status;
  if (::stat(path.c_str(), &status) != 0) fail(path, errno);
  if (!S_ISREG(status.st_mode) && !may_be_special) {
    throw std::runtime_error(path + ": expected a regular file, found " + kind_of(status));
  }
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) fail(path, errno);
  return file;
}

}  // namespace

void write_file(const std::string& path, const std::string& text) {
  const std::string temporary = path + ".tmp" + std::to_string(::getpid());
  const int file = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) fail(path, errno);
  int error = write_all(file, text);
  if (::close(file) != 0 && error == 0) error = errno;
  if (error == 0 && std::rename(temporary.c_str(), path.c_str()) != 0) error = errno;
  if (error != 0) {
    ::unlink(temporary.c_str());
    fail(path, error);
  }
}

int open_regular(const std::string& path) { return open_to_read(path, false); }

std::string read_file(const std::string& path) {
  const int file = open_to_read(path, is_shells_pipe(path));
  std::string text;
  std::string block(1 << 20, '\0');
  ssize_t count = 0;
  while ((count = ::read(file, block.data(), block.size())) != 0) {
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      const int error = errno;
      ::close(file);
      fail(path, error);
    }
    text.append(block.data(), static_cast<std::size_t>(count));
  }
  ::close(file);
  return text;
}

}  // namespace revprof
