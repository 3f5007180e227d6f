// SPDX-License-Identifier: BSD-3-Clause
// Whole files: read at once, and written so that a reader never sees half of one.
#pragma once

#include <string>

namespace revprof {

// Writes to a temporary name beside path, then renames. Throws std::runtime_error "path: reason".
void write_file(const std::string& path, const std::string& text);

// Throws std::runtime_error "path: reason".
std::string read_file(const std::string& path);

}  // namespace revprof
