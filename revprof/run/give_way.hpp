// SPDX-License-Identifier: BSD-3-Clause
// How a process lets others run while it asks again and again: it yields. On a core on which
// somebody computes that takes that one's whole slice of time, and all others' that wait there; who
// sleeps for a moment is woken before them.
#pragma once

namespace revprof {

void give_way();
// Somebody computes on this core: what yields by itself is better left out for most rounds.
bool is_core_busy();

}  // namespace revprof
