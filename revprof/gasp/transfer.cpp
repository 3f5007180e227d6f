// SPDX-License-Identifier: BSD-3-Clause
// Gets, puts and copies, relaxed and strict, blocking and not. What has affinity to the thread
// itself is its own memory, and costs nothing here: the program's computation has it.
#include "revprof/run/memory/transfer.hpp"

#include <algorithm>
#include <cstring>

#include "revprof/gasp/rules.hpp"
#include "revprof/gasp/up_calls.h"
#include "revprof/run/memory/order.hpp"

namespace revprof::gasp {

namespace {

struct SharedAddress {
  int thread;
  std::uint64_t key;
};

SharedAddress shared(const Notification& told, int nth = 0) {
  const Asking asking;
  const void* const address = told.arguments.address('s', nth);
  return {revprof_upc_threadof(address), revprof_upc_offset(address)};
}

bool is_strict(const Notification& told) {
  const GaspRule rule = told.event.rule;
  return (rule == GaspRule::get || rule == GaspRule::put) && told.arguments.number('i') == 0;
}

RemoteRange target(const Notification& told, SharedAddress at, Outstanding& under_way) {
  return {told.event.call, under_way,      at.key, told.arguments.number('n'), 0,
          at.thread,       is_strict(told)};
}

// The thread's own copy of a word, where it is one.
std::optional<std::uint64_t> word(const Notification& told) {
  const std::int64_t bytes = told.arguments.number('n');
  const void* const own = told.arguments.address('a');
  if (own == nullptr || bytes <= 0 || bytes > Update::word_bytes) return std::nullopt;
  std::uint64_t value = 0;
  std::memcpy(&value, own, static_cast<std::size_t>(bytes));
  return value;
}

// Of one's own memory: not before what is waited for.
void book_own(UpcThread& thread, CallScope& scope, std::int64_t bytes, const Clock& until) {
  if (until.empty()) return;
  scope.book(
      bytes, thread.rank(), 0, [&](Engine& engine) { engine.complete_all(until); },
      thread.memory.window);
}

Clock waited_for(UpcThread& thread, bool strict, const std::optional<Clock>& arrival) {
  Clock until = arrival.value_or(Clock());
  if (!strict) return until;
  until = thread.engine->later(std::move(until), thread.under_way.pending());
  thread.under_way.complete();
  return until;
}

void change(UpcThread& thread, const Notification& told, SharedAddress at, Way way,
            Outstanding& under_way) {
  const RemoteRange there = target(told, at, under_way);
  if (there.bytes <= 0 || !thread.memory.is_process(at.thread)) return;
  const auto value = word(told);
  if (at.thread == thread.rank()) {
    book_own(thread, *thread.scope, there.bytes, waited_for(thread, there.strict, std::nullopt));
    if (value) {
      const Clock now = thread.engine->clock();
      thread.memory.last_changes.write(at.thread, at.key, *value, now, now[0]);
    }
    return;
  }
  begin_change(thread.memory, *thread.scope, there, way, value ? Change::set : Change::block,
               value.value_or(0));
}

LastGet::Place place_of(const Notification& told) {
  const SharedAddress at = shared(told);
  return {told.event.call, told.file, told.line, at.thread, at.key, told.arguments.number('n')};
}

}  // namespace

void put(UpcThread& thread, const Notification& told) {
  if (!told.starts()) return;
  change(thread, told, shared(told), is_strict(told) ? Way::strict : Way::put, thread.under_way);
}

bool asks_again(UpcThread& thread, const Notification& told) {
  LastGet& last = thread.last_get;
  last.asks_again = last.waits && told.event.rule == GaspRule::get && is_strict(told) &&
                    place_of(told) == last.place;
  return last.asks_again;
}

void get(UpcThread& thread, const Notification& told) {
  if (told.starts()) return;
  const SharedAddress at = shared(told);
  const RemoteRange there = target(told, at, thread.under_way);
  if (there.bytes <= 0 || !thread.memory.is_process(at.thread)) return;
  const auto value = word(told);
  std::optional<Clock> arrival;
  if (value) arrival = arrival_of(thread.memory, there, *value);
  if (there.strict && value) {
    thread.last_get = {true, thread.last_get.asks_again, place_of(told), arrival};
  } else if (at.thread == thread.rank()) {
    book_own(thread, *thread.scope, there.bytes, waited_for(thread, there.strict, arrival));
  } else {
    book_read(thread.memory, *thread.scope, there, arrival);
  }
}

void book_last_get(UpcThread& thread) {
  if (!thread.last_get.waits) return;
  thread.last_get.waits = false;
  const LastGet::Place& place = thread.last_get.place;
  const double computed_since = CallScope::take_part(thread);
  {
    CallScope scope(thread, place.call);
    if (place.thread == thread.rank()) {
      book_own(thread, scope, place.bytes, waited_for(thread, true, thread.last_get.arrival));
    } else {
      const RemoteRange there = {place.call, thread.under_way, place.key, place.bytes,
                                 0,          place.thread,     true};
      book_read(thread.memory, scope, there, thread.last_get.arrival);
    }
  }
  CallScope::put_part(thread, computed_since);
}

// By way of the thread itself where both are somewhere else.
void copy(UpcThread& thread, const Notification& told) {
  if (!told.starts()) return;
  const SharedAddress to = shared(told, 0), from = shared(told, 1);
  if (from.thread != thread.rank() && told.arguments.number('n') > 0) {
    book_read(thread.memory, *thread.scope, target(told, from, thread.under_way), std::nullopt);
  }
  if (to.thread != thread.rank()) change(thread, told, to, Way::put, thread.under_way);
}

// What its handle is, the end says.
void begin_put(UpcThread& thread, const Notification& told) {
  static Outstanding begun;
  if (told.starts()) return change(thread, told, shared(told), Way::posted, begun);
  thread.handles[told.arguments.address('h')].add(*thread.engine, begun.pending());
  begun.complete();
}

void begin_get(UpcThread& thread, const Notification& told) {
  if (told.starts()) return;
  const SharedAddress at = shared(told, told.event.rule == GaspRule::copy_init ? 1 : 0);
  if (at.thread == thread.rank() || told.arguments.number('n') <= 0) return;
  post_read(thread.memory, *thread.scope,
            target(told, at, thread.handles[told.arguments.address('h')]));
}

// A put where it leaves the thread, or a get.
void begin_copy(UpcThread& thread, const Notification& told) {
  const bool puts = shared(told, 0).thread != thread.rank();
  puts ? begin_put(thread, told) : begin_get(thread, told);
}

void sync(UpcThread& thread, const Notification& told) {
  if (told.starts()) return;
  if (told.event.rule == GaspRule::trysync && told.arguments.number('i') == 0) {
    return note_test(thread, false);
  }
  const auto handle = thread.handles.find(told.arguments.address('h'));
  if (handle == thread.handles.end()) return;
  book_quiet(thread.memory, *thread.scope, told.event.call, handle->second);
  thread.handles.erase(handle);
}

}  // namespace revprof::gasp
