// SPDX-License-Identifier: BSD-3-Clause
// Books what orders and completes puts, and waits for words.
#include <utility>

#include "revprof/shmem/order_calls.hpp"

namespace revprof::shmem {

void book_fence(Symmetric& symmetric, CallScope& scope, Call call, ContextHandle context) {
  const Guard guard(*active_process);
  symmetric.catch_up();
  symmetric.contexts[context].fence();
  scope.book(
      0, -1, 0, [&](Engine& engine) { engine.local(call, 0); }, symmetric.window);
}

void book_quiet(Symmetric& symmetric, CallScope& scope, Call call, ContextHandle context) {
  const Guard guard(*active_process);
  symmetric.catch_up();
  Context& under_way = symmetric.contexts[context];
  scope.book(
      0, -1, 0, [&](Engine& engine) { engine.quiet(call, under_way.pending()); }, symmetric.window);
  under_way.complete();
}

Flag::Flag(Symmetric& symmetric, const volatile void* address, std::int64_t bytes,
           Received::Holds holds)
    : symmetric_(symmetric),
      address_(address),
      key_(symmetric.addresses.key(address)),
      bytes_(bytes),
      holds_(std::move(holds)) {
  const Guard guard(*active_process);
  const std::uint64_t word = word_at(address, bytes);
  symmetric_.catch_up();
  // What can be seen has its record: without one, the word is the program's own.
  held_ = holds_(word) && !symmetric_.received.knows_of(key_, bytes_);
}

void Flag::book(CallScope& scope, Call call) {
  Process& process = *active_process;
  const Guard guard(process);
  std::optional<Engine::Flight> flight;
  if (!held_) {
    symmetric_.catch_up();
    flight = symmetric_.received.decide(key_, bytes_, *process.engine, holds_);
    symmetric_.watch(address_, key_, bytes_);
  }
  if (!flight && symmetric_.has_forgotten()) ++process.choices.forgotten;
  process.choices.tested(process.engine->now()[0], true);
  scope.book(
      0, -1, 0, [&](Engine& engine) { flight ? engine.see(call, *flight) : engine.local(call, 0); },
      symmetric_.window);
}

void note_failed_test() {
  const Guard guard(*active_process);
  active_process->choices.tested(active_process->engine->now()[0], false);
}

}  // namespace revprof::shmem
