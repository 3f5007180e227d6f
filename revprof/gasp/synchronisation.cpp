// SPDX-License-Identifier: BSD-3-Clause
// Barriers, split ones too, fences and locks.
#include <numeric>
#include <utility>
#include <vector>

#include "revprof/gasp/rules.hpp"
#include "revprof/gasp/up_calls.h"
#include "revprof/run/memory/order.hpp"

namespace revprof::gasp {

namespace {

// A barrier completes what was put before it.
Meeting begin_barrier(UpcThread& thread) {
  Engine& engine = *thread.engine;
  const Clock& pending = thread.under_way.pending();
  const Clock clock = pending.empty() ? engine.clock() : engine.latest(pending);
  thread.under_way.complete();
  return begin_meeting(thread, Call::upc_barrier, clock.data());
}

template <class Charge>
void book_barrier(UpcThread& thread, const Meeting& meeting, Charge charge) {
  const std::vector<SimTime>& ready = meeting.ready;
  thread.scope->book(
      0, -1, 0,
      [&](Engine& engine) {
        if (thread.threads() > 1) return charge(engine, ready.data());
        engine.finish_transfers(
            {ready.begin(), ready.begin() + static_cast<std::ptrdiff_t>(engine.clock_values())});
      },
      thread.memory.window);
  thread.memory.pass_barrier();
}

// Which lock it is, all over the program.
std::uint64_t key_of(const void* lock) {
  const Asking asking;
  const auto thread = static_cast<std::uint64_t>(revprof_upc_threadof(lock));
  return thread << 48 ^ revprof_upc_offset(lock);
}

// A fence is implied behind a lock that was taken.
void take(UpcThread& thread, const Notification& told) {
  const Clock pending = thread.under_way.pending();
  thread.under_way.complete();
  book_taken(thread.memory, *thread.scope, told.event.call, key_of(told.arguments.address('k')),
             false, pending);
}

}  // namespace

Span span_of_all(const UpcThread& thread) {
  std::vector<int> all(static_cast<std::size_t>(thread.threads()));
  std::iota(all.begin(), all.end(), 0);
  const CostTable& costs = thread.engine->costs();
  return costs.places().span(costs.blocks(), all);
}

Meeting begin_meeting(UpcThread& thread, Call what, const SimTime* clock) {
  Meeting meeting;
  meeting.number = ++thread.meetings;
  meeting.ready = thread.clocks.row_of(clock);
  thread.clocks.write(meeting.number, what, meeting.ready);
  return meeting;
}

void end_meeting(UpcThread& thread, Meeting& meeting, Call what, From from, int one) {
  for (int other = 0; other < thread.threads(); ++other) {
    const bool counts = from == From::all || (from == From::lower && other < thread.rank()) ||
                        (from == From::one && other == one);
    if (!counts || other == thread.rank()) continue;
    switch (thread.clocks.merge(other, meeting.number, what, meeting.ready)) {
      case ClockArray::Found::there:
        break;
      case ClockArray::Found::not_there:
        thread.choices.note(&ChoiceCounts::forgotten);
        break;
      case ClockArray::Found::other_call:
        thread.disagree(other);
        break;
    }
  }
}

void notify(UpcThread& thread, const Notification& told) {
  if (!told.starts()) return;
  thread.scope->book(
      0, -1, 0, [](Engine&) {}, thread.memory.window);
  thread.notified = begin_barrier(thread);
}

void wait(UpcThread& thread, const Notification& told) {
  if (told.starts() || thread.notified.number == 0) return;
  Meeting meeting = std::move(thread.notified);
  thread.notified = {};
  end_meeting(thread, meeting, Call::upc_barrier, From::all, -1);
  book_barrier(thread, meeting, [&](Engine& engine, const SimTime* ready) {
    engine.complete_collective({told.event.call, thread.threads(), 0, span_of_all(thread)}, ready);
  });
}

void barrier(UpcThread& thread, const Notification& told) {
  if (told.starts()) {
    thread.open = begin_barrier(thread);
    return;
  }
  end_meeting(thread, thread.open, Call::upc_barrier, From::all, -1);
  book_barrier(thread, thread.open, [&](Engine& engine, const SimTime* ready) {
    const Member member = thread.rank() == 0 ? Member::first : Member::other;
    engine.collective({told.event.call, thread.threads(), 0, span_of_all(thread)}, ready, member);
  });
}

void fence(UpcThread& thread, const Notification& told) {
  if (told.starts()) return;
  book_quiet(thread.memory, *thread.scope, told.event.call, thread.under_way);
}

void lock(UpcThread& thread, const Notification& told) {
  if (!told.starts()) take(thread, told);
}

void lock_attempt(UpcThread& thread, const Notification& told) {
  if (told.starts()) return;
  const bool has_it = told.arguments.number('i') != 0;
  note_test(thread, has_it);
  if (has_it) take(thread, told);
}

void unlock(UpcThread& thread, const Notification& told) {
  if (!told.starts()) return;  // before the next one has it
  book_given_back(thread.memory, *thread.scope, told.event.call, thread.under_way,
                  key_of(told.arguments.address('k')));
}

}  // namespace revprof::gasp
