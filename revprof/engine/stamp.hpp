// SPDX-License-Identifier: BSD-3-Clause
// What travels inside every point-to-point message, so that it cannot be mismatched.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "revprof/engine/lane.hpp"
#include "revprof/engine/sim_time.hpp"

namespace revprof {

// Only what is in use travels: size_bytes(values) bytes from the start, where a clock has a value
// per lane and, where a critical path is recorded, the place of its step (path_step.hpp). The stamp
// says when the send began; the receiver, which has the same models, adds the transit. So it knows
// what was flight and what was waiting.
struct Stamp {
  Stamp() : mark(mark_value), kind(0), bytes(0), step(0), rounded(0) {}

  static constexpr std::int32_t mark_value = 0x727072;

  std::int32_t mark : 24;
  std::uint32_t kind : 8;      // of message, as its sender counts them (run/watch.hpp)
  std::int32_t source = -1;    // the sender's rank in its MPI_COMM_WORLD
  std::int64_t bytes : 40;     // of the user's message, so that nobody has to ask MPI for them
  std::uint64_t step : 8;      // the sender's (pace.hpp)
  std::uint64_t rounded : 16;  // mean()
  SimTime sent[max_lanes + 1] = {};

  static constexpr std::int64_t most_bytes = (std::int64_t{1} << 39) - 1;
  // Bytes that each process had sent, as the sender knows it (posted.hpp), to a five-hundredth.
  std::int64_t mean() const {
    return static_cast<std::int64_t>(rounded & largest) << (rounded >> bits);
  }
  void mean(std::int64_t sent_before) {
    const auto all = static_cast<std::uint64_t>(sent_before);
    const int used = all == 0 ? 0 : 64 - __builtin_clzll(all), left_out = std::max(0, used - bits);
    rounded = (static_cast<std::uint64_t>(left_out) << bits | (all >> left_out & largest)) & 0xffff;
  }

  static constexpr std::size_t size_bytes(int values) {
    return offsetof(Stamp, sent) + static_cast<std::size_t>(values) * sizeof(SimTime);
  }

  static constexpr int bits = 10;
  static constexpr std::uint64_t largest = (1 << bits) - 1;
};
static_assert(offsetof(Stamp, sent) == 16, "a stamp is to fit beside a small message");

}  // namespace revprof
