// SPDX-License-Identifier: BSD-3-Clause
// What a call costs on every lane: the model's estimates, looked up once per (call, p, d, distance)
// and kept.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "revprof/calls/call_table.hpp"
#include "revprof/engine/distance.hpp"
#include "revprof/engine/doubt.hpp"
#include "revprof/engine/lane.hpp"
#include "revprof/engine/price.hpp"
#include "revprof/engine/process_places.hpp"
#include "revprof/engine/sharing.hpp"
#include "revprof/engine/sim_time.hpp"
#include "revprof/engine/source.hpp"

namespace revprof {

struct Evaluation;  // fit/model/estimate.hpp
struct Estimate;

// Which of a collective's processes one is: the root, or the first one where there is no root; or
// another.
enum class Member { other, first };

// A call of a group: whose equation, p and d, and where its processes are.
struct GroupCall {
  CallId call;
  int processes;
  std::int64_t bytes;
  Span span;
  std::int64_t sent = -1;  // bytes that each of them has sent before, on average; -1: not known
};

// What a rule can charge of a call. A rule looks up once; a part of a message is another row's
// price.
enum class Part {
  own,                      // the call's equation
  transit,                  // of its message
  completion,               // of its request
  gap,                      // to the next message between the same two processes
  fan_gap,                  // to the next one at its receiver, from others that are equally far
  send_gap,                 // to the next one of its sender, to others that are equally far
  own_part = transit,       // of a collective: what waits for nobody
  head_start = completion,  // ... what others have done without a late process; negative
  ahead = gap,              // ... what is saved in rounds that wait for nobody; negative
  next = send_gap,          // ... in a row: from the one before
  late_wait = fan_gap       // of a nonblocking one: in a Wait that comes late
};
constexpr std::size_t part_count = 6;

// A look-up: its price, and the answer, valid until the next one. Filled in where it stays, as
// every message needs some: a processor waits for what is copied as soon as it is written in parts.
struct Quote {
  Price price;
  std::int32_t missed = 0;  // as in Crowd: not of the price, but of its gaps
  const SimTime* times;     // [part][lane]
  const double* spreads;    // [own, transit][lane]: of log t, from one to the next; 0 on most lanes
  const Source* sources;    // [own, transit, completion], of lane 0
  const int* turns;         // [lane]: of a message's crowd
  std::size_t lanes;
  const Roles* roles;

  const SimTime* operator[](Part part) const {
    return times + static_cast<std::size_t>(part) * lanes;
  }
  const double* spread(Part part) const { return spreads + static_cast<std::size_t>(part) * lanes; }
  Source source(Part part) const { return sources[static_cast<std::size_t>(part)]; }
  Price price_of(Part part) const;
};

class CostTable {
 public:
  // processes: those of MPI_COMM_WORLD. `calls` must live longer.
  CostTable(const std::vector<Lane>& lanes, int processes, const CallTable& calls,
            const ProcessPlaces& places = ProcessPlaces());

  // A collective over one process costs 0; ask only for p >= 2.
  void collective(Quote& quote, Span span, Member member = Member::other) {
    const Price& price = quote.price;
    look_up({price.bytes, span.distance, price.processes, 0, price.call.number, span.reach, member},
            quote);
  }
  // Of two processes, of which one is at the `lowest` place.
  void pair(Quote& quote, Distance distance, int apart, int lowest) {
    const Price& price = quote.price;
    look_up({price.bytes, distance, price.processes, price.messages, price.call.number,
             ranks_matter_ ? apart : 0, Member::other, places_matter_ ? lowest : 0, price.beside,
             quote.missed, price.in_pairs},
            quote);
  }
  // Which of them the price's item says.
  Quote quote(const Price& price);

  // Waits for nobody: the root of one to all, the others of all to one, the first one of a scan; in
  // the start of a nonblocking one everybody, who asks as its first one.
  bool is_source(CallId call, Member member) const;
  // Others may do a part of the call without this process.
  bool can_be_late(CallId call, Member member) const;

