// SPDX-License-Identifier: BSD-3-Clause
// Handlers of OpenSHMEM's begin and end (OpenSHMEM 1.4, section 9.1).
#pragma once

#include "revprof/calls/call.hpp"

namespace revprof::shmem {

void init(Call call, void (*real)());
int init_thread(Call call, int (*real)(int, int*), int requested, int* provided);
void start_pes(Call call, void (*real)(int), int npes);
void finalize(Call call, void (*real)());
void global_exit(Call call, void (*real)(int), int status);

}  // namespace revprof::shmem
