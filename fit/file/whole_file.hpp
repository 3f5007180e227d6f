// SPDX-License-Identifier: BSD-3-Clause
// Whole files: read at once, and written so that a reader never sees half of one.
#pragma once

#include <stdexcept>
#include <string>

namespace revprof {

// A file that is not what it should be; what() names it, the place inside it and what was expected,
// such as "machine.json: calls.MPI_Bcast[0].regimes[1].k: expected a number, found null".
struct FileError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// What a name that a user gives for a file stands for: opening a FIFO would wait for ever, and a
// device has no end. "a directory", "a FIFO", "a device" or "a socket"; empty for a regular file,
// and where there is nothing that could be looked at.
std::string unreadable_kind(const std::string& path);

// For a file that is read once: the shell's <(...) and a pipe at /dev/stdin, whose writer is there
// already, are as good as a regular file.
std::string kind_unreadable_once(const std::string& path);

// As a NewFile. Throws FileError "path: cannot be written: reason".
void write_file(const std::string& path, const std::string& text);

// Opens it to be read; what is no regular file (a FIFO would wait for ever) is refused. Throws
// FileError "path: reason".
int open_regular(const std::string& path);

// Throws FileError "path: reason".
std::string read_file(const std::string& path);

}  // namespace revprof
