// SPDX-License-Identifier: BSD-3-Clause
// Programs as a shell finds them, and who runs a script.
#pragma once

#include <string>
#include <vector>

namespace revprof {

// The path that a shell would start for this name: as it stands where it holds a slash, else the
// first of PATH. Throws std::runtime_error where there is none or it is no executable file.
std::string find_program(const std::string& name);

// Throws std::runtime_error, saying why, where a shell could not start that path.
void require_executable(const std::string& path);

bool is_script(const std::string& path);

// Who runs a script, by its first line, and who runs that one where it is a script again; the last
// is a program. `#!/usr/bin/env python3` names PATH's python3. Throws std::runtime_error where one
// is missing.
std::vector<std::string> interpreters_of(const std::string& script);

}  // namespace revprof
