// SPDX-License-Identifier: BSD-3-Clause
// What an event moves: the rules of gasp.table. Each is OpenSHMEM's (revprof/shmem/README.md).
#pragma once

#include "revprof/gasp/arguments.hpp"
#include "revprof/gasp/interface.h"
#include "revprof/gasp/thread.hpp"

namespace revprof::gasp {

struct Notification {
  const GaspEvent& event;
  gasp_evttype_t type;
  const char* file;
  int line;
  const Arguments& arguments;

  bool starts() const { return type == GASP_START; }
};

// At the start and at the end of an event, or once. Inside a call scope unless the rule opens none.
using EventRule = void (*)(UpcThread& thread, const Notification& told);
EventRule rule_of(GaspRule rule);
// Whether it is a call between its start and its end.
bool is_call(GaspRule rule);

// synchronisation.cpp
void notify(UpcThread& thread, const Notification& told);
void wait(UpcThread& thread, const Notification& told);
void barrier(UpcThread& thread, const Notification& told);
void fence(UpcThread& thread, const Notification& told);
void lock(UpcThread& thread, const Notification& told);
void lock_attempt(UpcThread& thread, const Notification& told);
void unlock(UpcThread& thread, const Notification& told);
// collective.cpp
void collective(UpcThread& thread, const Notification& told);
// transfer.cpp
void put(UpcThread& thread, const Notification& told);
void get(UpcThread& thread, const Notification& told);
void copy(UpcThread& thread, const Notification& told);
void begin_put(UpcThread& thread, const Notification& told);
void begin_get(UpcThread& thread, const Notification& told);
void begin_copy(UpcThread& thread, const Notification& told);
void sync(UpcThread& thread, const Notification& told);
// What a loop of gets has found last, before anything else happens.
void book_last_get(UpcThread& thread);
// Whether this is such a get once more.
bool asks_again(UpcThread& thread, const Notification& told);
// user_events.cpp
void function(UpcThread& thread, const Notification& told);
void forall(UpcThread& thread, const Notification& told);
// course.cpp
void come_to_end(UpcThread& thread, const Notification& told);
void break_off(UpcThread& thread, const Notification& told);

Span span_of_all(const UpcThread& thread);
// The meeting of all threads that begins here; with their clocks, once it is over. `what` is its
// event, by which they must agree.
Meeting begin_meeting(UpcThread& thread, Call what, const SimTime* clock);
enum class From { nobody, all, lower, one };
void end_meeting(UpcThread& thread, Meeting& meeting, Call what, From from, int one);

}  // namespace revprof::gasp
