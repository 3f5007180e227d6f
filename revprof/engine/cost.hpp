// SPDX-License-Identifier: BSD-3-Clause
// What a call costs on every lane: the model's estimates, looked up once per (call, p, d, distance)
// and kept.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "revprof/calls/call.hpp"
#include "revprof/engine/distance.hpp"
#include "revprof/engine/lane.hpp"
#include "revprof/engine/sim_time.hpp"

namespace revprof {

// What a charged time rests on, from the firmest to the weakest (DESIGN section 3).
enum class Source : std::uint8_t { measured, extrapolated, stand_in, assumed };
constexpr int source_count = 4;
const char* name(Source source);

// The times of one call on all lanes. A rule may hold one for transit, one for MPI_Wait and one for
// any other call at the same time; the next look-up of the same sort may overwrite it.
struct Cost {
  const SimTime* times;
  Source source;  // of lane 0
};

class CostTable {
 public:
  explicit CostTable(const std::vector<Lane>& lanes);

  // p processes, d bytes. A collective over one process costs 0; ask only for p >= 2 there.
  Cost at(Call call, int processes, std::int64_t bytes, Distance distance) {
    const Key key{bytes, distance, processes, static_cast<std::int32_t>(call)};
    const std::size_t slot = key.hash() % slots + slots * sort(call);
    if (!(keys_[slot] == key)) fill(slot, key);
    return {&times_[slot * lanes_.size()], sources_[slot]};
  }

  const Blocks& blocks() const { return blocks_; }

  // The call whose equation serves `call` on lane 0; empty where none does (nominal times are
  // assumed).
  std::string serving(Call call) const;

 private:
  static constexpr std::size_t slots = 4096;

  struct Key {
    std::int64_t bytes = -1;
    Distance distance = 0;
    std::int32_t processes = 0, call = -1;
    bool operator==(const Key& other) const {
      return bytes == other.bytes && call == other.call && processes == other.processes &&
             distance == other.distance;
    }
    std::size_t hash() const {
      std::uint64_t h = static_cast<std::uint64_t>(bytes) * 0x9e3779b97f4a7c15u;
      h ^= (distance * 31 + static_cast<std::uint64_t>(call)) * 0xc2b2ae3d27d4eb4fu;
      h ^= static_cast<std::uint64_t>(processes) * 0x165667b19e3779f9u;
      return h >> 40;
    }
  };

  // A call as one lane's model serves it.
  struct Service {
    const std::vector<DistanceClass>* equations = nullptr;  // nullptr: nominal
    Source source = Source::assumed;
    int call = -1;
    double factor = 1;
  };

  static constexpr std::size_t sorts = 3;
  static std::size_t sort(Call call) {
    return call == Call::transit ? 1 : call == Call::MPI_Wait ? 2 : 0;
  }

  void fill(std::size_t slot, const Key& key);

  std::vector<Lane> lanes_;
  Blocks blocks_;
  std::vector<std::array<Service, call_count>> services_;  // per lane
  std::vector<Key> keys_;
  std::vector<Source> sources_;
  std::vector<SimTime> times_;  // [sort * slots + slot][lane]
};

}  // namespace revprof
