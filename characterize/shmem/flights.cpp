// SPDX-License-Identifier: BSD-3-Clause
// What a put takes to be seen, and how soon the next one can follow.
#include <algorithm>

#include "characterize/global_clock.hpp"
#include "characterize/shmem/operations.hpp"
#include "characterize/shmem/pair.hpp"

namespace revprof::symmetric {

namespace {

std::int64_t memory_of_flight(int, std::int64_t bytes) { return 2 * std::max(bytes, word_bytes); }

// shmem_transit: half a round trip of puts that the other one waits for, by the first and the last
// word of them. No bytes are an atomic update, as they are for the predictor.
constexpr std::int64_t ping_pong_bytes = 256 << 10;
constexpr int most_round_trips = 10;
long round_trip = 0;  // of the cell

void prepare_transit(Cell& cell) {
  lay_out(cell, std::max(cell.bytes, word_bytes), std::max(cell.bytes, word_bytes));
  round_trip = 0;
  const std::int64_t fit = ping_pong_bytes / std::max<std::int64_t>(cell.bytes, 1);
  cell.messages = 2 * static_cast<int>(std::clamp<std::int64_t>(fit, 2, most_round_trips));
}

// Whose lowest byte is enough to tell one from the one before.
long value_of(long trip) { return 1 + trip % 100; }

long* word_of(char* memory, std::int64_t number) {
  return reinterpret_cast<long*>(memory) + number;
}
std::int64_t last_word(const Cell& c) {
  return std::max(c.bytes / word_bytes - 1, std::int64_t{0});
}

void send_value(Cell& c) {
  if (c.bytes == 0)
    return shmem_long_atomic_set(word_of(room().target, 0), value_of(round_trip), peer(c));
  *word_of(room().source, 0) = *word_of(room().source, last_word(c)) = value_of(round_trip);
  shmem_putmem(room().target, room().source, static_cast<std::size_t>(c.bytes), peer(c));
}
void await_value(Cell& c) {
  for (const std::int64_t word : {std::int64_t{0}, last_word(c)}) {
    shmem_long_wait_until(word_of(room().target, word), SHMEM_CMP_EQ, value_of(round_trip));
  }
}
void call_transit(Cell& c) {
  for (int message = 0; c.members == 1 && message < c.messages; ++message, ++round_trip) {
    send_value(c);
    await_value(c);
  }
  for (int trip = 0; c.members > 1 && trip < c.messages / 2; ++trip, ++round_trip) {
    if (first(c)) send_value(c);
    await_value(c);
    if (!first(c)) send_value(c);
  }
}
void complete_transit(Cell&) { shmem_quiet(); }

// shmem_gap: what each further put adds to the time of the first one and the quiet that completes
// them, in a stream to one process, or to p - 1 in turn.
constexpr std::int64_t stream_bytes = 4 << 20;
constexpr int most_puts = 64, least_puts = 16;

void prepare_gap(Cell& cell) {
  lay_out(cell, cell.bytes, cell.bytes);
  const std::int64_t fit = stream_bytes / std::max<std::int64_t>(cell.bytes, 1);
  cell.messages = static_cast<int>(std::clamp<std::int64_t>(fit, least_puts, most_puts));
}
double stream(Cell& c, int puts) {
  const double begin = local_seconds();
  for (int i = 0; i < puts; ++i) {
    const int target = room().processes[static_cast<std::size_t>(1 + i % (c.members - 1))];
    shmem_putmem_nbi(room().target, room().source, static_cast<std::size_t>(c.bytes), target);
  }
  shmem_quiet();
  return local_seconds() - begin;
}
// All the others stay in the library until it is over.
void call_gap(Cell& c) {
  if (first(c)) {
    const double single = stream(c, 1);
    const double whole = stream(c, c.messages + 1);
    c.begun = local_seconds() - (whole - single);
  }
  MPI_Request over = MPI_REQUEST_NULL;
  char none = 0;
  MPI_Ibcast(&none, 1, MPI_CHAR, 0, c.communicator, &over);
  c.requests.assign(1, over);
  if (!first(c)) MPI_Wait(c.requests.data(), MPI_STATUS_IGNORE);
}
void finish_gap(Cell& c) {
  if (first(c)) MPI_Wait(c.requests.data(), MPI_STATUS_IGNORE);
}

}  // namespace

std::vector<Operation> flights() {
  Operation transit = pair("shmem_transit", true, memory_of_flight, prepare_transit, nothing,
                           call_transit, complete_transit);
  transit.coarse = false;
  transit.by_ranks_apart = true;
  Operation gap =
      pair("shmem_gap", true, memory_of_flight, prepare_gap, nothing, call_gap, finish_gap);
  gap.to_itself = false;
  gap.fan = true;
  return {transit, gap};
}

}  // namespace revprof::symmetric
