// SPDX-License-Identifier: BSD-3-Clause
// One visit of a segment while it goes on: where it began, and what work it says that it does. The
// same rule where it is timed and where it is charged.
#pragma once

#include <cstdint>
#include <optional>

#include "revprof/run/computation/segments.hpp"

namespace revprof {

// Of one thread.
struct Visit {
  CallPlace from;
  bool from_asking = false;  // the call before only asks
  double announced = 0;
  std::uint64_t ticks = 0;    // when it began
  bool is_looked_at = false;  // what memory it goes through, which takes time

  // A loop that asks again and again runs as often as the host likes: between two such calls
  // nothing is computed, unless more was counted than asking takes.
  static constexpr double polling_instructions = 1000;

  // The work of the visit that ends now: what was counted, else announced, else 1; nothing where it
  // is none.
  std::optional<double> work(double counted, bool asks) const {
    if (from_asking && asks && counted < polling_instructions) return std::nullopt;
    return counted > 0 ? counted : announced > 0 ? announced : 1;
  }
};

}  // namespace revprof
