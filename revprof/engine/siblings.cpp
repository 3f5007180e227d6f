// SPDX-License-Identifier: BSD-3-Clause
// What a collective of a part of the processes takes longer, as others call it beside it.
#include <algorithm>
#include <cmath>
#include <utility>

#include "revprof/engine/sharing.hpp"

namespace revprof {

namespace {

// Of a group of so many, from the lowest rank of a block on.
int blocks_of(const Span& span, int processes, int block) {
  return std::min(processes, 1 + span.reach / block);
}

}  // namespace

Span Sharing::measured_span(const Span& span, int processes, const DistanceClass& equations) const {
  const int block = block_below(span.distance);
  int most = 0;  // processes that were measured
  for (const Regime& regime : equations.regimes) most = std::max(most, regime.max_processes);
  // Spread evenly over all, or, where they are more than a block's, side by side (characterize).
  const int extent = equations.within > 0 ? equations.within : most;
  const int spacing = processes > block ? 1 : std::max(extent / processes, 1);
  return {span.distance, spacing * (processes - 1)};
}

int Sharing::blocks_of_group(const Span& span, int processes,
                             const DistanceClass& equations) const {
  const int block = block_below(span.distance);
  if (block == 1 || span.reach == 0 || equations.within < 0) return processes;
  const int own = blocks_of(span, processes, block);
  return own < blocks_of(measured_span(span, processes, equations), processes, block) ? own
                                                                                      : processes;
}

// What so many of a group's messages add, on average over all its pairs, each as many ranks apart
// as it is; without siblings: what they add to each other.
Terms Sharing::added_over_pairs(const Level& all, const Span& span, int processes, bool siblings,
                                std::int64_t bytes, double times) const {
  const int within = this->within(span.distance);
  const double spacing = static_cast<double>(span.reach) / (processes - 1);
  // Of the group's own in a block, each with a partner outside.
  const int own = std::clamp(static_cast<int>(all.leaving / spacing), 1, processes);
  const int leaving = siblings ? all.here : std::clamp(processes - own, 1, own);
  const int places = siblings ? places_.extent(processes_) : processes;
  struct Part {
    const DistanceClass* of;
    int apart;
    double part, times;
  };
  std::vector<Part> parts;
  for (int i = 1; i < processes; ++i) {
    const double ranks = i * spacing, streams = siblings ? ranks : i;
    const int apart = to_nearest_side(static_cast<int>(std::lround(ranks)), places);
    const DistanceClass* const of = &distance_class(*exchange_.equations, within, apart);
    const double part = this->part(std::min<double>(streams, leaving), all.leaving);
    const double pairs = 2.0 * (processes - i) / processes / (processes - 1);
    const auto same = std::find_if(parts.begin(), parts.end(), [&](const Part& each) {
      return each.of == of && each.part == part;
    });
    if (same == parts.end()) {
      parts.push_back({of, apart, part, times * pairs});
    } else {
      same->times += times * pairs;
    }
  }
  Terms terms;
  for (const Part& each : parts) {
    // Streams are a part of those of an exchange of all. Where distances are no blocks, nothing
    // says which ones share, and it is one of as many.
    const bool as_many = !siblings && (all.leaving == 1 || each.of->within < 0);
    const int exchanging = as_many ? processes : all.processes;
    terms = together(
        std::move(terms),
        processes == 2
            ? grown(span.distance, each.apart, exchanging, bytes, each.part, each.times)
            : added_to_both(span.distance, each.apart, exchanging, bytes, each.part, each.times));
  }
  return terms;
}

// Of messages that go to both sides, as many to one as to the other.
Terms Sharing::added_to_both(Distance distance, int apart, int processes, std::int64_t bytes,
                             double part, double times) const {
  if (pair_.equations == nullptr || !has_ways(distance, apart)) {
    return grown(distance, apart, processes, bytes, part, times);
  }
  const int within = this->within(distance);
  const DistanceClass& two = distance_class(*pair_.equations, within, apart);
  const Terms first = grown(distance, apart, processes, bytes, part, times / 2);
  Terms second =
      less(of_second(within, apart, processes, bytes, part), grown(pair_, two, 2, bytes, part));
  for (Term& term : second) term.times *= times / 2;
  return together(first, positive(std::move(second)));
}

Terms Sharing::added_to_tree(const Level& all, const Span& span, int processes,
                             std::int64_t bytes) const {
  const int apart = std::max(1, span.reach / (processes - 1));
  if (all.leaving > 1) {
    // From block to block in so many rounds, in each of them once out of a block; as often as there
    // are columns beside it.
    const double rounds = std::log2(blocks_of(span, processes, all.block));
    return grown(span.distance, 0, all.processes, bytes,
                 part(std::min(apart, all.here), all.leaving), rounds);
  }
  // Measured over so many ranks, it is of all processes already; else what the own column adds is
  // part of the collective's time.
  Terms terms = grown(span.distance, apart, all.processes, bytes, 1);
  if (terms.empty() || terms.front().equations->within < 0) return terms;
  return positive(less(std::move(terms), grown(span.distance, apart, processes, bytes, 1)));
}

Terms Sharing::added_by_siblings(const Span& span, int processes, Multiple messages,
                                 std::int64_t bytes, const DistanceClass* equations) const {
  const Level all = level(span.distance);
  const double count = value(messages, processes);
  if (exchange_.equations == nullptr || count <= 0 || span.reach == 0 ||
      2 * processes > all.processes) {
    return {};
  }
  if (messages == Multiple::one) return added_to_tree(all, span, processes, bytes);
  Terms terms = added_over_pairs(all, span, processes, true, bytes, count);
  if (equations == nullptr) return positive(std::move(terms));
  const Span measured = measured_span(span, processes, *equations);
  return positive(
      less(std::move(terms), added_over_pairs(all, measured, processes, false, bytes, count)));
}

}  // namespace revprof
