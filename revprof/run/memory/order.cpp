// SPDX-License-Identifier: BSD-3-Clause
// Books them.
#include "revprof/run/memory/order.hpp"

#include <utility>

namespace revprof {

void book_fence(RemoteMemory& memory, CallScope& scope, Call call, Outstanding& under_way) {
  const Guard guard(memory.run);
  memory.catch_up();
  under_way.fence();
  scope.book(
      0, -1, 0, [&](Engine& engine) { engine.local(call, 0); }, memory.window);
}

void book_quiet(RemoteMemory& memory, CallScope& scope, Call call, Outstanding& under_way) {
  const Guard guard(memory.run);
  memory.catch_up();
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
  held_ = holds_(word) && !memory_.received.knows_of(key_, bytes_);
}

void Flag::book(CallScope& scope, Call call) {
  Run& run = memory_.run;
  const Guard guard(run);
  std::optional<Engine::Flight> flight;
  if (!held_) {
    memory_.catch_up();
    flight = memory_.received.decide(key_, bytes_, *run.engine, holds_);
    memory_.watch(address_, key_, bytes_);
  }
  if (!flight && memory_.has_forgotten()) run.choices.note(&ChoiceCounts::forgotten);
  run.choices.tested(run.engine->now()[0], true);
  scope.book(
      0, -1, 0, [&](Engine& engine) { flight ? engine.see(call, *flight) : engine.local(call, 0); },
      memory_.window);
}

void note_failed_test(Run& run) {
  const Guard guard(run);
  run.choices.tested(run.engine->now()[0], false);
}

void book_taken(RemoteMemory& memory, CallScope& scope, Call call, std::uint64_t key,
                const Clock& pending) {
  Run& run = memory.run;
  const Guard guard(run);
  memory.catch_up();
  const auto last = memory.last_changes.read(LastChanges::of_lock, key);
  if (last && last->writer != run.team->rank()) run.choices.note(&ChoiceCounts::locks);
  scope.book(
      0, -1, 0,
      [&](Engine& engine) {
        last ? engine.read(call, 0, engine.rank(), last->clock) : engine.local(call, 0);
        engine.finish_transfers(pending);
      },
      memory.window);
}

void book_given_back(RemoteMemory& memory, CallScope& scope, Call call, Outstanding& under_way,
                     std::uint64_t key) {
  const Guard guard(memory.run);
  book_quiet(memory, scope, call, under_way);
  memory.last_changes.write(LastChanges::of_lock, key, 0, memory.run.engine->clock());
}

}  // namespace revprof
