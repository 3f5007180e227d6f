// SPDX-License-Identifier: BSD-3-Clause
// The clocks of threads where they begin and end, and of the parallel regions of GCC's OpenMP.
#pragma once

#include <functional>

#include "revprof/mpi/process.hpp"

namespace revprof {

using Clocks = ThreadClocks::Clocks;

// What the program would call without this library, by the file that has that place: of the call,
// or of the function that it hands over (the call may be a jump, which leaves no place).
void* real_address(const char* name, const void* place);
template <class Function>
Function real_function(const char* name, const void* place) {
  return reinterpret_cast<Function>(real_address(name, place));
}
inline const void* address_of(void (*function)(void*)) {
  return reinterpret_cast<const void*>(function);
}

// What MPI does inside a call is its own affair: nullptr.
Process* followed();

// This thread's clocks with all that it has computed.
Clocks clocks_now(Process& process);
void go_on_from(Process& process, const Clocks& clocks);

// A parallel region: `real` has the function called by each of its threads. `shares`: where it is a
// loop, or sections, of which they take what is next.
using RunRegion = std::function<void(void (*)(void*), void*)>;
void run_region(void (*function)(void*), void* data, const RunRegion& real,
                const void* shares = nullptr);
// A thread takes of the region's work what is next when it comes to that place.
void takes_share(const void* place);

}  // namespace revprof
