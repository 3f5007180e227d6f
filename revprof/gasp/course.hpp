// SPDX-License-Identifier: BSD-3-Clause
// From gasp_init to the event of the program's end.
#pragma once

namespace revprof {

// Of all threads. Makes the thread's state, unless nobody has asked for a prediction.
void begin_program();

}  // namespace revprof
