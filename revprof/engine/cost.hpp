// SPDX-License-Identifier: BSD-3-Clause
// What a call costs on every lane: the model's estimates, looked up once per (call, p, d, distance)
// and kept.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "revprof/calls/call.hpp"
#include "revprof/engine/distance.hpp"
#include "revprof/engine/doubt.hpp"
#include "revprof/engine/lane.hpp"
#include "revprof/engine/path_step.hpp"
#include "revprof/engine/sim_time.hpp"
#include "revprof/engine/source.hpp"

namespace revprof {

struct Evaluation;  // fit/model/estimate.hpp

// The times of one call on all lanes, and those of a message's flight, completion and gap beside
// it: a rule looks up once. Valid until the next look-up.
struct Cost {
  const SimTime* own;
  const SimTime* alone;    // of a collective: where this process waits for nobody
  const SimTime* transit;  // point to point only
  const SimTime* wait;
  const SimTime* gap;      // to the next message between the same two processes
  const SimTime* fan_gap;  // between one of them and others that are equally far
  // Of log t, from one such call or flight to the next; 0 on lanes that are not low or high.
  const double* spread;
  const double* transit_spread;
  Source source, transit_source, wait_source;  // of lane 0
};

// Which of a collective's processes one is: the root, or the first one where there is no root; or
// another.
enum class Role { other, first };

// The root of one to all, which waits for nobody.
bool is_source(Call call, Role role);
// Others may do a part of the call without this process.
bool can_be_late(Call call, Role role);

class CostTable {
 public:
  // processes: those of MPI_COMM_WORLD.
  CostTable(const std::vector<Lane>& lanes, int processes);

  // p processes, d bytes. A collective over one process costs 0; ask only for p >= 2.
  Cost collective(Call call, int processes, std::int64_t bytes, Span span,
                  Role role = Role::other) {
    return look_up(
        {bytes, span.distance, processes, static_cast<std::int32_t>(call), span.reach, role});
  }
  // A point-to-point call of d bytes between two processes so many ranks apart (0: that says
  // nothing). crowd: twice the number of ranks that a process's messages go at the same time, and
  // one less where processes take turns, so that half of them send; 0: nothing else is on its way.
  Cost pair(Call call, std::int64_t bytes, Distance distance, int crowd = 0, int apart = 0) {
    return look_up({bytes, distance, -crowd, static_cast<std::int32_t>(call),
                    ranks_matter_ ? apart : 0, Role::other});
  }

  // Some lane's model has equations by how many ranks two processes are apart.
  bool ranks_matter() const { return ranks_matter_; }
  // Lanes, a bit each, on whose machine the messages of two processes that are so many ranks apart
  // have links to themselves, even while all processes send over as many ranks.
  std::uint64_t own_links(Distance distance, int apart) const;

  const Blocks& blocks() const { return blocks_; }
  const std::vector<Lane>& lanes() const { return lanes_; }

  // The last stand-in: 1 us + d / (10 GB/s). Never zero: programs that size their loops by the
  // clock would not end.
  static constexpr double nominal_latency = 1e-6, nominal_seconds_per_byte = 1e-10;
  static constexpr double nominal_seconds(std::int64_t bytes) {
    return nominal_latency + static_cast<double>(bytes) * nominal_seconds_per_byte;
  }

  // What lane 0's time of a price is made of: multiples of an equation's coefficients, or of what
  // stands for one. Of a head start there are two: the whole call's are less than 0.
  struct Parts {
    std::string equation;  // the call that serves, or its part: "MPI_Barrier.late"
    int within = 0;        // its distance class
    const Regime* regime = nullptr;
    double c = 0, s = 0, k = 0;
    double nominal_latency = 0, nominal_bytes = 0;
    double shortest = 0;  // of an equation that is positive nowhere

    Parts operator-() const;
    double latency_seconds() const;  // what does not depend on d
  };
  std::vector<Parts> parts(const Price& price) const;

  // The call whose equation serves `call` on lane 0; empty where none does (nominal times are
  // assumed).
  std::string serving(Call call) const;

 private:
  static constexpr std::size_t slots = 4096;
  static constexpr std::size_t rows = 6;

  struct Key {
    std::int64_t bytes = -1;
    Distance distance = 0;
    std::int32_t processes = 0, call = -1;  // of a pair: processes = -crowd
    std::int32_t reach = 0;                 // of a pair: how many ranks apart
    Role role = Role::other;
    bool operator==(const Key& other) const {
      return bytes == other.bytes && call == other.call && processes == other.processes &&
             distance == other.distance && reach == other.reach && role == other.role;
    }
    std::size_t hash() const {
      std::uint64_t h = static_cast<std::uint64_t>(bytes) * 0x9e3779b97f4a7c15u;
      h ^= (distance * 31 + static_cast<std::uint64_t>(call)) * 0xc2b2ae3d27d4eb4fu;
      h ^= static_cast<std::uint64_t>(processes + 65'537 * reach) * 0x165667b19e3779f9u;
      h += static_cast<std::uint64_t>(role) << 40;
      return h >> 40;
    }
  };

