// SPDX-License-Identifier: BSD-3-Clause
// A call that this host's mpi.h declares and no table of revprof knows.
#pragma once

namespace revprof {

// What its prototype says of it: a buffer with a datatype, a request or a message; or handles
// alone.
enum class UnknownCall { moves_data, asks };

// The first statement of such a call's wrapper. One that may move data ends the run: what it sends
// would lack its stamp, what it takes would show one. Any other is passed on, at no cost, with a
// note.
void unknown_call(const char* name, UnknownCall sort);

}  // namespace revprof