  // Some lane's model has equations by how many ranks two processes are apart.
  bool ranks_matter() const { return ranks_matter_; }
  // On that lane's machine the sender's library copies a message of so many bytes.
  bool is_eager(std::size_t lane, std::int64_t bytes) const {
    const std::int64_t limit = lanes_[lane].model->point_to_point.eager_limit_bytes;
    return limit > 0 && bytes <= limit;  // 0: not even empty ones
  }
  // Above that limit, if it is known: a send ends when its receiver takes part.
  bool needs_receiver(std::size_t lane, std::int64_t bytes) const {
    const std::int64_t limit = lanes_[lane].model->point_to_point.eager_limit_bytes;
    return limit > 0 && bytes > limit;
  }
  // ... on some lane at least.
  bool needs_receiver(std::int64_t bytes) const { return bytes > least_limit_; }
  // Some lane's model knows what it saves who comes last to a call in rounds.
  bool in_rounds(CallId call) const { return in_rounds_[static_cast<std::size_t>(call.number)]; }

  const Blocks& blocks() const { return blocks_; }
  const ProcessPlaces& places() const { return places_; }
  const std::vector<Lane>& lanes() const { return lanes_; }
  const CallTable& calls() const { return calls_; }

  // The last stand-in: 1 us + d / (10 GB/s). Never zero: programs that size their loops by the
  // clock would not end.
  static constexpr double nominal_latency = 1e-6, nominal_seconds_per_byte = 1e-10;
  static constexpr double nominal_seconds(std::int64_t bytes) {
    return nominal_latency + static_cast<double>(bytes) * nominal_seconds_per_byte;
  }

  // What lane 0's time of a price is made of: multiples of an equation's coefficients, or of what
  // stands for one.
  struct Multiples {
    std::string equation;  // the call that serves, or its part: "MPI_Barrier.late"
    int within = 0;        // its distance class
    const Regime* regime = nullptr;
    double c = 0, s = 0, k = 0;
    double nominal_latency = 0, nominal_bytes = 0;
    double shortest = 0;  // of an equation that is positive nowhere

    Multiples times(double factor) const;
    double latency_seconds() const;  // what does not depend on d
  };
  std::vector<Multiples> multiples(const Price& price) const;

  // The call whose equation serves `call` on lane 0; empty where none does (nominal times are
  // assumed).
  std::string serving(CallId call) const;

 private:
  // A cache line or two each; programs ask for some hundred different prices.
  static constexpr std::size_t slots = 4096;

  struct Key {
    std::int64_t bytes = -1;
    Distance distance = 0;
    std::int32_t processes = 0, messages = 0, call = -1;  // of a pair: processes = -streams
    std::int32_t reach = 0;                               // of a pair: how many ranks apart
    Member member = Member::other;
    std::int32_t lowest = 0;  // of a pair, where a map says how far apart places are
    std::int32_t beside = Crowd::as_much, missed = 0;
    bool in_pairs = false;
    bool pair() const { return processes <= 0; }
    // Every message asks. One by one: two fields that have just been stored apart, read as one,
    // make the processor wait, and so do branches.
    bool operator==(const Key& other) const {
      return ((static_cast<Distance>(bytes ^ other.bytes) | (distance ^ other.distance)) |
              static_cast<Distance>((processes ^ other.processes) | (messages ^ other.messages) |
                                    (call ^ other.call) | (reach ^ other.reach) |
                                    (lowest ^ other.lowest) | (beside ^ other.beside) |
                                    (missed ^ other.missed) | (member != other.member) |
                                    (in_pairs != other.in_pairs))) == 0;
    }
    std::size_t hash() const {
      std::uint64_t h = static_cast<std::uint64_t>(bytes) * 0x9e3779b97f4a7c15u;
      h ^= (distance * 31 + static_cast<std::uint64_t>(call)) * 0xc2b2ae3d27d4eb4fu;
      const auto wide = [](std::int32_t n) { return static_cast<std::uint64_t>(n); };
      h ^= (wide(processes) + 65'537 * (wide(reach) + 521 * wide(lowest))) * 0x165667b19e3779f9u;
      h += (static_cast<std::uint64_t>(member) + static_cast<std::uint64_t>(in_pairs) +
            2 * static_cast<std::uint64_t>(messages) +
            33 * (static_cast<std::uint64_t>(beside) + 37 * static_cast<std::uint64_t>(missed)))
           << 40;
      return h >> 40;
    }
  };

