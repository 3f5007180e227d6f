// SPDX-License-Identifier: BSD-3-Clause
// Processes that share links: an exchange of all of a distance class, and collectives that all
// columns of processes call at once.
#include <algorithm>
#include <cmath>
#include <string>

#include "revprof/engine/cost.hpp"

namespace revprof {

namespace {

// How many messages of d each process of a collective sends. Of a tree's, each is sent by twice as
// many processes as the one before: together they share links like one of all. 0: not known.
int messages_of(Call call, int processes) {
  const std::string name = call_traits[static_cast<std::size_t>(call)].name;
  const Kind kind = call_traits[static_cast<std::size_t>(call)].kind;
  if (kind == Kind::one_to_all || kind == Kind::all_to_one) return 1;
  const bool one_for_each = name.find("lltoall") != name.npos || name.find("llgather") != name.npos;
  return one_for_each ? processes - 1 : 0;
}

}  // namespace

// Of an exchange among so many processes of a distance class; nothing where none was measured.
CostTable::Exchange CostTable::exchange_of(std::size_t lane, int processes, std::int64_t bytes,
                                           Distance distance, int apart) const {
  const Service& service = services_[lane][static_cast<std::size_t>(Call::exchange)];
  if (service.equations == nullptr || processes <= 2) return {};
  const int within = blocks_.smallest(lanes_[lane].model->point_to_point.block_sizes, distance);
  const DistanceClass& equations = distance_class(*service.equations, within, apart);
  const auto seconds = [&](const DistanceClass& of, int p) {
    return seconds_of(lane, of, p, bytes);
  };
  // A pair exchanges messages at any distance by MPI_Sendrecv.
  const Service& sendrecv = services_[lane][static_cast<std::size_t>(Call::MPI_Sendrecv)];
  const bool at_distance = equations.within < 0 && sendrecv.equations != nullptr;
  const double pair = at_distance ? seconds(distance_class(*sendrecv.equations, within, apart), 2)
                                  : seconds(equations, 2);
  return {pair, std::max(0.0, seconds(equations, processes) - pair), equations.within < 0};
}

// Known where distances are no blocks alone: in a block, all messages go through one node's links.
std::uint64_t CostTable::own_links(Distance distance, int apart) const {
  constexpr std::int64_t long_message = 1 << 15;  // the links matter, not the latency
  constexpr double hardly = 0.1;
  std::uint64_t lanes = 0;
  for (std::size_t l = 0; l < lanes_.size(); ++l) {
    const int ranks = std::min(apart, std::max(processes_ - apart, 1));
    const Exchange all = exchange_of(l, processes_, long_message, distance, ranks);
    if (all.at_distance && all.added < hardly * all.pair) lanes |= std::uint64_t{1} << l;
  }
  return lanes;
}

// How much longer a message takes than where a pair is alone, as the processes share links.
// Measured: where all of the distance class exchange messages at once. Of each block
// as many processes send messages out of it as these go ranks, if it has so many: in proportion.
CostTable::Exchange CostTable::crowding(std::size_t lane, const Key& key) const {
  const Extent all = extent(lane, key.distance);
  const int crowd = -key.processes;
  const double turns = crowd % 2 == 0 ? 1 : 0.5;
  const double senders = turns * std::min((crowd + 1) / 2, all.block);
  // The last of a ring or row sends to its first, where the others send to the next one.
  const int apart = std::min({key.reach, std::max(processes_ - key.reach, 1), (crowd + 1) / 2});
  const auto exchange = [&](int processes) {
    return exchange_of(lane, processes, key.bytes, key.distance, apart);
  };
  if (all.block <= 2) {
    return exchange(static_cast<int>(std::lround(all.processes * senders / all.block)));
  }
  Exchange most = exchange(all.processes);
  most.added *= std::max(senders - 1, 0.0) / (all.block - 1);
  return most;
}

// A message waits for the links that it shares, however long its way is without: the same time
// more. A call's own part takes as much longer as the whole exchange does: the sender of a short
// message does not wait for the links.
double CostTable::slower(std::size_t lane, const Key& key, Call call, bool fan) const {
  const Exchange crowd = crowding(lane, key);
  if (call != Call::transit && call != Call::gap) return crowd.factor();
  const Service& service = services_[lane][static_cast<std::size_t>(call)];
  if (service.equations == nullptr) {
    return crowd.factor_of(call == Call::gap ? 0 : nominal_seconds(key.bytes));
  }
  const DistanceClass& equations =
      distance_class(*service.equations, within(lane, key), fan ? 0 : key.reach);
  const int processes = fan ? fan_processes(lane, key) : 2;
  return crowd.factor_of(seconds_of(lane, equations, processes, key.bytes));
}

int CostTable::fan_processes(std::size_t lane, const Key& key) const {
  return std::max(extent(lane, key.distance).blocks, 2);
}

// How much longer a collective takes than where its processes are alone: who calls it on a column
// of processes calls it on all columns. All then send at once, each to those of its partners that
// are in no smaller block with it. Where a root sends or receives all, few of them do; in a network
// of one distance they still share it.
double CostTable::siblings(std::size_t lane, const Key& key) const {
  const Kind kind = call_traits[key.call].kind;
  const bool rooted = kind == Kind::one_to_all || kind == Kind::all_to_one;
  if (!rooted && kind != Kind::all_to_all && kind != Kind::scan) return 1;
  const Extent all = extent(lane, key.distance);
  if (key.reach == 0 || key.processes < 2 || 2 * key.processes > all.processes) return 1;
  if (all.block > 2 && rooted) return 1;
  const Service& service = services_[lane][static_cast<std::size_t>(key.call)];
  const double alone = service.equations == nullptr
                           ? 0
                           : seconds_of(lane, distance_class(*service.equations, within(lane, key)),
                                        key.processes, key.bytes);
  const int messages = messages_of(static_cast<Call>(key.call), key.processes);
  const Exchange more = among_columns(lane, key, all);
  if (messages > 0 && alone > 0) return 1 + messages * more.added / alone;
  return more.factor();
}

// What one message of each process of every column adds to those of the own column alone.
CostTable::Exchange CostTable::among_columns(std::size_t lane, const Key& key,
                                             const Extent& all) const {
  const auto exchange = [&](int processes, int apart) {
    return exchange_of(lane, processes, key.bytes, key.distance, apart);
  };
  if (all.block > 2) {
    Exchange most = exchange(all.processes, 0);
    const double members = Span(key.distance, key.reach).members(key.processes, all.block);
    most.added *= (key.processes - members) / (key.processes - 1);
    return most;
  }
  const int stride = std::max(1, key.reach / (key.processes - 1));
  const Exchange at_distance = exchange(all.processes, stride);
  if (at_distance.at_distance) return at_distance;
  const Exchange most = exchange(all.processes, 0), own = exchange(key.processes, 0);
  return {own.pair + own.added, std::max(0.0, most.added - own.added)};
}

}  // namespace revprof
