// SPDX-License-Identifier: BSD-3-Clause
// A strict get of a word, which waits to be booked: strict gets of one word at one place in the
// source with nothing between them are a loop that asks for a flag, and count as one, the last. So
// it makes no difference how often this host has asked.
#pragma once

#include <cstdint>
#include <optional>

#include "revprof/calls/call.hpp"
#include "revprof/engine/clock.hpp"

namespace revprof {

struct LastGet {
  // In the program.
  struct Place {
    Call call = Call::upc_get;
    const char* file = nullptr;
    int line = 0;
    int thread = -1;
    std::uint64_t key = 0;
    std::int64_t bytes = 0;

    bool operator==(const Place& other) const {
      return call == other.call && file == other.file && line == other.line &&
             thread == other.thread && key == other.key && bytes == other.bytes;
    }
  };

  bool waits = false;
  bool asks_again = false;  // the one under way is the same
  Place place;
  std::optional<Clock> arrival;  // of what it has found, if that came from somebody else
};

}  // namespace revprof
