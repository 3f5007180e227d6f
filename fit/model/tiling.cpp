// SPDX-License-Identifier: BSD-3-Clause
// Cuts the plane along every regime's bounds; each piece must then belong to exactly one regime.
#include "fit/model/tiling.hpp"

#include <set>

namespace revprof {

namespace {

// First values of the pieces; the end of the last one (exclusive) is the last cut. Unsigned,
// because the value behind the largest size has no place in a signed number.
struct Cuts {
  std::set<std::uint64_t> processes, bytes;
};

Cuts cuts_of(const std::vector<Regime>& regimes) {
  Cuts cuts;
  for (const Regime& regime : regimes) {
    cuts.processes.insert(static_cast<std::uint64_t>(regime.min_processes));
    cuts.processes.insert(static_cast<std::uint64_t>(regime.max_processes) + 1);
    cuts.bytes.insert(static_cast<std::uint64_t>(regime.min_bytes));
    cuts.bytes.insert(static_cast<std::uint64_t>(regime.max_bytes) + 1);
  }
  return cuts;
}

int covered(const std::vector<Regime>& regimes, std::uint64_t processes, std::uint64_t bytes) {
  int count = 0;
  for (const Regime& regime : regimes) {
    const bool p = static_cast<std::uint64_t>(regime.min_processes) <= processes &&
                   processes <= static_cast<std::uint64_t>(regime.max_processes);
    const bool d = static_cast<std::uint64_t>(regime.min_bytes) <= bytes &&
                   bytes <= static_cast<std::uint64_t>(regime.max_bytes);
    count += p && d;
  }
  return count;
}

std::string range(std::uint64_t first, std::uint64_t behind) {
  return std::to_string(first) + " to " + std::to_string(behind - 1);
}

}  // namespace

std::optional<std::string> tiling_flaw(const std::vector<Regime>& regimes) {
  const Cuts cuts = cuts_of(regimes);
  for (auto p = cuts.processes.begin(); std::next(p) != cuts.processes.end(); ++p) {
    for (auto d = cuts.bytes.begin(); std::next(d) != cuts.bytes.end(); ++d) {
      const int count = covered(regimes, *p, *d);
      if (count == 1) continue;
      return "expected regimes without holes and overlaps, found " +
             (count == 0 ? std::string("none") : std::to_string(count)) + " for " +
             range(*d, *std::next(d)) + " bytes and " + range(*p, *std::next(p)) + " processes";
    }
  }
  return std::nullopt;
}

}  // namespace revprof
