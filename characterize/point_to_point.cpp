// SPDX-License-Identifier: BSD-3-Clause
// Point to point between process 0, which is timed, and process 1, or between process 0 and itself.
#include <algorithm>
#include <cstdlib>
#include <ctime>

#include "characterize/global_clock.hpp"
#include "characterize/operation.hpp"

namespace revprof {

namespace {

void prepare(Cell& cell) {
  cell.type = MPI_BYTE;
  cell.count = static_cast<int>(cell.bytes);
  cell.messages = 1;
  cell.send.reserve(cell.bytes);
  cell.receive.reserve(cell.bytes);
  cell.requests.assign(2, MPI_REQUEST_NULL);  // of a receive and of a send
}

// A process that talks to itself is both.
bool second(const Cell& cell) { return cell.rank == 1 || cell.members == 1; }
int peer(const Cell& cell) { return cell.members == 1 ? 0 : 1 - cell.rank; }

void send(Cell& c) {
  MPI_Send(c.send.data(), c.count, c.type, peer(c), message_tag, c.communicator);
}
void receive(Cell& c) {
  MPI_Recv(c.receive.data(), c.count, c.type, peer(c), message_tag, c.communicator,
           MPI_STATUS_IGNORE);
}
void post_receive(Cell& c) {
  MPI_Irecv(c.receive.data(), c.count, c.type, peer(c), message_tag, c.communicator,
            &c.requests[0]);
}
void post_send(Cell& c) {
  MPI_Isend(c.send.data(), c.count, c.type, peer(c), message_tag, c.communicator, &c.requests[1]);
}
void wait(Cell& c) { MPI_Waitall(2, c.requests.data(), MPI_STATUSES_IGNORE); }

// MPI_Send, MPI_Ssend, MPI_Isend: the receiver is ready.
void receiver_ready(Cell& c) {
  if (second(c)) post_receive(c);
}
void call_send(Cell& c) {
  if (first(c)) send(c);
}
void call_ssend(Cell& c) {
  if (first(c)) {
    MPI_Ssend(c.send.data(), c.count, c.type, peer(c), message_tag, c.communicator);
  }
}
void call_isend(Cell& c) {
  if (first(c)) post_send(c);
}

// MPI_Start: so it is, of a persistent send.
void send_made(Cell& c) {
  receiver_ready(c);
  if (!first(c)) return;
  MPI_Send_init(c.send.data(), c.count, c.type, peer(c), message_tag, c.communicator,
                &c.requests[1]);
}
void call_start(Cell& c) {
  if (first(c)) MPI_Start(&c.requests[1]);
}
void wait_and_free(Cell& c) {
  wait(c);
  if (first(c)) MPI_Request_free(&c.requests[1]);
}

// MPI_Recv: the message is there, as far as the MPI library lets it.
void message_there(Cell& c) {
  if (second(c)) post_send(c);
}
void call_receive(Cell& c) {
  if (first(c)) receive(c);
}

// MPI_Irecv: the message comes later.
void call_irecv(Cell& c) {
  if (first(c)) post_receive(c);
}
void message_comes(Cell& c) {
  if (second(c)) post_send(c);
  wait(c);
}

// MPI_Wait: its receive is complete.
void receive_complete(Cell& c) {
  if (first(c)) post_receive(c);
  if (second(c)) send(c);
  for (int complete = 0; first(c) && complete == 0;) {
    MPI_Request_get_status(c.requests[0], &complete, MPI_STATUS_IGNORE);
  }
}
void call_wait(Cell& c) {
  if (first(c)) MPI_Wait(&c.requests[0], MPI_STATUS_IGNORE);
}

void call_sendrecv(Cell& c) {
  MPI_Sendrecv(c.send.data(), c.count, c.type, peer(c), message_tag, c.receive.data(), c.count,
               c.type, peer(c), message_tag, c.communicator, MPI_STATUS_IGNORE);
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
  for (int message = 0; c.members == 1 && message < c.messages; ++message) {
    post_receive(c);
    send(c);
    MPI_Wait(&c.requests[0], MPI_STATUS_IGNORE);
  }
  for (int trip = 0; c.members > 1 && trip < c.messages / 2; ++trip) {
    if (first(c)) send(c);
    receive(c);
    if (!first(c)) send(c);
  }
}

// gap: what each further message to process 0 adds to the time of the first one, in a stream from
// one process, or from p - 1 in turn.
constexpr std::int64_t stream_bytes = 4 << 20;
constexpr int most_messages = 64, least_messages = 16, least_rounds = 4;

int stream_length(int processes, std::int64_t bytes) {
  const std::int64_t fit = stream_bytes / std::max<std::int64_t>(bytes, 1);
  const int messages =
      static_cast<int>(std::clamp<std::int64_t>(fit, least_messages, most_messages));
  const int senders = std::max(processes - 1, 1);
  return senders == 1 ? messages + 1 : senders * std::max(least_rounds, messages / senders);
}
std::int64_t stream_memory(int processes, std::int64_t bytes) {
  return stream_length(processes, bytes) * bytes;
}
// Whoever receives has room for all that it gets: many processes may share one node's memory.
void prepare_stream(Cell& cell, int messages, int received) {
  prepare(cell);
  cell.receive.reserve(received * cell.bytes);
  cell.requests.assign(static_cast<std::size_t>(messages), MPI_REQUEST_NULL);
}
void prepare_gap(Cell& cell) {
  const int messages = stream_length(cell.processes, cell.bytes);
  prepare_stream(cell, messages, first(cell) ? messages : 0);
  cell.messages = messages - 1;
}
// Process 0 asks for messages that it expects; returns how long that took there.
double stream(Cell& c, int messages) {
  constexpr int go = 1;
  const int senders = c.members - 1;
  double begin = 0;
  int own = messages;
  if (first(c)) {
    for (int i = 0; i < messages; ++i) {
      MPI_Irecv(c.receive.data() + i * c.bytes, c.count, c.type, 1 + i % senders, message_tag,
                c.communicator, &c.requests[static_cast<std::size_t>(i)]);
    }
    begin = local_seconds();
    for (int sender = 1; sender <= std::min(senders, messages); ++sender) {
      MPI_Send(nullptr, 0, c.type, sender, go, c.communicator);
    }
  } else {
    own = messages / senders + (c.rank <= messages % senders ? 1 : 0);
    if (own > 0) MPI_Recv(nullptr, 0, c.type, 0, go, c.communicator, MPI_STATUS_IGNORE);
    for (int i = 0; i < own; ++i) {
      MPI_Isend(c.send.data(), c.count, c.type, 0, message_tag, c.communicator,
                &c.requests[static_cast<std::size_t>(i)]);
    }
  }
  MPI_Waitall(own, c.requests.data(), MPI_STATUSES_IGNORE);
  return local_seconds() - begin;
}
void call_gap(Cell& c) {
  const double single = stream(c, 1);
  const double whole = stream(c, c.messages + 1);
  c.begun = local_seconds() - (whole - single);
}

// send_gap: the same of process 0's messages to another process, or to p - 1 in turn, until all of
// them have come. The first round is to each, so that all answer both times.
void prepare_send_gap(Cell& cell) {
  const int messages = stream_length(cell.processes, cell.bytes);
  const int receivers = std::max(cell.processes - 1, 1);
  prepare_stream(cell, messages, first(cell) ? 0 : (messages + receivers - 1) / receivers);
  cell.messages = messages - receivers;
}
// Returns how long process 0 took, to the answer of the last receiver.
double stream_out(Cell& c, int messages) {
  constexpr int ready = 1, done = 2;
  const int receivers = c.members - 1;
  if (!first(c)) {
    const int own = messages / receivers + (c.rank <= messages % receivers ? 1 : 0);
    for (int i = 0; i < own; ++i) {
      MPI_Irecv(c.receive.data() + i * c.bytes, c.count, c.type, 0, message_tag, c.communicator,
                &c.requests[static_cast<std::size_t>(i)]);
    }
    MPI_Send(nullptr, 0, c.type, 0, ready, c.communicator);
    MPI_Waitall(own, c.requests.data(), MPI_STATUSES_IGNORE);
    MPI_Send(nullptr, 0, c.type, 0, done, c.communicator);
    return 0;
  }
  const auto hear = [&](int what) {
    for (int from = 1; from <= receivers; ++from) {
      MPI_Recv(nullptr, 0, c.type, from, what, c.communicator, MPI_STATUS_IGNORE);
    }
  };
  hear(ready);
  const double begin = local_seconds();
  for (int i = 0; i < messages; ++i) {
    MPI_Isend(c.send.data(), c.count, c.type, 1 + i % receivers, message_tag, c.communicator,
              &c.requests[static_cast<std::size_t>(i)]);
  }
  MPI_Waitall(messages, c.requests.data(), MPI_STATUSES_IGNORE);
  hear(done);
  return local_seconds() - begin;
}
void call_send_gap(Cell& c) {
  const int round = c.members - 1;
  const double single = stream_out(c, round);
  const double whole = stream_out(c, round + c.messages);
  c.begun = local_seconds() - (whole - single);
}

// Does a send return before its receive is posted? The receiver looks for other messages
// meanwhile: over shared memory some are copied only when it does, which holds up their sender
// without a rendezvous. It sleeps in between, to leave the sender a core.
void call_eager_probe(Cell& c) {
  if (first(c)) {
    send(c);
    return;
  }
  const double posted = MPI_Wtime() + eager_probe_delay_seconds;
  const timespec nap{0, static_cast<long>(eager_probe_delay_seconds * 1e9 / 20)};
  for (int there = 0; MPI_Wtime() < posted;) {
    MPI_Iprobe(0, message_tag + 1, c.communicator, &there, MPI_STATUS_IGNORE);
    nanosleep(&nap, nullptr);
  }
  receive(c);
}

Operation pair(const char* name, Timing timing, void (*before)(Cell&), void (*call)(Cell&),
               void (*after)(Cell&)) {
  Operation operation = {name, false, true, timing, two_messages, prepare, before, call, after};
  operation.to_itself = timing != Timing::probe;
  operation.jumps = true;
  return operation;
}

Operation transit() {
  Operation operation = pair("transit", Timing::inside_first, nothing, call_transit, nothing);
  operation.prepare = prepare_transit;
  operation.by_ranks_apart = true;
  return operation;
}

Operation fan(const char* name, void (*prepare)(Cell&), void (*call)(Cell&)) {
  Operation operation = pair(name, Timing::inside_first, nothing, call, nothing);
  operation.memory = stream_memory;
  operation.prepare = prepare;
  operation.to_itself = false;
  operation.fan = true;
  return operation;
}

}  // namespace

std::vector<Operation> point_to_point_operations() {
  using T = Timing;
  Operation sendrecv = pair("MPI_Sendrecv", T::last_return, nothing, call_sendrecv, nothing);
  sendrecv.by_ranks_apart = true;
  return {
      pair("MPI_Send", T::inside_first, receiver_ready, call_send, wait),
      pair("MPI_Ssend", T::inside_first, receiver_ready, call_ssend, wait),
      pair("MPI_Isend", T::inside_first, receiver_ready, call_isend, wait),
      pair("MPI_Start", T::inside_first, send_made, call_start, wait_and_free),
      pair("MPI_Recv", T::inside_first, message_there, call_receive, wait),
      pair("MPI_Irecv", T::inside_first, nothing, call_irecv, message_comes),
      pair("MPI_Wait", T::inside_first, receive_complete, call_wait, nothing),
      sendrecv,
      pair("eager probe", T::probe, nothing, call_eager_probe, nothing),
      transit(),
      fan("gap", prepare_gap, call_gap),
      fan("send_gap", prepare_send_gap, call_send_gap),
  };
}

}  // namespace revprof
