// SPDX-License-Identifier: BSD-3-Clause
// Books puts, gets and atomics, and leaves their records before they are made.
#include "revprof/shmem/transfer_calls.hpp"

namespace revprof::shmem {

namespace {

// Of an atomic, one element, whose size makes no difference: d is 0.
std::int64_t size_of(const Target& target) {
  switch (traits(target.call).kind) {
    case Kind::atomic:
    case Kind::fetching:
    case Kind::compare:
      return 0;
    default:
      return target.bytes;
  }
}

// For the trace: of the call that is being booked.
void tell(const Engine& engine, bool fetched, int peer, std::int64_t bytes, SimTime sent,
          SimTime arrived) {
  if (EventSink* const trace = engine.listener()) {
    trace->transfer({fetched, peer, sent, arrived, bytes});
  }
}

template <class Charge>
void book(Symmetric& symmetric, CallScope& scope, const Target& target, Charge charge) {
  scope.book(size_of(target), target.pe, 0, charge, symmetric.window);
}

void book_put(Symmetric& symmetric, CallScope& scope, const Target& target, Way way,
              Engine::Flight& flight) {
  Context& context = symmetric.contexts[target.context];
  const Clock& floor = context.floor(target.pe);
  const std::int64_t bytes = size_of(target);
  book(symmetric, scope, target, [&](Engine& engine) {
    if (way == Way::posted) {
      engine.post_put(target.call, bytes, target.pe, floor, flight);
    } else {
      engine.put(target.call, bytes, target.pe, floor, flight);
    }
    tell(engine, false, target.pe, bytes, flight.sent[0], flight.arrival[0]);
  });
  if (way != Way::result) context.add(*active_process->engine, target.pe, flight.arrival);
}

// Who takes what another one has left (a lock that it has opened) comes after that.
bool depends_on(const Target& target, Change operation) {
  return operation == Change::set && target.call != Call::shmem_atomic_set;
}

}  // namespace

Told begin_change(Symmetric& symmetric, CallScope& scope, const Target& target, Way way,
                  Change operation, std::uint64_t operand) {
  Told told;
  Update& update = told.update;
  update.key = symmetric.addresses.key(target.address);
  update.bytes = target.extent != 0 ? target.extent : target.bytes;
  update.operation = operation;
  update.operand = operand;
  update.is_atomic = way == Way::atomic || way == Way::result;
  const Guard guard(*active_process);
  symmetric.catch_up();
  update.epoch = symmetric.epoch;
  if (way == Way::result) {  // its price comes with its result
    update.flight.sent = update.flight.arrival = active_process->engine->clock();
  } else {
    book_put(symmetric, scope, target, way, update.flight);
  }
  if (update.bytes <= 0) return told;
  told.number = symmetric.rings.write(target.pe, update);
  if (operation == Change::set && !update.is_atomic) {
    symmetric.last_changes.write(target.pe, update.key, operand, update.flight.arrival);
  }
  return told;
}

void end_change(Symmetric& symmetric, CallScope& scope, const Target& target, Way way, Told& told,
                Change operation, std::uint64_t old, std::uint64_t now) {
  Process& process = *active_process;
  const Guard guard(process);
  Update& update = told.update;
  update.operation = operation;
  update.old = old;
  if (way == Way::result) {
    const auto before = symmetric.last_changes.read(target.pe, update.key);
    const bool of_another = before && before->writer != process.team->rank();
    if (of_another) ++process.choices.atomics;
    if (of_another && before->value == old && depends_on(target, operation)) {
      book(symmetric, scope, target, [&](Engine& engine) {
        const SimTime begin = engine.now()[0];
        engine.read(target.call, 0, target.pe, before->clock);
        tell(engine, true, target.pe, 0, begin, engine.now()[0]);
        update.flight.sent = update.flight.arrival = engine.clock();
      });
    } else {
      book_put(symmetric, scope, target, way, update.flight);
    }
  }
  symmetric.rings.fill(target.pe, told.number, update);
  if (operation != Change::none) {
    symmetric.last_changes.write(target.pe, update.key, now, update.flight.arrival);
  }
}

void read_word(Symmetric& symmetric, CallScope& scope, const Target& target, std::uint64_t found) {
  const Guard guard(*active_process);
  symmetric.catch_up();
  const auto last = symmetric.last_changes.read(target.pe, symmetric.addresses.key(target.address));
  const bool of_another =
      last && last->writer != active_process->team->rank() && last->value == found;
  if (!of_another) return read_block(symmetric, scope, target);
  book(symmetric, scope, target, [&](Engine& engine) {
    const SimTime begin = engine.now()[0];
    engine.read(target.call, size_of(target), target.pe, last->clock);
    tell(engine, true, target.pe, size_of(target), begin, engine.now()[0]);
  });
}

void read_block(Symmetric& symmetric, CallScope& scope, const Target& target) {
  const Guard guard(*active_process);
  symmetric.catch_up();
  book(symmetric, scope, target, [&](Engine& engine) {
    Clock none;
    const SimTime begin = engine.now()[0];
    engine.transfer(target.call, size_of(target), target.pe, none);
    tell(engine, true, target.pe, size_of(target), begin, engine.now()[0]);
  });
}

void post_read(Symmetric& symmetric, CallScope& scope, const Target& target) {
  const Guard guard(*active_process);
  symmetric.catch_up();
  Clock done, none;
  book(symmetric, scope, target, [&](Engine& engine) {
    const SimTime begin = engine.now()[0];
    engine.post_transfer(target.call, size_of(target), target.pe, done, none);
    tell(engine, true, target.pe, size_of(target), begin, done.empty() ? begin : done[0]);
  });
  symmetric.contexts[target.context].add(*active_process->engine, done);
}

}  // namespace revprof::shmem
