// SPDX-License-Identifier: BSD-3-Clause
// Collectives, blocking and nonblocking: which ones can be followed, how they are booked.
#include <utility>

#include "revprof/mpi/handlers.hpp"

namespace revprof {

std::int64_t bytes_of(int count, MPI_Datatype datatype) {
  return count <= 0 ? 0 : count * type_bytes(datatype);
}

std::int64_t mean_bytes(const int* counts, MPI_Datatype datatype, int peers) {
  if (counts == nullptr || peers == 0) return 0;
  std::int64_t sum = 0;
  for (int i = 0; i < peers; ++i) sum += counts[i];
  return sum <= 0 ? 0 : sum * type_bytes(datatype) / peers;
}

std::int64_t mean_bytes(const int* counts, const MPI_Datatype* datatypes, int peers) {
  if (counts == nullptr || peers == 0) return 0;
  std::int64_t sum = 0;
  for (int i = 0; i < peers; ++i) {
    if (counts[i] > 0) sum += counts[i] * type_bytes(datatypes[i]);
  }
  return sum / peers;
}

namespace handle {

Communicator* followed(const CollectiveCall& call) {
  if (active_process == nullptr) return nullptr;
  const Guard guard(*active_process);
  Communicator* const communicator = active_process->communicators.find(call.handle);
  if (communicator == nullptr) return nullptr;
  const bool rooted = call.kind == Kind::one_to_all || call.kind == Kind::all_to_one;
  if (rooted && !communicator->accepts_root(call.root)) return nullptr;
  if (call.kind == Kind::neighbour && !communicator->has_topology) return nullptr;
  if (call.kind == Kind::scan && communicator->inter) return nullptr;
  return communicator;
}

namespace {

int traced_root(const CollectiveCall& call, const Communicator& communicator) {
  return call.root < 0 ? -1 : communicator.world_rank(call.root);
}

}  // namespace

void book(Process& process, CallScope& scope, const CollectiveCall& call,
          const Communicator& communicator, Exchange& exchange) {
  if (call.root == MPI_PROC_NULL) return;  // the root's neighbours on an intercommunicator
  const SimTime* const ready = exchange.ready();
  scope.book(exchange.bytes(), traced_root(call, communicator), communicator.number,
             [&](Engine& engine) {
               engine.collective(call.call, exchange.processes(), exchange.bytes(),
                                 exchange.distance(), ready);
             });
  const Guard guard(process);
  process.requests.progress(process.stamp_bytes);
}

void remember(Process& process, CallScope& scope, const CollectiveCall& call,
              const Communicator& communicator, std::unique_ptr<Request> record,
              MPI_Request* request) {
  unshare(request);
  record->sort = Request::Sort::collective;
  record->call = call.call;
  record->communicator = communicator.number;
  scope.book(record->exchange.bytes(), traced_root(call, communicator), communicator.number,
             [](Engine&) {});  // counted here, charged at its completion
  const Guard guard(process);
  process.requests.add(*request, std::move(record));
}

void give_back(Process& process, std::unique_ptr<Request> record) {
  const Guard guard(process);
  process.requests.give_back(std::move(record));
}

}  // namespace handle
}  // namespace revprof
