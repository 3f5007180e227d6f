// SPDX-License-Identifier: BSD-3-Clause
// Looks once at what stands at the place, and writes beside it or to it.
#include "fit/file/new_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "fit/file/whole_file.hpp"

namespace revprof {

namespace fs = std::filesystem;

namespace {

// The descriptor that writes to the same file; -1: none. To open it once more, as a shell's
// "> file" has it, would begin at its first byte again.
int output_that_is(const struct stat& file) {
  for (const int output : {STDOUT_FILENO, STDERR_FILENO}) {
    struct stat status;
    const bool same = ::fstat(output, &status) == 0 && status.st_dev == file.st_dev &&
                      status.st_ino == file.st_ino;
    if (same) return output;
  }
  return -1;
}

// The system has followed them already: there is an end.
std::string behind_links(fs::path path) {
  while (fs::is_symlink(path)) path = path.parent_path() / fs::read_symlink(path);
  return path.string();
}

}  // namespace

NewFile::NewFile(const std::string& path) : path_(path), place_(path) {
  struct stat status;
  const bool exists = ::stat(path.c_str(), &status) == 0;
  if (!exists && errno != ENOENT) fail(errno);
  if (exists) own_output_ = output_that_is(status);
  const bool is_written_to =
      own_output_ >= 0 || (exists && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode));
  if (!is_written_to) place_ = behind_links(path);
  name_ = is_written_to ? place_ : place_ + ".tmp" + std::to_string(::getpid());
}

NewFile::~NewFile() {
  if (!is_pending_ || !is_replaced()) return;
  std::error_code ignored;
  fs::remove_all(name_, ignored);
}

int NewFile::open() const {
  const int flags = O_WRONLY | O_CLOEXEC | (is_replaced() ? O_CREAT | O_TRUNC : 0);
  const int file = own_output_ >= 0 ? ::fcntl(own_output_, F_DUPFD_CLOEXEC, 0)
                                    : ::open(name_.c_str(), flags, 0666);
  if (file < 0) fail(errno);
  return file;
}

void NewFile::put_in_place() {
  if (is_replaced() && std::rename(name_.c_str(), place_.c_str()) != 0) fail(errno);
  is_pending_ = false;
}

void NewFile::fail(int error) const {
  throw FileError(path_ + ": cannot be written: " + std::strerror(error));
}

}  // namespace revprof
