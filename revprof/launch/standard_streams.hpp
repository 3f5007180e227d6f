// SPDX-License-Identifier: BSD-3-Clause
// Standard input, output and error, which a shell may have closed (2>&-).
#pragma once

#include <fcntl.h>
#include <unistd.h>

namespace revprof {

// At a program's start, before it opens anything: the next file would take the place of a closed
// stream, what is printed would go into it, and a program that is started would have it as its own.
inline void open_standard_streams() {
  int file = STDIN_FILENO;
  while (file >= 0 && file <= STDERR_FILENO) file = ::open("/dev/null", O_RDWR);  // the lowest free
  if (file > STDERR_FILENO) ::close(file);
}

}  // namespace revprof