  // What was measured of a process that does not take the whole call, as its models call it: that
  // comes last; that waits for nobody; that comes last to a call in rounds, until its own return;
  // that calls it in a row, from the one before; that has computed meanwhile and waits for it then.
  enum MeasuredPart { late, early, last, next, wait };
  static constexpr std::size_t measured_parts = 5;
  static constexpr const char* part_names[measured_parts] = {".late", ".early", ".last", ".next",
                                                             ".wait"};

  // A row as one lane's model serves it.
  struct Service {
    const std::vector<DistanceClass>* equations = nullptr;                  // nullptr: nominal
    std::array<const std::vector<DistanceClass>*, measured_parts> parts{};  // nullptr: not measured
    Source source = Source::assumed;
    int row = -1;
    Factors factors;
  };

  struct Slot {
    Key key;
    Source sources[3] = {Source::assumed, Source::assumed, Source::assumed};
  };

  // One lane's time, what it rests on, and its spread.
  struct Time {
    SimTime time;
    Source source;
    double spread;
  };
  // What is asked for of one lane: an equation at (p, d), and what sharing adds.
  struct Asked {
    std::size_t lane;
    int row;
    const std::vector<DistanceClass>* equations;  // nullptr: nominal
    int within, apart;
    int processes;
    std::int64_t bytes;
    Terms added;
  };

  void look_up(const Key& key, Quote& quote) {
    const std::size_t i = key.hash() % slots;
    if (!(slots_[i].key == key)) fill(i, key);
    quote.times = &times_[i * part_count * lane_count_];
    quote.spreads = &spreads_[i * 2 * lane_count_];
    quote.sources = slots_[i].sources;
    quote.turns = &turns_[i * lane_count_];
    quote.lanes = lane_count_;
    quote.roles = &calls_.roles_of(quote.price.call);
  }
  void fill(std::size_t slot, const Key& key);
  void fill_pair(std::size_t slot, const Key& key);
  void fill_collective(std::size_t slot, const Key& key);

  const Service& service(std::size_t lane, int row) const {
    return services_[lane][static_cast<std::size_t>(row)];
  }
  Asked of_pair(std::size_t lane, CallId row, const Key& key, bool fan = false) const;
  // A collective's equation, and all that it is asked for, one after the other.
  Asked of_all(std::size_t lane, const Key& key) const;
  std::vector<Asked> of_collective(std::size_t lane, const Key& key) const;
  // What it does by itself, until its own return if it comes last, or from the one before in a row;
  // no equations: none of its own.
  Asked of_part(std::size_t lane, const Key& key, Item item) const;
  Time time_of(const Asked& asked, Rule rule) const;
  Time time_of(const std::vector<Asked>& asked, Rule rule) const;
  std::vector<Multiples> multiples_of(const Asked& asked) const;
  std::vector<Multiples> multiples_of(const std::vector<Asked>& asked) const;
  static Multiples multiples_of(const Evaluation& at, double latency, double transfer, double time);
  bool is_gap(CallId row) const {
    const Roles& roles = calls_.roles_of(row);
    return row == roles.gap || row == roles.send_gap;
  }
  // Takes nothing where it was not measured: nothing is known of it.
  bool is_optional(CallId row) const { return is_gap(row) || row == calls_.roles.start_up; }
  bool waits_for_links(CallId row) const;
  bool is_inferred(const Asked& asked, Rule rule) const;
  Key key_of(const Price& price) const;
  Member member_of(const Price& price) const;

  std::vector<Lane> lanes_;
  std::size_t lane_count_;
  std::int64_t least_limit_ = std::numeric_limits<std::int64_t>::max();  // that is known
  int processes_;
  const CallTable& calls_;
  Blocks blocks_;
  ProcessPlaces places_;
  bool ranks_matter_ = false, places_matter_ = false;
  std::vector<bool> in_rounds_;                 // per row
  std::vector<Sharing> sharing_;                // per lane
  std::vector<std::vector<Service>> services_;  // per lane, per row
  std::vector<Slot> slots_;
  std::vector<SimTime> times_;   // [slot][part][lane]
  std::vector<double> spreads_;  // [slot][own, transit][lane]
  std::vector<int> turns_;       // [slot][lane]
};

}  // namespace revprof
