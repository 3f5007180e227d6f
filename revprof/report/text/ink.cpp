// SPDX-License-Identifier: BSD-3-Clause
// Asks the terminal and the environment.
#include "revprof/report/text/ink.hpp"

#include <unistd.h>

#include <cstdlib>

namespace revprof {

bool takes_colours(int file) {
  const char* const forbidden = std::getenv("NO_COLOR");
  if (forbidden != nullptr && *forbidden != '\0') return false;
  const char* const terminal = std::getenv("TERM");
  return terminal != nullptr && std::string(terminal) != "dumb" && isatty(file) == 1;
}

}  // namespace revprof
