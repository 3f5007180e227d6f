// SPDX-License-Identifier: BSD-3-Clause
// The arguments of collectives, written once for all calls that take the same ones: blocking,
// nonblocking (with a request) and among neighbours. d is what the call's own count gives: per
// peer for Alltoall, per process for Allgather, the whole vector for Bcast.
#pragma once

#include "characterize/global_clock.hpp"
#include "characterize/operation.hpp"

namespace revprof {

constexpr int root = 0;  // of a rooted one

// Buffers: how many parts of d bytes the process sends and receives.
using Parts = std::int64_t (*)(int processes);
inline std::int64_t none(int) { return 0; }
inline std::int64_t one(int) { return 1; }
inline std::int64_t all(int processes) { return processes; }
inline std::int64_t neighbours(int processes) { return processes - 1; }

template <Parts send, Parts receive>
std::int64_t memory(int processes, std::int64_t bytes) {
  return (send(processes) + receive(processes)) * bytes;
}

template <Parts send, Parts receive>
void prepare(Cell& cell) {
  cell.type = MPI_BYTE;
  cell.count = static_cast<int>(cell.bytes);
  cell.send.reserve(send(cell.processes) * cell.bytes);
  cell.receive.reserve(receive(cell.processes) * cell.bytes);
}

// The v- and w-variants: every peer gets the same.
template <Parts send, Parts receive>
void prepare_counts(Cell& cell) {
  prepare<send, receive>(cell);
  const auto p = static_cast<std::size_t>(cell.processes);
  cell.counts.assign(p, cell.count);
  cell.displacements.resize(p);
  for (std::size_t i = 0; i < p; ++i) {
    cell.displacements[i] = static_cast<int>(static_cast<std::int64_t>(i) * cell.bytes);
  }
  cell.addresses.assign(cell.displacements.begin(), cell.displacements.end());
  cell.types.assign(p, MPI_BYTE);
}

template <auto function, typename... Request>
void barrier(Cell& c, Request... request) {
  function(c.communicator, request...);
}
template <auto function, typename... Request>
void bcast(Cell& c, Request... request) {
  function(c.send.data(), c.count, c.type, root, c.communicator, request...);
}
template <auto function, typename... Request>
void gather(Cell& c, Request... request) {
  function(c.send.data(), c.count, c.type, c.receive.data(), c.count, c.type, root, c.communicator,
           request...);
}
template <auto function, typename... Request>
void gatherv(Cell& c, Request... request) {
  function(c.send.data(), c.count, c.type, c.receive.data(), c.counts.data(),
           c.displacements.data(), c.type, root, c.communicator, request...);
}
template <auto function, typename... Request>
void scatter(Cell& c, Request... request) {
  function(c.send.data(), c.count, c.type, c.receive.data(), c.count, c.type, root, c.communicator,
           request...);
}
template <auto function, typename... Request>
void scatterv(Cell& c, Request... request) {
  function(c.send.data(), c.counts.data(), c.displacements.data(), c.type, c.receive.data(),
           c.count, c.type, root, c.communicator, request...);
}
template <auto function, typename... Request>
void allgather(Cell& c, Request... request) {
  function(c.send.data(), c.count, c.type, c.receive.data(), c.count, c.type, c.communicator,
           request...);
}
template <auto function, typename... Request>
void allgatherv(Cell& c, Request... request) {
  function(c.send.data(), c.count, c.type, c.receive.data(), c.counts.data(),
           c.displacements.data(), c.type, c.communicator, request...);
}
template <auto function, typename... Request>
void alltoall(Cell& c, Request... request) {
  function(c.send.data(), c.count, c.type, c.receive.data(), c.count, c.type, c.communicator,
           request...);
}
template <auto function, typename... Request>
void alltoallv(Cell& c, Request... request) {
  function(c.send.data(), c.counts.data(), c.displacements.data(), c.type, c.receive.data(),
           c.counts.data(), c.displacements.data(), c.type, c.communicator, request...);
}
template <auto function, typename... Request>
void alltoallw(Cell& c, Request... request) {
  function(c.send.data(), c.counts.data(), c.displacements.data(), c.types.data(), c.receive.data(),
           c.counts.data(), c.displacements.data(), c.types.data(), c.communicator, request...);
}
// Its displacements are addresses.
template <auto function, typename... Request>
void neighbour_alltoallw(Cell& c, Request... request) {
  function(c.send.data(), c.counts.data(), c.addresses.data(), c.types.data(), c.receive.data(),
           c.counts.data(), c.addresses.data(), c.types.data(), c.communicator, request...);
}
template <auto function, typename... Request>
void reduce(Cell& c, Request... request) {
  function(c.send.data(), c.receive.data(), c.count, c.type, c.op, root, c.communicator,
           request...);
}
template <auto function, typename... Request>
void allreduce(Cell& c, Request... request) {
  function(c.send.data(), c.receive.data(), c.count, c.type, c.op, c.communicator, request...);
}
template <auto function, typename... Request>
void reduce_scatter(Cell& c, Request... request) {
  function(c.send.data(), c.receive.data(), c.counts.data(), c.type, c.op, c.communicator,
           request...);
}

// A nonblocking call, from its start to its completion by an immediate wait, or by one after a
// computation.
template <void (*start)(Cell&, MPI_Request*)>
void start_and_wait(Cell& cell) {
  MPI_Request request = MPI_REQUEST_NULL;
  start(cell, &request);
  if (cell.compute_seconds > 0) compute(cell.compute_seconds);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

// Its start alone; what it still does is waited for behind the timed part.
template <void (*start)(Cell&, MPI_Request*)>
void start_alone(Cell& cell) {
  cell.requests.assign(1, MPI_REQUEST_NULL);
  start(cell, cell.requests.data());
}
inline void wait_for_started(Cell& cell) {
  MPI_Wait(cell.requests.data(), MPI_STATUS_IGNORE);
  cell.requests.clear();
}

// A Wait that comes when the call could be complete: after its start twice as long as it takes by
// itself.
template <void (*start)(Cell&, MPI_Request*)>
void late_wait(Cell& cell) {
  const double begin = local_seconds();
  start_and_wait<start>(cell);
  const double alone = local_seconds() - begin;
  start_alone<start>(cell);
  compute(2 * alone);
  cell.begun = local_seconds();
  wait_for_started(cell);
}

}  // namespace revprof
