// SPDX-License-Identifier: BSD-3-Clause
// Which of a lane's equations serves a price, at which p, and what is added to it.
#include "revprof/engine/cost.hpp"

namespace revprof {

// Links are shared, processes are not: what a call takes by itself is no longer among others.
bool CostTable::waits_for_links(CallId row) const {
  return row == calls_.roles_of(row).transit || is_gap(row) || calls_[row].shape == Shape::exchange;
}

// Of a message among others, which share its links as this process's own do; of a part of the
// processes, as others may call the same beside them; and where ranks stand for distances that are
// no blocks.
bool CostTable::is_inferred(const Asked& asked, Rule rule) const {
  if (rule == Rule::subgroup) return true;
  if (!waits_for_links(CallId(asked.row))) return false;
  return rule == Rule::exchange || knows_ranks_apart(*asked.equations);
}

CostTable::Asked CostTable::of_pair(std::size_t lane, CallId row, const Key& key, bool fan) const {
  const Service& served = service(lane, row.number);
  const Sharing& sharing = sharing_[lane];
  const PointToPoint& machine = lanes_[lane].model->point_to_point;
  Asked asked = {lane,
                 row.number,
                 served.equations,
                 blocks_.smallest(machine.block_sizes, key.distance),
                 fan ? 0 : machine.distances(key.lowest, key.lowest + key.reach),
                 fan ? std::max(sharing.level(key.distance).blocks, 2) : 2,
                 key.bytes,
                 {}};
  const bool no_port = is_gap(row) && served.equations == nullptr;
  if (waits_for_links(row) && !no_port) {
    // In a port messages follow each other closely, so that those of others do, too.
    const Crowd crowd = {-key.processes, key.messages, key.beside + (is_gap(row) ? key.missed : 0),
                         0, key.in_pairs && needs_receiver(lane, key.bytes)};
    if (fan && sharing.has_ways(key.distance, key.reach)) {
      const DistanceClass& own = distance_class(*served.equations, asked.within, asked.apart);
      const Term gap = {calls_.rows[served.row].name, &own, asked.processes, asked.bytes, 1};
      asked.added = sharing.added_to_gap(key.distance, key.reach, crowd, gap);
    } else if (row != calls_.roles_of(row).send_gap) {
      // A message waits for others' where it arrives.
      asked.added = sharing.added(key.distance, key.reach, crowd, key.bytes);
    }
  }
  return asked;
}

CostTable::Asked CostTable::of_all(std::size_t lane, const Key& key) const {
  const std::vector<int>& blocks = lanes_[lane].model->point_to_point.block_sizes;
  const Service& served = service(lane, key.call);
  // A group's processes are no bytes of a stand-in.
  const bool own_size = served.row >= 0 && calls_.rows[served.row].by_members;
  const bool other_size = calls_.rows[key.call].by_members && !own_size;
  return {lane, key.call,      served.equations,           blocks_.smallest(blocks, key.distance),
          0,    key.processes, other_size ? 0 : key.bytes, {}};
}

std::vector<CostTable::Asked> CostTable::of_collective(std::size_t lane, const Key& key) const {
  Asked whole = of_all(lane, key);
  const Sharing& sharing = sharing_[lane];
  const Multiple messages = calls_.rows[key.call].messages;
  const Span span(key.distance, key.reach);
  const DistanceClass* const served =
      whole.equations == nullptr ? nullptr : &distance_class(*whole.equations, whole.within);
  whole.added = sharing.added_by_siblings(span, key.processes, messages, key.bytes, served);
  const bool in_rounds = messages == Multiple::one || messages == Multiple::rounds;
  if (whole.equations == nullptr || key.processes == processes_ || !in_rounds) return {whole};
  // A part of the processes, several of them in one block: rounds between blocks, then inside.
  const DistanceClass& equations = distance_class(*whole.equations, whole.within);
  const int blocks = sharing.blocks_of_group(span, key.processes, equations);
  Asked inside = whole;
  inside.processes = 1 << (rounds_of(key.processes) - rounds_of(blocks));
  inside.within = Blocks::below(lanes_[lane].model->point_to_point.block_sizes, whole.within);
  inside.added.clear();
  const bool was_measured = &distance_class(*whole.equations, inside.within) != &equations;
  if (inside.processes == 1 || !was_measured) return {whole};
  whole.processes = blocks;
  return {whole, inside};
}

// All to all: what the first one still has to do when all others have been waiting for it; all to
// one: what the root has; one to all: what another process has when the root came long ago. And
// what those have who wait for nobody.
CostTable::Asked CostTable::of_part(std::size_t lane, const Key& key, Item item) const {
  Asked asked = of_all(lane, key);
  const Service& served = service(lane, key.call);
  const auto part = [&](MeasuredPart which) { return served.parts[which]; };
  asked.equations = item == Item::ahead                         ? part(last)
                    : item == Item::next                        ? part(next)
                    : item == Item::late_wait                   ? part(wait)
                    : is_source(CallId(key.call), key.member)   ? part(early)
                    : can_be_late(CallId(key.call), key.member) ? part(late)
                                                                : nullptr;
  return asked;
}

}  // namespace revprof
