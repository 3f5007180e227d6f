// SPDX-License-Identifier: BSD-3-Clause
// Every blocking collective of MPI-3.1 (chapter 5), root 0. d is what the call's own count gives
// (DESIGN section 2): per peer for Alltoall, per process for Allgather, the whole vector for Bcast.
#include "characterize/operation.hpp"

namespace revprof {

namespace {

void nothing(Cell&) {}

// Buffers: how many parts of d bytes the process sends and receives.
using Parts = std::int64_t (*)(int processes);
std::int64_t one(int) { return 1; }
std::int64_t all(int processes) { return processes; }
std::int64_t none(int) { return 0; }

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
  cell.types.assign(p, MPI_BYTE);
}

// Reductions add doubles where d holds whole ones, else floats, else they combine bytes.
template <Parts send, Parts receive>
void prepare_reduction(Cell& cell) {
  prepare<send, receive>(cell);
  cell.op = MPI_BOR;
  std::int64_t size = 1;
  if (cell.bytes % 4 == 0 && cell.bytes > 0) {
    size = cell.bytes % 8 == 0 ? 8 : 4;
    cell.type = size == 8 ? MPI_DOUBLE : MPI_FLOAT;
    cell.op = MPI_SUM;
  }
  cell.count = static_cast<int>(cell.bytes / size);
  cell.counts.assign(static_cast<std::size_t>(cell.processes), cell.count);
}

void barrier(Cell& c) { MPI_Barrier(c.communicator); }
void bcast(Cell& c) { MPI_Bcast(c.send.data(), c.count, c.type, 0, c.communicator); }
void gather(Cell& c) {
  MPI_Gather(c.send.data(), c.count, c.type, c.receive.data(), c.count, c.type, 0, c.communicator);
}
void gatherv(Cell& c) {
  MPI_Gatherv(c.send.data(), c.count, c.type, c.receive.data(), c.counts.data(),
              c.displacements.data(), c.type, 0, c.communicator);
}
void scatter(Cell& c) {
  MPI_Scatter(c.send.data(), c.count, c.type, c.receive.data(), c.count, c.type, 0, c.communicator);
}
void scatterv(Cell& c) {
  MPI_Scatterv(c.send.data(), c.counts.data(), c.displacements.data(), c.type, c.receive.data(),
               c.count, c.type, 0, c.communicator);
}
void allgather(Cell& c) {
  MPI_Allgather(c.send.data(), c.count, c.type, c.receive.data(), c.count, c.type, c.communicator);
}
void allgatherv(Cell& c) {
  MPI_Allgatherv(c.send.data(), c.count, c.type, c.receive.data(), c.counts.data(),
                 c.displacements.data(), c.type, c.communicator);
}
void alltoall(Cell& c) {
  MPI_Alltoall(c.send.data(), c.count, c.type, c.receive.data(), c.count, c.type, c.communicator);
}
void alltoallv(Cell& c) {
  MPI_Alltoallv(c.send.data(), c.counts.data(), c.displacements.data(), c.type, c.receive.data(),
                c.counts.data(), c.displacements.data(), c.type, c.communicator);
}
void alltoallw(Cell& c) {
  MPI_Alltoallw(c.send.data(), c.counts.data(), c.displacements.data(), c.types.data(),
                c.receive.data(), c.counts.data(), c.displacements.data(), c.types.data(),
                c.communicator);
}
void reduce(Cell& c) {
  MPI_Reduce(c.send.data(), c.receive.data(), c.count, c.type, c.op, 0, c.communicator);
}
void allreduce(Cell& c) {
  MPI_Allreduce(c.send.data(), c.receive.data(), c.count, c.type, c.op, c.communicator);
}
void reduce_scatter(Cell& c) {
  MPI_Reduce_scatter(c.send.data(), c.receive.data(), c.counts.data(), c.type, c.op,
                     c.communicator);
}
void reduce_scatter_block(Cell& c) {
  MPI_Reduce_scatter_block(c.send.data(), c.receive.data(), c.count, c.type, c.op, c.communicator);
}
void scan(Cell& c) {
  MPI_Scan(c.send.data(), c.receive.data(), c.count, c.type, c.op, c.communicator);
}
void exscan(Cell& c) {
  MPI_Exscan(c.send.data(), c.receive.data(), c.count, c.type, c.op, c.communicator);
}

enum class Setup { plain, counts, reduction };

template <Parts send, Parts receive>
Operation row(const char* name, Setup setup, void (*call)(Cell&), bool sized = true) {
  void (*const prepares[])(Cell&) = {prepare<send, receive>, prepare_counts<send, receive>,
                                     prepare_reduction<send, receive>};
  return {name,
          true,
          sized,
          Timing::last_return,
          memory<send, receive>,
          prepares[static_cast<int>(setup)],
          nothing,
          call,
          nothing};
}

}  // namespace

std::vector<Operation> collective_operations() {
  return {
      row<none, none>("MPI_Barrier", Setup::plain, barrier, false),
      row<one, none>("MPI_Bcast", Setup::plain, bcast),
      row<one, all>("MPI_Gather", Setup::plain, gather),
      row<one, all>("MPI_Gatherv", Setup::counts, gatherv),
      row<all, one>("MPI_Scatter", Setup::plain, scatter),
      row<all, one>("MPI_Scatterv", Setup::counts, scatterv),
      row<one, all>("MPI_Allgather", Setup::plain, allgather),
      row<one, all>("MPI_Allgatherv", Setup::counts, allgatherv),
      row<all, all>("MPI_Alltoall", Setup::plain, alltoall),
      row<all, all>("MPI_Alltoallv", Setup::counts, alltoallv),
      row<all, all>("MPI_Alltoallw", Setup::counts, alltoallw),
      row<one, one>("MPI_Reduce", Setup::reduction, reduce),
      row<one, one>("MPI_Allreduce", Setup::reduction, allreduce),
      row<all, one>("MPI_Reduce_scatter", Setup::reduction, reduce_scatter),
      row<all, one>("MPI_Reduce_scatter_block", Setup::reduction, reduce_scatter_block),
      row<one, one>("MPI_Scan", Setup::reduction, scan),
      row<one, one>("MPI_Exscan", Setup::reduction, exscan),
  };
}

}  // namespace revprof
