// SPDX-License-Identifier: BSD-3-Clause
// Every blocking and nonblocking collective of MPI-3.1 (chapter 5), root 0.
#include <algorithm>

#include "characterize/collective_arguments.hpp"

namespace revprof {

namespace {

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

// Parts of a collective, for processes that do not come together: what is left to do for one that
// all others have been waiting for (all to all: process 0; all to one: the root; one to all: the
// last one, when the message is long there), and until it returns itself; and what process 0 takes
// that waits for nobody: as the
// root of one to all, as the leaf nearest to the root in all to one, as the first one of a scan.
bool last(const Cell& cell) { return cell.rank == cell.members - 1; }

Operation late(Operation operation, bool (*latecomer)(const Cell&)) {
  operation.name += ".late";
  operation.coarse = operation.several = true;
  operation.latecomer = latecomer;
  return operation;
}

Operation last_own(Operation operation) {
  operation.name += ".last";
  operation.coarse = operation.several = true;
  operation.latecomer = first;
  operation.timing = Timing::inside_first;
  return operation;
}

Operation early(Operation operation) {
  operation.name += ".early";
  operation.coarse = operation.several = true;
  operation.timing = Timing::inside_first;
  return operation;
}

// Rooted ones in a row: what each further one adds to the time of one by itself. Nobody waits for
// anybody but the root of all to one, and the others of one to all: so all of them are under way.
constexpr int further = 8;

template <void (*call)(Cell&)>
void row_of(Cell& c) {
  c.messages = further;
  for (int i = 0; i <= further; ++i) call(c);
}

template <void (*call)(Cell&)>
Operation next(Operation operation) {
  operation.name += ".next";
  operation.call = row_of<call>;
  operation.alone = call;
  operation.coarse = operation.several = true;
  return operation;
}

// Farthest from the root, as many libraries number a tree.
Operation early_leaf(const Operation& of) {
  Operation operation = early(of);
  operation.timing = Timing::inside_last;
  return operation;
}

// By itself, from its start to its end; what its start takes, which waits for nobody; and its Wait,
// when there is nothing left to wait for.
template <Parts send, Parts receive, void (*start)(Cell&, MPI_Request*)>
void add_nonblocking(std::vector<Operation>& table, const char* name, Setup setup,
                     bool sized = true) {
  Operation whole = row<send, receive>(name, setup, start_and_wait<start>, sized);
  Operation alone = early(row<send, receive>(name, setup, start_alone<start>, sized));
  whole.coarse = whole.overlaps = true;
  alone.after = wait_for_started;
  Operation wait = row<send, receive>(name, setup, late_wait<start>, sized);
  wait.name += ".wait";
  wait.coarse = wait.several = true;
  wait.timing = Timing::inside_first;
  table.push_back(whole);
  table.push_back(alone);
  table.push_back(wait);
}

}  // namespace

std::vector<Operation> collective_operations() {
  using S = Setup;
  std::vector<Operation> table = {
      row<none, none>("MPI_Barrier", S::plain, barrier<MPI_Barrier>, false),
      row<one, none>("MPI_Bcast", S::plain, bcast<MPI_Bcast>),
      row<one, all>("MPI_Gather", S::plain, gather<MPI_Gather>),
      row<one, all>("MPI_Gatherv", S::counts, gatherv<MPI_Gatherv>),
      row<all, one>("MPI_Scatter", S::plain, scatter<MPI_Scatter>),
      row<all, one>("MPI_Scatterv", S::counts, scatterv<MPI_Scatterv>),
      row<one, all>("MPI_Allgather", S::plain, allgather<MPI_Allgather>),
      row<one, all>("MPI_Allgatherv", S::counts, allgatherv<MPI_Allgatherv>),
      row<all, all>("MPI_Alltoall", S::plain, alltoall<MPI_Alltoall>),
      row<all, all>("MPI_Alltoallv", S::counts, alltoallv<MPI_Alltoallv>),
      row<all, all>("MPI_Alltoallw", S::counts, alltoallw<MPI_Alltoallw>),
      row<one, one>("MPI_Reduce", S::reduction, reduce<MPI_Reduce>),
      row<one, one>("MPI_Allreduce", S::reduction, allreduce<MPI_Allreduce>),
      row<all, one>("MPI_Reduce_scatter", S::reduction, reduce_scatter<MPI_Reduce_scatter>),
      row<all, one>("MPI_Reduce_scatter_block", S::reduction, allreduce<MPI_Reduce_scatter_block>),
      row<one, one>("MPI_Scan", S::reduction, allreduce<MPI_Scan>),
      row<one, one>("MPI_Exscan", S::reduction, allreduce<MPI_Exscan>),
  };
  const auto find = [&](const char* name) {
    return *std::find_if(table.begin(), table.end(),
                         [&](const Operation& operation) { return operation.name == name; });
  };
  for (const char* name : {"MPI_Barrier", "MPI_Gather", "MPI_Allgather", "MPI_Alltoall",
                           "MPI_Reduce", "MPI_Allreduce"}) {
    table.push_back(late(find(name), first));
  }
  for (const char* name : {"MPI_Barrier", "MPI_Allreduce"}) table.push_back(last_own(find(name)));
  for (const char* name : {"MPI_Bcast", "MPI_Scatter"}) table.push_back(late(find(name), last));
  for (const char* name : {"MPI_Bcast", "MPI_Scatter", "MPI_Scatterv", "MPI_Scan", "MPI_Exscan"}) {
    table.push_back(early(find(name)));
  }
  for (const char* name : {"MPI_Gather", "MPI_Gatherv", "MPI_Reduce"}) {
    table.push_back(early_leaf(find(name)));
  }
  table.push_back(next<bcast<MPI_Bcast>>(find("MPI_Bcast")));
  table.push_back(next<scatter<MPI_Scatter>>(find("MPI_Scatter")));
  table.push_back(next<gather<MPI_Gather>>(find("MPI_Gather")));
  table.push_back(next<reduce<MPI_Reduce>>(find("MPI_Reduce")));
  return table;
}

std::vector<Operation> nonblocking_operations() {
  using S = Setup;
  std::vector<Operation> t;
  add_nonblocking<none, none, barrier<MPI_Ibarrier>>(t, "MPI_Ibarrier", S::plain, false);
  add_nonblocking<one, none, bcast<MPI_Ibcast>>(t, "MPI_Ibcast", S::plain);
  add_nonblocking<one, all, gather<MPI_Igather>>(t, "MPI_Igather", S::plain);
  add_nonblocking<one, all, gatherv<MPI_Igatherv>>(t, "MPI_Igatherv", S::counts);
  add_nonblocking<all, one, scatter<MPI_Iscatter>>(t, "MPI_Iscatter", S::plain);
  add_nonblocking<all, one, scatterv<MPI_Iscatterv>>(t, "MPI_Iscatterv", S::counts);
  add_nonblocking<one, all, allgather<MPI_Iallgather>>(t, "MPI_Iallgather", S::plain);
  add_nonblocking<one, all, allgatherv<MPI_Iallgatherv>>(t, "MPI_Iallgatherv", S::counts);
  add_nonblocking<all, all, alltoall<MPI_Ialltoall>>(t, "MPI_Ialltoall", S::plain);
  add_nonblocking<all, all, alltoallv<MPI_Ialltoallv>>(t, "MPI_Ialltoallv", S::counts);
  add_nonblocking<all, all, alltoallw<MPI_Ialltoallw>>(t, "MPI_Ialltoallw", S::counts);
  add_nonblocking<one, one, reduce<MPI_Ireduce>>(t, "MPI_Ireduce", S::reduction);
  add_nonblocking<one, one, allreduce<MPI_Iallreduce>>(t, "MPI_Iallreduce", S::reduction);
  add_nonblocking<all, one, reduce_scatter<MPI_Ireduce_scatter>>(t, "MPI_Ireduce_scatter",
                                                                 S::reduction);
  add_nonblocking<all, one, allreduce<MPI_Ireduce_scatter_block>>(t, "MPI_Ireduce_scatter_block",
                                                                  S::reduction);
  add_nonblocking<one, one, allreduce<MPI_Iscan>>(t, "MPI_Iscan", S::reduction);
  add_nonblocking<one, one, allreduce<MPI_Iexscan>>(t, "MPI_Iexscan", S::reduction);
  return t;
}

}  // namespace revprof
