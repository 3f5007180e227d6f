// SPDX-License-Identifier: BSD-3-Clause
// Whole files: read at once, and written so that a reader never sees half of one.
#pragma once

#include <string>

namespace revprof {

// Writes to a temporary name beside path, then renames. Throws std::runtime_error "path: reason".
void write_file(const std::string& path, const std::string& text);

// Opens it to be read; what is no regular file (a FIFO would wait for ever) is refused. Throws
// std::runtime_error "path: reason".
int open_regular(const std::string& path);

// Throws std::runtime_error "path: reason".
std::string read_file(const std::string& path);

}  // namespace revprof
