// SPDX-License-Identifier: BSD-3-Clause
// What a name that a user gives for a file stands for: opening a FIFO would wait for ever, and a
// device has no end. One header, which the measurement file shares with the model.
#pragma once

#include <sys/stat.h>
#include <sys/statfs.h>

#include <string>

namespace revprof {

// "a directory", "a FIFO", "a device" or "a socket"; empty for a regular file, and where there is
// nothing that could be looked at.
inline std::string unreadable_kind(const std::string& path) {
  struct stat status;
  if (stat(path.c_str(), &status) != 0 || S_ISREG(status.st_mode)) return "";
  if (S_ISDIR(status.st_mode)) return "a directory";
  if (S_ISFIFO(status.st_mode)) return "a FIFO";
  return S_ISSOCK(status.st_mode) ? "a socket" : "a device";
}

// For a file that is read once: the shell's <(...) and a pipe at /dev/stdin, whose writer is there
// already, are as good as a regular file.
inline std::string kind_unreadable_once(const std::string& path) {
  constexpr auto of_pipes = 0x50495045;  // PIPEFS_MAGIC: a pipe without a name of its own
  struct statfs system;
  const std::string kind = unreadable_kind(path);
  const bool is_pipe = kind == "a FIFO" && statfs(path.c_str(), &system) == 0 &&
                       static_cast<long>(system.f_type) == of_pipes;
  return is_pipe ? "" : kind;
}

}  // namespace revprof
