// SPDX-License-Identifier: BSD-3-Clause
// Collectives over active sets, root 0 (OpenSHMEM 1.4, section 9.8). d is what the call's own count
// gives: per process of a collection, per peer of alltoall, the whole vector of the others.
#include <algorithm>

#include "characterize/shmem/operations.hpp"
#include "characterize/shmem/room.hpp"

namespace revprof::symmetric {

namespace {

using Parts = std::int64_t (*)(int processes);
std::int64_t none(int) { return 0; }
std::int64_t one(int) { return 1; }
std::int64_t all(int processes) { return processes; }

constexpr std::int64_t work_bytes(std::int64_t bytes) {
  return bytes / 2 +
         static_cast<std::int64_t>(sizeof(double)) * (SHMEM_REDUCE_MIN_WRKDATA_SIZE + 1);
}

template <Parts target, Parts source>
std::int64_t memory_of(int processes, std::int64_t bytes) {
  return (target(processes) + source(processes)) * bytes;
}
template <Parts target, Parts source>
void prepare(Cell& cell) {
  cell.messages = 1;
  lay_out(cell, target(cell.processes) * cell.bytes, source(cell.processes) * cell.bytes);
}
std::int64_t memory_of_sum(int, std::int64_t bytes) { return 2 * bytes + work_bytes(bytes); }
void prepare_sum(Cell& cell) {
  cell.messages = 1;
  lay_out(cell, cell.bytes, cell.bytes, work_bytes(cell.bytes));
}

// Its array is used again only when all are through.
void meet(Cell& c) { MPI_Barrier(c.communicator); }

bool is_of_all(const Cell& c) { return c.members == shmem_n_pes(); }
std::size_t words(const Cell& c) { return static_cast<std::size_t>(c.bytes / 4); }
std::size_t long_words(const Cell& c) { return static_cast<std::size_t>(c.bytes / 8); }
int first_process() { return room().processes.front(); }

// Of fewer than all processes those of the active set.
void barrier_all(Cell& c) {
  is_of_all(c) ? shmem_barrier_all()
               : shmem_barrier(first_process(), room().log_stride, c.members, sync_array());
}
void sync_all(Cell& c) {
  is_of_all(c) ? shmem_sync_all()
               : shmem_sync(first_process(), room().log_stride, c.members, sync_array());
}
void broadcast(Cell& c) {
  shmem_broadcast32(room().target, room().source, words(c), 0, first_process(), room().log_stride,
                    c.members, sync_array());
}
void collect(Cell& c) {
  shmem_collect32(room().target, room().source, words(c), first_process(), room().log_stride,
                  c.members, sync_array());
}
void fcollect(Cell& c) {
  shmem_fcollect32(room().target, room().source, words(c), first_process(), room().log_stride,
                   c.members, sync_array());
}
void alltoall(Cell& c) {
  shmem_alltoall32(room().target, room().source, words(c), first_process(), room().log_stride,
                   c.members, sync_array());
}
// Doubles where d holds whole ones, else floats.
void sum(Cell& c) {
  if (c.bytes % 8 == 0) {
    shmem_double_sum_to_all(reinterpret_cast<double*>(room().target),
                            reinterpret_cast<double*>(room().source),
                            static_cast<int>(long_words(c)), first_process(), room().log_stride,
                            c.members, reinterpret_cast<double*>(room().work), sync_array());
  } else {
    shmem_float_sum_to_all(reinterpret_cast<float*>(room().target),
                           reinterpret_cast<float*>(room().source), static_cast<int>(words(c)),
                           first_process(), room().log_stride, c.members,
                           reinterpret_cast<float*>(room().work), sync_array());
  }
}

Operation row(const char* name, std::int64_t (*memory)(int, std::int64_t), void (*prepare)(Cell&),
              void (*call)(Cell&), bool sized = true) {
  Operation operation = {name,    true, sized, Timing::last_return, memory, prepare,
                         nothing, call, meet};
  operation.symmetric = operation.coarse = true;
  if (sized) operation.unit_bytes = 4;
  return operation;
}

Operation part_of(Operation operation, const char* part) {
  operation.name += part;
  operation.several = true;
  return operation;
}
Operation late(Operation operation, bool (*latecomer)(const Cell&)) {
  operation = part_of(std::move(operation), ".late");
  operation.latecomer = latecomer;
  return operation;
}
bool is_last(const Cell& cell) { return cell.rank == cell.members - 1; }

}  // namespace

std::vector<Operation> collectives() {
  const Operation barrier =
      row("shmem_barrier_all", memory_of<none, none>, prepare<none, none>, barrier_all, false);
  const Operation sync =
      row("shmem_sync_all", memory_of<none, none>, prepare<none, none>, sync_all, false);
  const Operation bcast = row("shmem_broadcast", memory_of<one, one>, prepare<one, one>, broadcast);
  const Operation sums = row("shmem_sum_to_all", memory_of_sum, prepare_sum, sum);
  Operation early = part_of(bcast, ".early");
  early.timing = Timing::inside_first;
  return {
      barrier,
      sync,
      bcast,
      row("shmem_collect", memory_of<all, one>, prepare<all, one>, collect),
      row("shmem_fcollect", memory_of<all, one>, prepare<all, one>, fcollect),
      row("shmem_alltoall", memory_of<all, all>, prepare<all, all>, alltoall),
      sums,
      late(barrier, first),
      late(sync, first),
      late(sums, first),
      late(bcast, is_last),
      early,
  };
}

}  // namespace revprof::symmetric
