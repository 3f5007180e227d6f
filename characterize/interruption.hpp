// SPDX-License-Identifier: BSD-3-Clause
// Ctrl-C and SIGTERM end the measurements early instead of the program.
#pragma once

namespace revprof {

void catch_interruptions();
bool interrupted();

}  // namespace revprof
