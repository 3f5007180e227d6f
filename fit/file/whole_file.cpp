// SPDX-License-Identifier: BSD-3-Clause
// Reads and writes whole files with plain system calls, whose errors say what went wrong.
#include "fit/file/whole_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "fit/file/new_file.hpp"

namespace revprof {

namespace {

[[noreturn]] void fail(const std::string& path, int error) {
  throw FileError(path + ": " + std::strerror(error));
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

int open_to_read(const std::string& path, const std::string& unreadable) {
  if (!unreadable.empty()) {
    throw FileError(path + ": expected a regular file, found " + unreadable);
  }
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) fail(path, errno);
  return file;
}

}  // namespace

std::string unreadable_kind(const std::string& path) {
  struct stat status;
  if (::stat(path.c_str(), &status) != 0 || S_ISREG(status.st_mode)) return "";
  if (S_ISDIR(status.st_mode)) return "a directory";
  if (S_ISFIFO(status.st_mode)) return "a FIFO";
  return S_ISSOCK(status.st_mode) ? "a socket" : "a device";
}

std::string kind_unreadable_once(const std::string& path) {
  constexpr long of_pipes = 0x50495045;  // PIPEFS_MAGIC: a pipe without a name of its own
  struct statfs system;
  const std::string kind = unreadable_kind(path);
  const bool is_pipe = kind == "a FIFO" && ::statfs(path.c_str(), &system) == 0 &&
                       static_cast<long>(system.f_type) == of_pipes;
  return is_pipe ? "" : kind;
}

void write_file(const std::string& path, const std::string& text) {
  NewFile made(path);
  const int file = made.open();
  int error = write_all(file, text);
  if (::close(file) != 0 && error == 0) error = errno;
  if (error != 0) made.fail(error);
  made.put_in_place();
}

int open_regular(const std::string& path) { return open_to_read(path, unreadable_kind(path)); }

std::string read_file(const std::string& path) {
  const int file = open_to_read(path, kind_unreadable_once(path));
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
