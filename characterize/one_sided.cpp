// SPDX-License-Identifier: BSD-3-Clause
// One-sided communication (MPI-3.1 chapter 11): process 0 transfers to and from process 1, each
// time to the end at the target; fences of all.
#include "characterize/operation.hpp"

namespace revprof {

namespace {

constexpr int target = 1, dismissal = 1, over = 2;

// Some MPIs need the target inside MPI: it stays there until the origin is through.
void attend(Cell& c) {
  MPI_Recv(nullptr, 0, MPI_BYTE, 0, dismissal, c.communicator, MPI_STATUS_IGNORE);
}
void dismiss(Cell& c) {
  if (first(c)) MPI_Send(nullptr, 0, MPI_BYTE, target, dismissal, c.communicator);
}

// A window of d bytes, at least of one element.
void open_window(Cell& cell) {
  constexpr MPI_Aint element = sizeof(double);
  const auto bytes = static_cast<MPI_Aint>(cell.bytes);
  cell.type = MPI_BYTE;
  cell.count = static_cast<int>(cell.bytes);
  cell.messages = 1;
  cell.send.reserve(bytes + element);
  cell.receive.reserve(bytes + element);
  void* memory = nullptr;
  MPI_Win_allocate(bytes + element, 1, MPI_INFO_NULL, cell.communicator, &memory, &cell.window);
}
void close_window(Cell& cell) { MPI_Win_free(&cell.window); }

// Transfers inside one long epoch, so that a flush is all that ends them.
void open_epoch(Cell& cell) {
  open_window(cell);
  MPI_Win_lock_all(0, cell.window);
}
void close_epoch(Cell& cell) {
  MPI_Win_unlock_all(cell.window);
  close_window(cell);
}

// As reductions do, these add doubles where d holds whole ones.
void open_accumulation(Cell& cell) {
  open_epoch(cell);
  cell.op = MPI_BOR;
  if (cell.bytes % 8 != 0) return;
  cell.type = MPI_DOUBLE;
  cell.count /= 8;
  cell.op = MPI_SUM;
}

void put(Cell& c) { MPI_Put(c.send.data(), c.count, c.type, target, 0, c.count, c.type, c.window); }
void get(Cell& c) {
  MPI_Get(c.receive.data(), c.count, c.type, target, 0, c.count, c.type, c.window);
}
void accumulate(Cell& c) {
  MPI_Accumulate(c.send.data(), c.count, c.type, target, 0, c.count, c.type, c.op, c.window);
}
// Of 4 bytes: Open MPI 4.1.4 crashes where 8 are swapped in a window that it has allocated.
void fetch_and_op(Cell& c) {
  MPI_Fetch_and_op(c.send.data(), c.receive.data(), MPI_INT, target, 0, MPI_SUM, c.window);
}
void compare_and_swap(Cell& c) {
  MPI_Compare_and_swap(c.send.data(), c.send.data(), c.receive.data(), MPI_INT, target, 0,
                       c.window);
}

template <void (*transfer)(Cell&)>
void complete(Cell& c) {
  if (!first(c)) return attend(c);
  transfer(c);
  MPI_Win_flush(target, c.window);
}

// Atomic operations of all others at one process: what each further one adds. Who has its result
// asks for the next one at once, so none is served later than it can be.
constexpr int further_operations = 4;

template <void (*transfer)(Cell&)>
void at_one(Cell& c, int each) {
  if (c.rank != target) {
    for (int i = 0; i < each; ++i) {
      transfer(c);
      MPI_Win_flush(target, c.window);
    }
    MPI_Send(nullptr, 0, MPI_BYTE, target, over, c.communicator);
    return;
  }
  for (int other = 1; other < c.members; ++other) {
    MPI_Recv(nullptr, 0, MPI_BYTE, MPI_ANY_SOURCE, over, c.communicator, MPI_STATUS_IGNORE);
  }
}
template <void (*transfer)(Cell&)>
void one_each(Cell& c) {
  at_one<transfer>(c, 1);
}
template <void (*transfer)(Cell&)>
void some_each(Cell& c) {
  c.messages = further_operations * (c.members - 1);
  at_one<transfer>(c, 1 + further_operations);
}

void lock(Cell& c) { MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, c.window); }
void unlock(Cell& c) { MPI_Win_unlock(target, c.window); }

void call_lock(Cell& c) { first(c) ? lock(c) : attend(c); }
void unlock_and_dismiss(Cell& c) {
  if (first(c)) unlock(c);
  dismiss(c);
}
void take_lock(Cell& c) {
  if (!first(c)) return attend(c);
  lock(c);
  dismiss(c);
}
void call_unlock(Cell& c) { first(c) ? unlock(c) : attend(c); }

void fence(Cell& c) { MPI_Win_fence(0, c.window); }
void close_fences(Cell& cell) {
  MPI_Win_fence(MPI_MODE_NOSUCCEED, cell.window);
  close_window(cell);
}

Operation transfer(const char* name, bool sized, void (*open)(Cell&), void (*call)(Cell&)) {
  return {name,    false, sized,   Timing::inside_first, two_messages, open,
          nothing, call,  dismiss, close_epoch,          true};
}

template <void (*transfer)(Cell&)>
Operation next(const char* name) {
  Operation operation = {name,         true,        false,   Timing::last_return,
                         two_messages, open_epoch,  nothing, some_each<transfer>,
                         nothing,      close_epoch, true};
  operation.several = true;
  operation.alone = one_each<transfer>;
  return operation;
}

}  // namespace

std::vector<Operation> one_sided_operations() {
  using T = Timing;
  return {
      transfer("MPI_Put", true, open_epoch, complete<put>),
      transfer("MPI_Get", true, open_epoch, complete<get>),
      transfer("MPI_Accumulate", true, open_accumulation, complete<accumulate>),
      transfer("MPI_Fetch_and_op", false, open_epoch, complete<fetch_and_op>),
      transfer("MPI_Compare_and_swap", false, open_epoch, complete<compare_and_swap>),
      next<fetch_and_op>("MPI_Fetch_and_op.next"),
      next<compare_and_swap>("MPI_Compare_and_swap.next"),
      transfer("MPI_Win_flush", false, open_epoch, complete<nothing>),
      {"MPI_Win_lock", false, false, T::inside_first, two_messages, open_window, nothing, call_lock,
       unlock_and_dismiss, close_window},
      {"MPI_Win_unlock", false, false, T::inside_first, two_messages, open_window, take_lock,
       call_unlock, dismiss, close_window},
      {"MPI_Win_fence", true, false, T::last_return, two_messages, open_window, nothing, fence,
       nothing, close_fences},
  };
}

}  // namespace revprof
