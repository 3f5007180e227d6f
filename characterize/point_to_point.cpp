// SPDX-License-Identifier: BSD-3-Clause
// Point to point between process 0, which is timed, and process 1; and the exchange of all at once.
#include <algorithm>
#include <ctime>

#include "characterize/operation.hpp"

namespace revprof {

namespace {

constexpr int tag = 0;

void nothing(Cell&) {}

std::int64_t two_messages(int, std::int64_t bytes) { return 2 * bytes; }

void prepare(Cell& cell) {
  cell.type = MPI_BYTE;
  cell.count = static_cast<int>(cell.bytes);
  cell.messages = 1;
  cell.send.reserve(cell.bytes);
  cell.receive.reserve(cell.bytes);
  cell.requests.assign(1, MPI_REQUEST_NULL);
}

bool first(const Cell& cell) { return cell.rank == 0; }
int peer(const Cell& cell) { return 1 - cell.rank; }

void send(Cell& c) { MPI_Send(c.send.data(), c.count, c.type, peer(c), tag, c.communicator); }
void receive(Cell& c) {
  MPI_Recv(c.receive.data(), c.count, c.type, peer(c), tag, c.communicator, MPI_STATUS_IGNORE);
}
void post_send(Cell& c) {
  MPI_Isend(c.send.data(), c.count, c.type, peer(c), tag, c.communicator, &c.requests[0]);
}
void post_receive(Cell& c) {
  MPI_Irecv(c.receive.data(), c.count, c.type, peer(c), tag, c.communicator, &c.requests[0]);
}
void wait(Cell& c) { MPI_Wait(&c.requests[0], MPI_STATUS_IGNORE); }

// MPI_Send, MPI_Ssend, MPI_Isend: the receiver is ready.
void receiver_ready(Cell& c) {
  if (!first(c)) post_receive(c);
}
void call_send(Cell& c) {
  if (first(c)) send(c);
}
void call_ssend(Cell& c) {
  if (first(c)) {
    MPI_Ssend(c.send.data(), c.count, c.type, peer(c), tag, c.communicator);
  }
}
void call_isend(Cell& c) {
  if (first(c)) post_send(c);
}

// MPI_Recv: the message is there, as far as the MPI library lets it.
void message_there(Cell& c) {
  if (!first(c)) post_send(c);
}
void call_receive(Cell& c) {
  if (first(c)) receive(c);
}

// MPI_Irecv: the message comes later.
void call_irecv(Cell& c) {
  if (first(c)) post_receive(c);
}
void message_comes(Cell& c) {
  if (!first(c)) post_send(c);
  wait(c);
}

// MPI_Wait: its receive is complete.
void receive_complete(Cell& c) {
  if (!first(c)) {
    send(c);
    return;
  }
  post_receive(c);
  for (int complete = 0; complete == 0;) {
    MPI_Request_get_status(c.requests[0], &complete, MPI_STATUS_IGNORE);
  }
}
void call_wait(Cell& c) {
  if (first(c)) wait(c);
}

void call_sendrecv(Cell& c) {
  MPI_Sendrecv(c.send.data(), c.count, c.type, peer(c), tag, c.receive.data(), c.count, c.type,
               peer(c), tag, c.communicator, MPI_STATUS_IGNORE);
}

// transit: half a round trip of ping-pongs back to back, so that each receive is already waiting.
constexpr std::int64_t ping_pong_bytes = 256 << 10;
constexpr int most_round_trips = 10;

void prepare_transit(Cell& cell) {
  prepare(cell);
  const std::int64_t fit = ping_pong_bytes / std::max<std::int64_t>(cell.bytes, 1);
  cell.messages = 2 * static_cast<int>(std::clamp<std::int64_t>(fit, 2, most_round_trips));
}
void call_transit(Cell& c) {
  for (int trip = 0; trip < c.messages / 2; ++trip) {
    if (first(c)) send(c);
    receive(c);
    if (!first(c)) send(c);
  }
}

// gap: what each further message of a stream to process 0 adds to the time of its first.
constexpr std::int64_t stream_bytes = 4 << 20;

int stream_length(std::int64_t bytes) {
  return static_cast<int>(
      std::clamp<std::int64_t>(stream_bytes / std::max<std::int64_t>(bytes, 1), 16, 64));
}
std::int64_t stream_memory(int, std::int64_t bytes) { return (stream_length(bytes) + 1) * bytes; }
void prepare_gap(Cell& cell) {
  prepare(cell);
  cell.messages = stream_length(cell.bytes);
  cell.receive.reserve((cell.messages + 1) * cell.bytes);
  cell.requests.assign(static_cast<std::size_t>(cell.messages) + 1, MPI_REQUEST_NULL);
}
// Process 0 asks for messages that it expects; returns how long that took there.
double stream(Cell& c, int messages) {
  constexpr int go = 1;
  double begin = 0;
  if (first(c)) {
    for (int i = 0; i < messages; ++i) {
      MPI_Irecv(c.receive.data() + i * c.bytes, c.count, c.type, 1, tag, c.communicator,
                &c.requests[static_cast<std::size_t>(i)]);
    }
    begin = MPI_Wtime();
    MPI_Send(nullptr, 0, c.type, 1, go, c.communicator);
  } else {
    MPI_Recv(nullptr, 0, c.type, 0, go, c.communicator, MPI_STATUS_IGNORE);
    for (int i = 0; i < messages; ++i) {
      MPI_Isend(c.send.data(), c.count, c.type, 0, tag, c.communicator,
                &c.requests[static_cast<std::size_t>(i)]);
    }
  }
  MPI_Waitall(messages, c.requests.data(), MPI_STATUSES_IGNORE);
  return MPI_Wtime() - begin;
}
void call_gap(Cell& c) {
  const double single = stream(c, 1);
  const double whole = stream(c, c.messages + 1);
  c.begun = MPI_Wtime() - (whole - single);
}

// exchange: every process sends to its right and receives from its left, all at once, as far away
// as the nearest processes of the distance class are.
void call_exchange(Cell& c) {
  MPI_Sendrecv(c.send.data(), c.count, c.type, (c.rank + c.shift) % c.processes, tag,
               c.receive.data(), c.count, c.type, (c.rank + c.processes - c.shift) % c.processes,
               tag, c.communicator, MPI_STATUS_IGNORE);
}

// Does a send return before its receive is posted?
void call_eager_probe(Cell& c) {
  if (first(c)) {
    send(c);
    return;
  }
  const timespec delay{0, static_cast<long>(eager_probe_delay_seconds * 1e9)};
  nanosleep(&delay, nullptr);
  receive(c);
}

Operation pair(const char* name, Timing timing, void (*before)(Cell&), void (*call)(Cell&),
               void (*after)(Cell&)) {
  return {name, false, true, timing, two_messages, prepare, before, call, after};
}

}  // namespace

std::vector<Operation> point_to_point_operations() {
  using T = Timing;
  std::vector<Operation> table = {
      pair("MPI_Send", T::inside_first, receiver_ready, call_send, wait),
      pair("MPI_Ssend", T::inside_first, receiver_ready, call_ssend, wait),
      pair("MPI_Isend", T::inside_first, receiver_ready, call_isend, wait),
      pair("MPI_Recv", T::inside_first, message_there, call_receive, wait),
      pair("MPI_Irecv", T::inside_first, nothing, call_irecv, message_comes),
      pair("MPI_Wait", T::inside_first, receive_complete, call_wait, nothing),
      pair("MPI_Sendrecv", T::last_return, nothing, call_sendrecv, nothing),
      pair("eager probe", T::probe, nothing, call_eager_probe, nothing),
      {"transit", false, true, T::inside_first, two_messages, prepare_transit, nothing,
       call_transit, nothing},
      {"gap", false, true, T::inside_first, stream_memory, prepare_gap, nothing, call_gap, nothing},
      {"exchange", true, true, T::last_return, two_messages, prepare, nothing, call_exchange,
       nothing},
  };
  return table;
}

}  // namespace revprof
