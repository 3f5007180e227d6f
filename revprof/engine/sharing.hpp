// SPDX-License-Identifier: BSD-3-Clause
// What a message takes longer than between two processes that are alone, as others share its links
// (README.md, "Sharing"). One function says it for messages, gaps, exchanges and collectives.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "fit/model/model.hpp"
#include "revprof/calls/call_table.hpp"
#include "revprof/engine/distance.hpp"
#include "revprof/engine/lane.hpp"
#include "revprof/engine/price.hpp"
#include "revprof/engine/process_places.hpp"
#include "revprof/engine/terms.hpp"

namespace revprof {

class Sharing {
 public:
  // On one lane's machine, of a program of so many processes; `blocks` are those of all lanes.
  Sharing(const Lane& lane, const CallTable& calls, const Blocks& blocks, int processes,
          const ProcessPlaces& places = ProcessPlaces());

  // Of a message of d bytes over `apart` ranks (0: that says nothing), in a crowd: with P processes
  // in the class and R that leave the next smaller block in it, which can each send one at a time,
  //   turns = min(messages, ceil(streams / R))        (of those R that are here)
  //   part = crowd.beside * streams / turns / R
  //   added = part * grown(P, d) - grown(2, d), or nothing,
  // where grown(p, d) = exchange(p, d) - exchange(p, 1): what grows with p alone is the farthest
  // pair's way, and nobody shares it. A link that is shared takes as long as what goes over it, and
  // a message no less than by itself: the max-rate model (Gropp, Olson and Samfass, Modeling MPI
  // Communication Performance on SMP Nodes, EuroMPI 2016). Nothing where no exchange was measured.
  // Where distances are no blocks, nothing counts who leaves one; but over more ranks than s, which
  // the process itself has sent over, goes who closes a row of n = apart / s + 1 processes. In a
  // row that shifts, n - 1 messages go over s ranks and one over n - 1 times as many: 2 (n - 1) / n
  // pass each place on average, where n - 1 pass it in an exchange of all over so many: 2 / n.
  Terms added(Distance distance, int apart, Crowd crowd, std::int64_t bytes) const;
  // ... and those turns: in one of them each process sends one message out of its block.
  int turns(Distance distance, Crowd crowd) const { return turns(level(distance), crowd); }
  // Of the gap between two such messages of one process to others, or from others to one, which
  // takes gap(d) by itself: what the second one adds to an exchange, if that is to both sides,
  //   added = part * (grown(P, d) of both - that of one - that of the gap),
  // which is less than nothing where the two have links of their own. The second one adds no more
  // than the first one takes, and not less than nothing.
  Terms added_to_gap(Distance distance, int apart, Crowd crowd, const Term& gap) const;
  // Of a collective of p processes, who call it on a column of processes: on all columns others do,
  // too. For each of the messages that a process sends, what all columns' add, less what those of
  // the processes with which `equations` were measured did; nullptr: of nobody.
  Terms added_by_siblings(const Span& span, int processes, Multiple messages, std::int64_t bytes,
                          const DistanceClass* equations) const;
  // Of a collective in rounds, of p processes of which several are in one block: their number of
  // blocks, if it was measured of p that are in more of these; else p.
  int blocks_of_group(const Span& span, int processes, const DistanceClass& equations) const;
  // Distances are no blocks, and it was measured what messages to both sides add to each other.
  bool has_ways(Distance distance, int apart) const;

  // How many processes of this program are in a distance class, the next smaller blocks they fill,
  // and how many of such a block an exchange of all sends out of it: fewer than it has
  // where the last one is not full.
  struct Level {
    int processes, blocks, block, leaving;
    int here;  // ... where places of it are empty
  };
  Level level(Distance distance) const;

  // Of the lane. Neither low nor high: both ends of a band are off by as much.
  double seconds(const Terms& terms) const;

 private:
  // A row, and its equations; nullptr: not measured.
  struct Row {
    const char* name;
    const std::vector<DistanceClass>* equations;
  };
  Row row(const CallTable& calls, CallId call) const;
  Terms added_over_pairs(const Level& all, const Span& span, int processes, bool siblings,
                         std::int64_t bytes, double times) const;
  Terms added_to_both(Distance distance, int apart, int processes, std::int64_t bytes, double part,
                      double times) const;
  Terms added_to_tree(const Level& all, const Span& span, int processes, std::int64_t bytes) const;
  // Where those are with which a collective of p processes was measured: no group of that reach is
  // as near.
  Span measured_span(const Span& span, int processes, const DistanceClass& equations) const;
  static int turns(const Level& all, Crowd crowd);
  static double part(double streams, int all);
  double part(const Level& all, Crowd crowd) const;
  // The places are a ring.
  static int to_nearest_side(int apart, int places) {
    return std::min(apart, std::max(places - apart, 1));
  }
  int to_nearest_side(int apart) const {
    return to_nearest_side(apart, places_.extent(processes_));
  }
  // The smallest block of this machine that holds both, and the one below it.
  int within(Distance distance) const {
    return blocks_.smallest(model_->point_to_point.block_sizes, distance);
  }
  int block_below(Distance distance) const {
    return Blocks::below(model_->point_to_point.block_sizes, within(distance));
  }
  // grown(p, d) of one equation, so many times.
  static Terms grown(const Row& row, const DistanceClass& equations, int processes,
                     std::int64_t bytes, double times);
  // Of the message from the last place to the first one, where all others go over one rank: so an
  // exchange of all was measured, whose farthest pair that is.
  Terms of_closing(int apart, int processes, std::int64_t bytes, double part, bool in_row) const;
  // So many times part * grown(P, d) - grown(2, d), or nothing.
  Terms grown(Distance distance, int apart, int processes, std::int64_t bytes, double part,
              double times = 1, bool in_row = false) const;
  // Of the pairs that exchange over as many ranks, the one that is farthest.
  const DistanceClass& farthest_pair(int within, int apart, int processes,
                                     std::int64_t bytes) const;
  const DistanceClass* row_over(int within, int processes) const;
  Terms positive(Terms terms) const;
  // What the second one of two messages to both sides adds to such a part of an exchange: no more
  // than the first one takes, and not less than nothing.
  Terms of_second(int within, int apart, int processes, std::int64_t bytes, double part) const;

  std::shared_ptr<const Model> model_;
  LaneEstimate estimate_;
  Blocks blocks_;
  int processes_;
  ProcessPlaces places_;
  Row exchange_, next_, both_, pair_;
};

// By the name of a call or a part of one; nullptr: not measured.
const std::vector<DistanceClass>* equations_of(const Model& model, const std::string& name);
// Some are by how many ranks two processes are apart.
bool knows_ranks_apart(const std::vector<DistanceClass>& equations);

}  // namespace revprof
