// SPDX-License-Identifier: BSD-3-Clause
// Books puts, gets and atomics, and leaves their records before they are made.
#include "revprof/run/memory/transfer.hpp"

#include <cstring>

namespace revprof {

namespace {

// Of an atomic, one element, whose size makes no difference: d is 0.
std::int64_t size_of(const RemoteRange& target) {
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
void book(RemoteMemory& memory, CallScope& scope, const RemoteRange& target, Charge charge) {
  scope.book(size_of(target), target.pe, 0, charge, memory.window);
}

void book_put(RemoteMemory& memory, CallScope& scope, const RemoteRange& target, Way way,
              Engine::Flight& flight) {
  if (way != Way::result) {
    const bool orders = way == Way::strict;
    memory.note(target.under_way, orders ? Outstanding::Does::order : Outstanding::Does::add);
  }
  const Clock& floor = target.under_way.floor(target.pe);
  const std::int64_t bytes = size_of(target);
  book(memory, scope, target, [&](Engine& engine) {
    if (way == Way::posted) {
      engine.post_put(target.call, bytes, target.pe, floor, flight);
    } else {
      engine.put(target.call, bytes, target.pe, floor, flight);
    }
    tell(engine, false, target.pe, bytes, flight.sent[0], flight.arrival[0]);
    if (way == Way::strict) {
      engine.complete_all(engine.later(target.under_way.pending(), flight.arrival));
    }
  });
  if (way == Way::strict) {
    target.under_way.complete();
  } else if (way != Way::result) {
    target.under_way.add(*memory.run.engine, target.pe, flight.arrival);
  }
}

// Who takes what another one has left (a lock that it has opened) comes after that.
bool depends_on(const RemoteRange& target, Change operation) {
  return operation == Change::set && target.call != Call::shmem_atomic_set;
}

// Whether the host has decided what this one comes after: somebody has changed the word that comes
// later on the clocks; or this process has not had its turn, and another one has changed it.
bool is_hosts_order(const RemoteMemory& memory, const RemoteRange& target, Turn turn, SimTime at) {
  if (memory.last_changes.latest(target.pe, target.key) > at) return true;
  if (turn == Turn::own) return false;
  const auto last = memory.last_changes.read(target.pe, target.key);
  return last && last->writer != memory.run.team->rank();
}

void note_look(RemoteMemory& memory, const RemoteRange& target, SimTime at) {
  const bool is_followed = memory.last_changes.look(target.pe, target.key, at);
  if (!is_followed) memory.run.choices.note(&ChoiceCounts::atomics);
}

}  // namespace

std::uint64_t word_of_bytes(const void* source, std::int64_t bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, source, static_cast<std::size_t>(bytes));
  return word;
}

PutBytes put_bytes(const RemoteRange& target, const void* source) {
  if (target.is_word()) return {Change::set, 0, word_of_bytes(source, target.bytes)};
  if (target.extent != 0 || target.bytes <= Update::word_bytes) return {};
  const char* const end = static_cast<const char*>(source) + target.bytes;
  return {Change::ends, word_of_bytes(source, Update::word_bytes),
          word_of_bytes(end - Update::word_bytes, Update::word_bytes)};
}

// By aligned words: two that overlap are one.
Deed deed(const RemoteMemory& memory, const RemoteRange& target, Way way) {
  const auto processes = static_cast<std::uint64_t>(memory.run.team->processes());
  const std::uint64_t word = target.key / Update::word_bytes * processes;
  Engine& engine = *memory.run.engine;
  const SimTime now = engine.now()[0];
  const bool takes_time = way != Way::posted;
  return {1 + word + static_cast<std::uint64_t>(target.pe),
          takes_time ? engine.end_of(target.call, size_of(target), target.pe) : now};
}

Told begin_change(RemoteMemory& memory, CallScope& scope, const RemoteRange& target, Way way,
                  Change operation, std::uint64_t operand, Turn turn, std::uint64_t first) {
  Told told;
  told.turn = turn;
  Update& update = told.update;
  update.key = target.key;
  update.bytes = target.extent != 0 ? target.extent : target.bytes;
  update.operation = operation;
  update.operand = operand;
  update.old = first;
  update.is_atomic = way == Way::atomic || way == Way::result;
  const Guard guard(memory.run);
  memory.catch_up();
  told.at = memory.run.engine->now()[0];
  if (way != Way::result) memory.run.horizon.begin_change(told.at);  // before the clock goes on
  if (!update.is_atomic) memory.note_put(target.pe);
  update.epoch = memory.epoch;
  if (way == Way::result) {  // its price comes with its result
    update.flight.sent = update.flight.arrival = memory.run.engine->clock();
  } else {
    if (way == Way::strict) target.under_way.fence();
    book_put(memory, scope, target, way, update.flight);
  }
  if (update.bytes <= 0) return told;
  told.number = memory.rings.write(target.pe, update);
  if (operation == Change::set && !update.is_atomic) {
    if (turn != Turn::unknown && is_hosts_order(memory, target, turn, told.at)) {
      memory.run.choices.note(&ChoiceCounts::atomics);
    }
    memory.last_changes.write(target.pe, update.key, operand, update.flight.arrival, told.at);
  }
  return told;
}

void end_change(RemoteMemory& memory, CallScope& scope, const RemoteRange& target, Way way,
                Told& told, Change operation, std::uint64_t old, std::uint64_t now) {
  Run& run = memory.run;
  const Guard guard(run);
  Update& update = told.update;
  update.operation = operation;
  update.old = old;
  const bool has_turn = way == Way::result || told.turn != Turn::unknown;
  if (has_turn && is_hosts_order(memory, target, told.turn, told.at))
    run.choices.note(&ChoiceCounts::atomics);
  // Before the clock goes on; nobody comes after this one before what it has left is known.
  run.horizon.begin_change(told.at);
  run.horizon.made_change(target.pe);
  if (way == Way::result) {
    note_look(memory, target, told.at);
    const auto before = memory.last_changes.read(target.pe, update.key);
    const bool of_another = before && before->writer != run.team->rank();
    if (of_another && before->value == old && depends_on(target, operation)) {
      book(memory, scope, target, [&](Engine& engine) {
        const SimTime begin = engine.now()[0];
        engine.follow(target.call, 0, target.pe, before->clock.data());
        tell(engine, true, target.pe, 0, begin, engine.now()[0]);
        update.flight.sent = update.flight.arrival = engine.clock();
      });
    } else {
      book_put(memory, scope, target, way, update.flight);
    }
  }
  memory.rings.fill(target.pe, told.number, update);
  if (operation != Change::none) {
    memory.last_changes.write(target.pe, update.key, now, update.flight.arrival, told.at);
  }
  if (memory.put_into.empty()) run.horizon.all_are_there();
}

std::optional<Clock> arrival_of(RemoteMemory& memory, const RemoteRange& target,
                                std::uint64_t found) {
  memory.catch_up();
  const auto last = memory.last_changes.read(target.pe, target.key);
  if (!last && memory.last_changes.has_lost()) memory.run.choices.note(&ChoiceCounts::forgotten);
  if (!last || last->value != found) return std::nullopt;
  if (last->writer != memory.run.team->rank()) return last->clock;
  // Another thread of this process may have put it there, later on its clocks.
  const SimTime now = memory.run.engine->now()[0];
  if (memory.run.threaded && memory.last_changes.latest(target.pe, target.key) > now) {
    memory.run.choices.note(&ChoiceCounts::threads);
  }
  return std::nullopt;
}

void book_read(RemoteMemory& memory, CallScope& scope, const RemoteRange& target,
               const std::optional<Clock>& arrival) {
  book(memory, scope, target, [&](Engine& engine) {
    Clock none;
    const SimTime begin = engine.now()[0];
    if (target.strict) engine.complete_all(target.under_way.pending());
    if (arrival) {
      engine.follow(target.call, size_of(target), target.pe, arrival->data());
    } else {
      engine.transfer(target.call, size_of(target), target.pe, none);
    }
    tell(engine, true, target.pe, size_of(target), begin, engine.now()[0]);
  });
  if (target.strict) target.under_way.complete();
}

void read_word(RemoteMemory& memory, CallScope& scope, const RemoteRange& target,
               std::uint64_t found) {
  const Guard guard(memory.run);
  book_read(memory, scope, target, arrival_of(memory, target, found));
}

void fetch_word(RemoteMemory& memory, CallScope& scope, const RemoteRange& target,
                std::uint64_t found, Turn turn) {
  const Guard guard(memory.run);
  const SimTime now = memory.run.engine->now()[0];
  const auto last = memory.last_changes.read(target.pe, target.key);
  const bool is_before = last && last->value != found;  // what may come later has not come yet
  if (!is_before && is_hosts_order(memory, target, turn, now)) {
    memory.run.choices.note(&ChoiceCounts::atomics);
  }
  note_look(memory, target, now);
  read_word(memory, scope, target, found);
}

void read_block(RemoteMemory& memory, CallScope& scope, const RemoteRange& target) {
  const Guard guard(memory.run);
  memory.catch_up();
  book_read(memory, scope, target, std::nullopt);
}

void post_read(RemoteMemory& memory, CallScope& scope, const RemoteRange& target) {
  const Guard guard(memory.run);
  memory.catch_up();
  memory.note(target.under_way, Outstanding::Does::add);
  Clock done;
  book(memory, scope, target, [&](Engine& engine) {
    const SimTime begin = engine.now()[0];
    done = engine.post_transfer(target.call, size_of(target), target.pe);
    tell(engine, true, target.pe, size_of(target), begin, done[0]);
  });
  target.under_way.add(*memory.run.engine, done);
}

}  // namespace revprof
