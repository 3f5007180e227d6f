// SPDX-License-Identifier: BSD-3-Clause
// Exchanges of all processes at once, to one side, in a row of such, and to both sides.
#include <cstdlib>
#include <utility>

#include "characterize/operation.hpp"

namespace revprof {

namespace {

void prepare_sides(Cell& cell, int sides) {
  cell.type = MPI_BYTE;
  cell.count = static_cast<int>(cell.bytes);
  cell.send.reserve(cell.bytes);
  cell.receive.reserve(sides * cell.bytes);
  cell.requests.assign(static_cast<std::size_t>(2 * sides), MPI_REQUEST_NULL);
}
void prepare_exchange(Cell& cell) { prepare_sides(cell, 1); }
void prepare_both(Cell& cell) { prepare_sides(cell, 2); }
std::int64_t three_messages(int, std::int64_t bytes) { return 3 * bytes; }

// The processes to a process's left and right in an exchange, as far away as the nearest ones of
// the distance class are. Where ranks say how far apart processes are (shift < 0), nothing goes
// round the end, which would be farther.
struct Sides {
  explicit Sides(const Cell& c) {
    const auto peer = [&](int rank) {
      if (c.shift > 0) return (rank + c.processes) % c.processes;
      return rank < 0 || rank >= c.processes ? MPI_PROC_NULL : rank;
    };
    left = peer(c.rank - std::abs(c.shift));
    right = peer(c.rank + std::abs(c.shift));
  }
  int left, right;
};

void exchange(Cell& c, const Sides& with) {
  MPI_Sendrecv(c.send.data(), c.count, c.type, with.right, message_tag, c.receive.data(), c.count,
               c.type, with.left, message_tag, c.communicator, MPI_STATUS_IGNORE);
}

// exchange: every process sends to its right and receives from its left, all at once.
void call_exchange(Cell& c) { exchange(c, Sides(c)); }

// exchange.next: what each further one of a row adds, to one side and to the other in turn, as the
// faces of a grid are exchanged. Who has what it waits for goes on, whatever others still wait for.
constexpr int further_exchanges = 4;

void call_row(Cell& c) {
  c.messages = further_exchanges;
  Sides to(c);
  for (int i = 0; i <= further_exchanges; ++i, std::swap(to.left, to.right)) exchange(c, to);
}

// exchange_both: the same to both sides at once.
void call_exchange_both(Cell& c) {
  const Sides to(c);
  MPI_Request* const requests = c.requests.data();
  char* const from_right = c.receive.data() + c.bytes;
  MPI_Irecv(c.receive.data(), c.count, c.type, to.left, message_tag, c.communicator, &requests[0]);
  MPI_Irecv(from_right, c.count, c.type, to.right, message_tag, c.communicator, &requests[1]);
  MPI_Isend(c.send.data(), c.count, c.type, to.left, message_tag, c.communicator, &requests[2]);
  MPI_Isend(c.send.data(), c.count, c.type, to.right, message_tag, c.communicator, &requests[3]);
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
}

}  // namespace

std::vector<Operation> exchange_operations() {
  Operation one = {
      "exchange", true,          true,   Timing::last_return, two_messages, prepare_exchange,
      nothing,    call_exchange, nothing};
  one.several = one.by_ranks_apart = one.jumps = true;
  Operation both = one;
  both.name = "exchange_both";
  both.memory = three_messages;
  both.prepare = prepare_both;
  both.call = call_exchange_both;
  both.sides = 2;
  Operation next = one;
  next.name = "exchange.next";
  next.alone = call_exchange;
  next.call = call_row;
  next.sides = 2;
  next.only_by_ranks_apart = next.coarse = true;
  return {one, both, next};
}

}  // namespace revprof
