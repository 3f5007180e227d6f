// SPDX-License-Identifier: BSD-3-Clause
// How a process lets others run while it asks again and again: it yields. On a core on which
// somebody computes that takes that one's whole slice of time, and all others' that wait there; who
// sleeps for a moment is woken before them.
#pragma once

namespace revprof {

void give_way();
// ... but never sleeps: for what soon ends, and waits that the library would spend so.
void yield_core();
// Somebody computes on this core: what yields by itself is better left out for most rounds.
bool is_core_busy();

// From now on this thread, and those that it begins, has its core for a tenth of a millisecond at a
// time, where the kernel lets one choose (Linux 6.12 and later): who waits for others and computes
// little is let in before those that compute, and is not given more of the core.
void ask_for_short_turns();

// For one of the next moments: somebody computes on this core, so that who knows whom it waits for
// is better woken by that one.
bool is_better_woken();

// As long as there is one, this thread keeps its core where the library would yield it: who looks
// again and again gives way between two looks, not at each of the library's questions.
class KeepCore {
 public:
  KeepCore();
  ~KeepCore();
  KeepCore(const KeepCore&) = delete;
  KeepCore& operator=(const KeepCore&) = delete;
};

// What a library of the process that yields is given: it does, unless its core is to be kept.
void yield_unless_kept();

}  // namespace revprof
