// SPDX-License-Identifier: BSD-3-Clause
// The clocks of a collective where a critical path is recorded: behind the lanes' times follow the
// place of the latest one on the path's lane, the second latest time and its place. So it is known
// who has decided, and how narrowly.
#pragma once

#include <cstddef>
#include <cstdint>

#include "revprof/engine/path_step.hpp"

namespace revprof {

struct PlacedClocks {
  std::size_t lanes = 0, lane = 0;  // of the engine, and of its critical path

  static constexpr std::size_t more = 3;  // than the lanes

  std::size_t place() const { return lanes; }
  std::size_t second() const { return lanes + 1; }
  std::size_t second_place() const { return lanes + 2; }

  // Into `b`: the latest ones of both.
  void merge(const SimTime* a, SimTime* b) const;
};

}  // namespace revprof
