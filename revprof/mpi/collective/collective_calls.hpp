// SPDX-License-Identifier: BSD-3-Clause
// Handlers of collectives and constructors. They differ in their arguments alone, so that one
// template per kind serves them all.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <memory>
#include <utility>

#include "revprof/calls/call.hpp"
#include "revprof/mpi/collective/exchange.hpp"
#include "revprof/mpi/collective/failure.hpp"
#include "revprof/mpi/process.hpp"
#include "revprof/mpi/request/held.hpp"
#include "revprof/mpi/wait/wait.hpp"

namespace revprof {

namespace handle {

// Collectives: `size(communicator)` gives d, `real()` makes the user's call.
struct CollectiveCall {
  Call call;
  Kind kind;
  MPI_Comm handle;
  int root;         // or no_root
  bool uneven;      // ranks see different sizes
  int window = -1;  // in the trace: the one that is meant
};

// The communicator of a call that revprof can follow; nullptr: pass it on, MPI knows what is wrong
// with it.
Communicator* followed(const CollectiveCall& call);

// A record whose exchange holds this process's clocks and d.
template <class Size>
std::unique_ptr<Request> prepare(Process& process, const CollectiveCall& call,
                                 const Communicator& communicator, Size size,
                                 bool constructs = false) {
  const bool takes_part = call.root != MPI_PROC_NULL;
  const Guard guard(process);
  auto record = process.requests.make<Request::Collective>();
  const Exchange::What what = {call.kind,  call.uneven, call.root,
                               constructs, constructs,  call.call};
  record->exchange().prepare(*process.engine, what, takes_part ? size(communicator) : 0,
                             communicator);
  return record;
}
void book(Process& process, CallScope& scope, const CollectiveCall& call,
          const Communicator& communicator, Exchange& exchange);
void remember(Process& process, CallScope& scope, const CollectiveCall& call,
              const Communicator& communicator, std::unique_ptr<Request> record,
              MPI_Request* request);
void give_back(Process& process, std::unique_ptr<Request> record);
// The others are told how early this process, which has begun it, can end it: the host's call may
// wait for more of them than the clocks do.
void show_earliest_end(Process& process, const CollectiveCall& call, const Exchange& exchange);
// Receives that are held back are posted, as another process may wait for one of them before it
// comes to the call. Once all have come nobody does: where all are needed they are waited for.
void post_held_before(const CollectiveCall& call, const Exchange& exchange);
// The processes of a new communicator (perhaps MPI_COMM_NULL) have found each other.
void note_made(MPI_Comm made, Exchange& exchange);
// ... and d is how many they are; none of MPI_COMM_NULL.
void count_members(MPI_Comm made, Exchange& exchange);
// Charges what is set up once, before the first broadcast or reduction of all processes.
void start_up(Process& process, Call call, const Communicator& communicator);

// `after(exchange)` is done when the call has succeeded, before it is booked.
template <class Real, class After>
int run_collective(const CollectiveCall& call, const Communicator& communicator,
                   std::unique_ptr<Request> record, CallScope& scope, Real real, After after) {
  Exchange& exchange = record->exchange();
  {
    const Guard guard(*active_process);
    scope.tell_site();
    exchange.arrive(*active_process->engine, call.call);
  }
  int error = MPI_SUCCESS;
  Horizon& horizon = active_process->horizon;
  const bool all =
      call.kind == Kind::all_to_all && !communicator.inter && horizon.is_all(communicator.size);
  {
    const Waiting waiting(*active_process, Horizon::State::running);
    if (all) horizon.wait_for_all();
    exchange.announce();
    if (!all) {
      show_earliest_end(*active_process, call, exchange);
      exchange.wait(horizon);
    }
    const InWait<CollectiveWait> wait(call.call, exchange, communicator, call.root);
    if (active_process->held.any()) post_held_before(call, exchange);
    error = real();
    if (error == MPI_SUCCESS) exchange.collect();
  }
  if (error == MPI_SUCCESS) {
    after(exchange);
    book(*active_process, scope, call, communicator, exchange);
  } else {
    if (all) horizon.came_in_vain();
    exchange.fail(took_part(error));
  }
  give_back(*active_process, std::move(record));
  return error;
}

template <class Size, class Real>
int collective(const CollectiveCall& call, Size size, Real real) {
  Communicator* const communicator = followed(call);
  if (communicator == nullptr) return post_held(), real();
  CallScope scope(*active_process, call.call);
  start_up(*active_process, call.call, *communicator);
  auto record = prepare(*active_process, call, *communicator, size);
  return run_collective(call, *communicator, std::move(record), scope, real, [](Exchange&) {});
}

template <class Real>
int start_collective(const CollectiveCall& call, const Communicator& communicator,
                     std::unique_ptr<Request> record, CallScope& scope, Real real,
                     MPI_Request* request) {
  const int error = real();
  if (error == MPI_SUCCESS) {
    record->exchange().begin();
    remember(*active_process, scope, call, communicator, std::move(record), request);
  } else {
    give_back(*active_process, std::move(record));
  }
  return error;
}

template <class Size, class Real>
int nonblocking_collective(const CollectiveCall& call, Size size, Real real, MPI_Request* request) {
  Communicator* const communicator = followed(call);
  if (communicator == nullptr) return real();
  CallScope scope(*active_process, call.call);
  auto record = prepare(*active_process, call, *communicator, size);
  return start_collective(call, *communicator, std::move(record), scope, real, request);
}

// What MPI_Start begins later, as often as it is called.
void remember_persistent(Process& process, const CollectiveCall& call,
                         const Communicator& communicator, std::unique_ptr<Request> record,
                         MPI_Request handle);

template <class Size, class Real>
int persistent_collective(const CollectiveCall& call, Size size, Real real, MPI_Request* request) {
  Communicator* const communicator = followed(call);
  if (communicator == nullptr) return real();
  CallScope scope(*active_process, call.call);
  auto record = prepare(*active_process, call, *communicator, size);
  const int error = real();
  if (error == MPI_SUCCESS) {
    remember_persistent(*active_process, call, *communicator, std::move(record), *request);
  } else {
    give_back(*active_process, std::move(record));
  }
  return error;
}

// `made()` is the new communicator.
template <class Size, class Real, class Made>
int constructor(const CollectiveCall& call, Size size, Real real, Made made) {
  Communicator* const communicator = followed(call);
  if (communicator == nullptr) return post_held(), real();
  CallScope scope(*active_process, call.call);
  auto record = prepare(*active_process, call, *communicator, size, true);
  return run_collective(call, *communicator, std::move(record), scope, real,
                        [&](Exchange& exchange) {
                          note_made(made(), exchange);
                          if (traits(call.call).by_members) {
                            count_members(made(), exchange);
                          }
                        });
}

template <class Size, class Real, class Made>
int nonblocking_constructor(const CollectiveCall& call, Size size, Real real, Made made,
                            MPI_Request* request) {
  Communicator* const communicator = followed(call);
  if (communicator == nullptr) return real();
  CallScope scope(*active_process, call.call);
  auto record = prepare(*active_process, call, *communicator, size, true);
  record->collective().made = made;
  return start_collective(call, *communicator, std::move(record), scope, real, request);
}

}  // namespace handle
}  // namespace revprof
