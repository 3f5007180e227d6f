// SPDX-License-Identifier: BSD-3-Clause
// Books them.
#include "revprof/run/memory/order.hpp"

#include <algorithm>
#include <utility>

namespace revprof {

void book_fence(RemoteMemory& memory, CallScope& scope, Call call, Outstanding& under_way) {
  const Guard guard(memory.run);
  memory.catch_up();
  memory.note(under_way, Outstanding::Does::order);
  under_way.fence();
  scope.book(
      0, -1, 0, [&](Engine& engine) { engine.local(call, 0); }, memory.window);
}

void book_quiet(RemoteMemory& memory, CallScope& scope, Call call, Outstanding& under_way) {
  const Guard guard(memory.run);
  memory.catch_up();
  memory.note(under_way, Outstanding::Does::order);
  scope.book(
      0, -1, 0, [&](Engine& engine) { engine.quiet(call, under_way.pending()); }, memory.window);
  under_way.complete();
}

Flag::Flag(RemoteMemory& memory, const volatile void* address, std::uint64_t key,
           std::int64_t bytes, Received::Holds holds)
    : memory_(memory), address_(address), key_(key), bytes_(bytes), holds_(std::move(holds)) {
  const Guard guard(memory.run);
  const std::uint64_t word = word_at(address, bytes);
  memory_.catch_up();
  // What can be seen has its record: without one, the word is the program's own.
  held_ = holds_(word) && !memory_.received.knows_of(key_, bytes_) &&
          !memory_.rings.is_changing(key_, bytes_);
}

void Flag::book(CallScope& scope, Call call) {
  Run& run = memory_.run;
  if (!held_) memory_.await_all_told();
  const Guard guard(run);
  std::optional<Engine::Flight> flight;
  if (!held_) {
    flight = memory_.received.decide(key_, bytes_, *run.engine, holds_);
    memory_.watch(address_, key_, bytes_);
  }
  if (!flight && memory_.has_forgotten()) run.choices.note(&ChoiceCounts::forgotten);
  run.choices.tested(run.engine->now()[0], true);
  scope.book(
      0, -1, 0, [&](Engine& engine) { flight ? engine.see(call, *flight) : engine.local(call, 0); },
      memory_.window);
}

void note_test(Run& run, bool succeeded) {
  const Guard guard(run);
  run.choices.tested(run.engine->now()[0], succeeded);
}

InLine line_up(RemoteMemory& memory, std::uint64_t key, Turn turn) {
  const Guard guard(memory.run);
  const SimTime now = memory.run.engine->now()[0];
  const SimTime latest = memory.last_changes.latest(LastChanges::of_lock, key);
  if (!memory.last_changes.look(LastChanges::of_lock, key, now)) {
    memory.run.choices.note(&ChoiceCounts::locks);
  }
  return {memory.last_changes.line_up(key), turn == Turn::own && latest <= now};
}

InLine line_up_first(RemoteMemory& memory, std::uint64_t key, const AwaitTurn& await_turn) {
  Horizon& horizon = memory.run.horizon;
  LastChanges& locks = memory.last_changes;
  const SimTime now = memory.run.engine->now()[0];
  InLine line{LastChanges::no_place, false, memory.tested.has(now, key)};
  if (!line.again) horizon.resume();
  Turn turn = await_turn(std::nullopt);
  SimTime from = now;
  bool is_held = turn == Turn::own && horizon.is_tested_before(now, key);
  while (!is_held && turn == Turn::own) {
    // By one that came before: it may leave at any moment, but is there at this one's time.
    is_held = !locks.is_empty(key);
    if (is_held) break;
    const auto last = locks.read(LastChanges::of_lock, key);
    if (!last || last->clock[0] <= from) break;
    from = last->clock[0];  // somebody has had it meanwhile
    is_held = !line.again;
    if (is_held) break;
    horizon.due(from, key);
    turn = await_turn(from);
  }
  // The others see one lock that is tested.
  line.in_order = turn == Turn::own && (!line.again || memory.tested.keys.size() == 1);
  if (is_held) return line;
  line.place = locks.line_up_first(key);
  if (line.place == LastChanges::not_followed) line.in_order = false;
  if (line.place >= 0) locks.look(LastChanges::of_lock, key, from);
  return line;
}

// A first test is true of its time. How often one asks until then is the host's affair.
void note_held(RemoteMemory& memory, std::uint64_t key, const InLine& line, std::uint64_t known) {
  const Guard guard(memory.run);
  const SimTime now = memory.run.engine->now()[0];
  memory.tested.add(now, key);
  if (line.again) memory.run.horizon.wait_for_change(known, key);
  if (line.again || !line.in_order) note_test(memory.run, false);
}

void leave_line(RemoteMemory& memory, std::uint64_t key) {
  memory.last_changes.leave(key);
  for (int pe = 0; pe < memory.run.team->processes(); ++pe) memory.run.horizon.made_change(pe);
}

void book_taken(RemoteMemory& memory, CallScope& scope, Call call, std::uint64_t key, bool in_order,
                const Clock& pending) {
  Run& run = memory.run;
  const Guard guard(run);
  memory.catch_up();
  const auto last = memory.last_changes.read(LastChanges::of_lock, key);
  if (!in_order) {
    // Another process has had it, or another thread of this one that wanted it later.
    const SimTime now = run.engine->now()[0];
    const bool of_another = last && last->writer != run.team->rank();
    const bool is_late = memory.last_changes.latest(LastChanges::of_lock, key) > now;
    if (of_another || is_late) run.choices.note(&ChoiceCounts::locks);
    memory.last_changes.look(LastChanges::of_lock, key, now);
  }
  scope.book(
      0, -1, 0,
      [&](Engine& engine) {
        if (last) {
          engine.follow(call, 0, engine.rank(), last->clock.data());
        } else {
          engine.local(call, 0);
        }
        engine.finish_transfers(pending);
      },
      memory.window);
}

void book_given_back(RemoteMemory& memory, CallScope& scope, Call call, Outstanding& under_way,
                     std::uint64_t key) {
  const Guard guard(memory.run);
  book_quiet(memory, scope, call, under_way);
  memory.last_changes.write(LastChanges::of_lock, key, 0, memory.run.engine->clock(), 0);
}

}  // namespace revprof