  // A call as one lane's model serves it.
  struct Service {
    const std::vector<DistanceClass>* equations = nullptr;  // nullptr: nominal
    // Of a process that comes last, or waits for nobody; nullptr: as all.
    const std::vector<DistanceClass>*late = nullptr, *early = nullptr;
    Source source = Source::assumed;
    int call = -1;
    Factors factors;
  };

  struct Slot {
    Key key;
    Source source = Source::assumed, transit_source = Source::assumed,
           wait_source = Source::assumed;
  };

  Cost look_up(const Key& key) {
    const std::size_t i = key.hash() % slots;
    if (!(slots_[i].key == key)) fill(i, key);
    const SimTime* const own = &times_[i * rows * lanes_.size()];
    return {own,
            own + lanes_.size(),
            own + 2 * lanes_.size(),
            own + 3 * lanes_.size(),
            own + 4 * lanes_.size(),
            own + 5 * lanes_.size(),
            &spreads_[i * 2 * lanes_.size()],
            &spreads_[(i * 2 + 1) * lanes_.size()],
            slots_[i].source,
            slots_[i].transit_source,
            slots_[i].wait_source};
  }
  void fill(std::size_t slot, const Key& key);
  Source times_of(Call call, Rule rule, const Key& key, SimTime* times, double* spreads = nullptr);
  // One lane's time, what it rests on, and its spread.
  struct Time {
    SimTime time;
    Source source;
    double spread;
  };

  // What the lane's scenario multiplies such a time with.
  static double factor_of(const Service& service, int within, int apart, int processes,
                          std::int64_t bytes);
  Time time_of(std::size_t lane, Call call, Rule rule, int processes, std::int64_t bytes,
               Distance distance, int apart) const;
  // The equations of what a process that waits for nobody has to do; nullptr: all of it.
  const std::vector<DistanceClass>* alone_equations(std::size_t lane, const Key& key) const;
  // How much of a collective's time that is.
  double alone(std::size_t lane, const Key& key) const;

  // The same as multiples of coefficients.
  Parts whole_parts(const Key& key, bool fan) const;
  Parts alone_parts(const Key& key) const;
  static Parts parts_of(const Evaluation& at, double latency, double transfer, double time);
  // The smallest block of the lane's model that holds the processes.
  int within(std::size_t lane, const Key& key) const {
    return blocks_.smallest(lanes_[lane].model->point_to_point.block_sizes, key.distance);
  }

  // On this lane, without any band.
  double seconds_of(std::size_t lane, const DistanceClass& equations, int processes,
                    std::int64_t bytes) const;

  // The processes of this program that are in a distance class, and the smaller blocks they fill.
  struct Extent {
    int processes, block, blocks;
  };
  Extent extent(std::size_t lane, Distance distance) const;
  // What an exchange adds to the time of a pair's, in seconds, as the processes share links.
  struct Exchange {
    double pair = 1, added = 0;
    bool at_distance = false;  // of all over as many ranks; no blocks
    double factor() const { return 1 + added / pair; }
    // What shares the same links takes as much longer, no matter what else it waits for.
    double factor_of(double seconds) const { return seconds > 0 ? 1 + added / seconds : 1; }
  };
  Exchange exchange_of(std::size_t lane, int processes, std::int64_t bytes, Distance distance,
                       int apart) const;
  Exchange crowding(std::size_t lane, const Key& key) const;
  // How much longer a pair's call takes in its crowd; or a message, or the gap between two; or, of
  // a fan, between messages to or from several.
  double slower(std::size_t lane, const Key& key, Call call, bool fan = false) const;
  int fan_processes(std::size_t lane, const Key& key) const;
  double siblings(std::size_t lane, const Key& key) const;
  Exchange among_columns(std::size_t lane, const Key& key, const Extent& all) const;

  std::vector<Lane> lanes_;
  int processes_;
  Blocks blocks_;
  bool ranks_matter_ = false;
  std::vector<std::array<Service, call_count>> services_;  // per lane
  std::vector<Slot> slots_;
  std::vector<SimTime> times_;   // [slot][rows as in Cost][lane]
  std::vector<double> spreads_;  // [slot][own, transit][lane]
};

}  // namespace revprof
