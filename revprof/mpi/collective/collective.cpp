// SPDX-License-Identifier: BSD-3-Clause
// Collectives, blocking and nonblocking: which ones can be followed, how they are booked.
#include <utility>

#include "revprof/mpi/collective/collective_calls.hpp"
#include "revprof/mpi/message/size.hpp"

namespace revprof {

std::int64_t bytes_of(std::int64_t count, MPI_Datatype datatype) {
  return count <= 0 ? 0 : bytes_of_elements(count, type_bytes(datatype));
}

namespace handle {

namespace {

Communicator* known(MPI_Comm handle) {
  const Guard guard(*active_process);
  return active_process->communicators.find(handle);
}

}  // namespace

Communicator* followed(const CollectiveCall& call) {
  if (active_process == nullptr) return nullptr;
  Communicator* const communicator = known(call.handle);
  if (communicator == nullptr) return nullptr;
  const bool rooted = call.kind == Kind::one_to_all || call.kind == Kind::all_to_one;
  if (rooted && !communicator->accepts_root(call.root)) return nullptr;
  if (call.kind == Kind::neighbour && !communicator->has_topology) return nullptr;
  if (call.kind == Kind::scan && communicator->inter) return nullptr;
  if (communicator->channel == nullptr && !communicator->is_alone()) {
    active_process->communicators.made(call.handle);  // by calls that this library has not seen
  }
  return communicator;
}

namespace {

int traced_root(const CollectiveCall& call, const Communicator& communicator) {
  return call.root < 0 ? -1 : communicator.world_rank(call.root);
}

// What passes a process's port does not grow with their number: so that a node's leader can send
// and receive for all of its node. Only for such calls does a library look where the processes are;
// in a gather or a transpose everybody has something else to send, in a barrier nothing.
bool goes_by_leaders(Call call) {
  const Multiple bus = traits(call).bus;
  return bus == Multiple::one || bus == Multiple::there_and_back;
}

}  // namespace

void book(Process& process, CallScope& scope, const CollectiveCall& call,
          const Communicator& communicator, Exchange& exchange) {
  if (!exchange.takes_part()) return;
  const SimTime* const ready = exchange.ready();
  const std::int64_t bytes = traits(call.call).by_members ? 0 : exchange.bytes();
  scope.book(
      bytes, traced_root(call, communicator), communicator.number,
      [&](Engine& engine) {
        exchange.note_saved(engine);
        engine.collective(exchange.of(call.call), ready, exchange.member(), exchange.came(),
                          traced_root(call, communicator));
      },
      call.window);
  const Guard guard(process);
  process.requests.progress(process.stamp_bytes);
}

void remember(Process& process, CallScope& scope, const CollectiveCall& call,
              const Communicator& communicator, std::unique_ptr<Request> record,
              MPI_Request* request) {
  unshare(request);
  record->collective().call = call.call;
  record->communicator = communicator.number;
  const int root = traced_root(call, communicator);
  const std::int64_t bytes = record->exchange().bytes();
  scope.book(bytes, root, communicator.number, [&](Engine& engine) {  // most is charged at its end
    record->number = begin_collective_request(engine, *record, root, bytes);
    const Exchange& exchange = record->exchange();
    if (!exchange.takes_part()) return;
    engine.start_collective(exchange.of(call.call));
  });
  const Guard guard(process);
  process.requests.add(*request, std::move(record));
}

void remember_persistent(Process& process, const CollectiveCall& call,
                         const Communicator& communicator, std::unique_ptr<Request> record,
                         MPI_Request handle) {
  record->collective().call = call.call;
  record->communicator = communicator.number;
  record->peer = traced_root(call, communicator);
  record->persistent = true;
  record->active = false;
  const Guard guard(process);
  process.requests.add(handle, std::move(record));
}

void note_made(MPI_Comm made, Exchange& exchange) {
  const Guard guard(*active_process);
  const Channel::Place place = exchange.take_place();
  const bool is_needed =
      made != MPI_COMM_NULL && exchange.channel() != nullptr &&
      active_process->communicators.made(made, exchange.channel()->mail(), exchange.found());
  if (!is_needed) give_back_place(active_process->board, place);
}

void count_members(MPI_Comm made, Exchange& exchange) {
  const Guard guard(*active_process);
  const Communicator* const group = active_process->communicators.find(made);
  exchange.count_members(group == nullptr ? 0 : group->processes);
}

void start_up(Process& process, Call call, const Communicator& communicator) {
  if (process.has_started_up || communicator.number != 0 || !goes_by_leaders(call)) return;
  const Guard guard(process);
  if (std::exchange(process.has_started_up, true)) return;
  process.engine->start_up(communicator.processes, communicator.span);
}

void show_earliest_end(Process& process, const CollectiveCall& call, const Exchange& exchange) {
  if (!process.decides() || !exchange.takes_part()) return;
  if (!exchange.knows_bytes() || traits(call.call).by_members) return;  // d is not known yet
  SimTime ready = 0;
  bool have_come = true;
  if (!exchange.peek(ready, [&](int) { have_come = false; })) return;
  const Guard guard(process);
  process.horizon.publish(process.engine->earliest_end(
      exchange.of(call.call), exchange.member(), have_come ? std::optional(ready) : std::nullopt));
}

void post_held_before(const CollectiveCall& call, const Exchange& exchange) {
  HeldReceives& held = active_process->held;
  Horizon& horizon = active_process->horizon;
  Horizon::Patience patience(horizon);
  while (call.kind == Kind::all_to_all) {
    const auto absent = exchange.absent();
    if (absent && absent->empty()) return;
    if (!absent || held.has_message_of(*absent)) break;
    horizon.look();
    if (!patience.lasts(horizon.gets_on_until(Horizon::never))) break;
  }
  held.post();
}

void give_back(Process& process, std::unique_ptr<Request> record) {
  const Guard guard(process);
  process.requests.give_back(std::move(record));
}

}  // namespace handle
}  // namespace revprof
