// SPDX-License-Identifier: BSD-3-Clause
// What grows with d of an exchange of all is what its messages wait for each other.
#include "revprof/engine/sharing.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "fit/model/estimate.hpp"

namespace revprof {

namespace {

// Of what all processes' messages add, the part that so many of a block's add.
double share(double streams, int all) {
  return all == 1 ? 1 : (std::min<double>(streams, all) - 1) / (all - 1);
}

// The same of messages of evenly spaced processes to each other, on average over all pairs: each
// leaves a block as often as it is ranks apart.
double share_among(const Span& span, int processes, int all) {
  const double spacing = static_cast<double>(span.reach) / (processes - 1);
  double sum = 0, pairs = 0;
  for (int apart = 1; apart < processes; ++apart) {
    const int as_far = processes - apart;
    sum += as_far * share(apart * spacing, all);
    pairs += as_far;
  }
  return sum / pairs;
}

Terms together(Terms terms, const Terms& more) {
  terms.insert(terms.end(), more.begin(), more.end());
  return terms;
}

// Of a group of so many, from the lowest rank of a block on.
int blocks_of(const Span& span, int processes, int block) {
  return std::min(processes, 1 + span.reach / block);
}

}  // namespace

const std::vector<DistanceClass>* equations_of(const Model& model, const std::string& name) {
  const auto found = model.calls.find(name);
  return found == model.calls.end() || found->second.empty() ? nullptr : &found->second;
}

bool knows_ranks_apart(const std::vector<DistanceClass>& equations) {
  return std::any_of(equations.begin(), equations.end(),
                     [](const DistanceClass& each) { return each.within < 0; });
}

double seconds_of(LaneEstimate which, const DistanceClass& equations, int processes,
                  std::int64_t bytes) {
  const Estimate e = estimate(equations, processes, bytes);
  return which == LaneEstimate::equation ? e.equation : e.mean;
}

Sharing::Sharing(const Lane& lane, const CallTable& calls, const Blocks& blocks, int processes,
                 const ProcessPlaces& places)
    : model_(lane.model),
      estimate_(lane.estimate),
      blocks_(blocks),
      processes_(processes),
      places_(places),
      exchange_(row(calls, calls.roles.exchange)),
      both_(row(calls, calls.roles.both)),
      pair_(row(calls, calls.roles.pair)) {}

Sharing::Row Sharing::row(const CallTable& calls, CallId call) const {
  return {calls[call].name, equations_of(*model_, calls[call].name)};
}

Sharing::Level Sharing::level(Distance distance) const {
  const std::vector<int>& sizes = model_->point_to_point.block_sizes;
  const int within = blocks_.smallest(sizes, distance);
  // As if no place among theirs were empty: so an exchange was measured.
  const int extent = places_.extent(processes_), below = Blocks::below(sizes, within);
  const int processes = within == 0 ? extent : std::min(within, extent);
  const int block = std::min(below, processes);
  const int leaving = std::min(block, std::max(processes - block, 2));
  const int here = std::min(leaving, places_.most_in(below, processes_));
  return {processes, (processes + block - 1) / block, block, leaving, here};
}

int Sharing::to_nearest_side(int apart) const {
  return std::min(apart, std::max(places_.extent(processes_) - apart, 1));
}

double Sharing::seconds(const Terms& terms) const {
  double sum = 0;
  for (const Term& term : terms) {
    sum += term.times * seconds_of(estimate_, *term.equations, term.processes, term.bytes);
  }
  return sum;
}

// Others' messages make none shorter.
Terms Sharing::positive(Terms terms) const { return seconds(terms) > 0 ? terms : Terms(); }

Terms Sharing::grown(const Row& row, const DistanceClass& equations, int processes,
                     std::int64_t bytes, double times) {
  return {{row.name, &equations, processes, bytes, times},
          {row.name, &equations, processes, 1, -times}};
}

// grown(P, d) - grown(2, d), so many times. Over r ranks a pair alone exchanges by the call for it.
Terms Sharing::grown(Distance distance, int apart, int processes, std::int64_t bytes,
                     double times) const {
  if (exchange_.equations == nullptr || processes <= 2 || bytes <= 1 || times == 0) return {};
  const int within = blocks_.smallest(model_->point_to_point.block_sizes, distance);
  const DistanceClass& all = distance_class(*exchange_.equations, within, apart);
  const bool over_ranks = all.within < 0 && pair_.equations != nullptr;
  const Row& of_two = over_ranks ? pair_ : exchange_;
  const DistanceClass& two = over_ranks ? distance_class(*pair_.equations, within, apart) : all;
  return together(grown(exchange_, all, processes, bytes, times),
                  grown(of_two, two, 2, bytes, -times));
}

double Sharing::share(const Level& all, Crowd crowd) const {
  const int full = (crowd.streams + all.here - 1) / all.here;
  const int turns = std::clamp(full, 1, std::max(crowd.messages, 1));
  const double among = std::min<double>(all.here, static_cast<double>(crowd.streams) / turns);
  return revprof::share(among, all.leaving);
}

Terms Sharing::added(Distance distance, int apart, Crowd crowd, std::int64_t bytes) const {
  if (crowd.streams <= 0) return {};
  const Level all = level(distance);
  return positive(grown(distance, to_nearest_side(apart), all.processes, bytes, share(all, crowd)));
}

Terms Sharing::added_to_gap(Distance distance, int apart, Crowd crowd, const Term& gap) const {
  const Level all = level(distance);
  if (crowd.streams <= 0 || all.processes <= 2 || gap.bytes <= 1) return {};
  const double times = share(all, crowd);
  const int within = blocks_.smallest(model_->point_to_point.block_sizes, distance);
  apart = to_nearest_side(apart);
  const DistanceClass& one_side = distance_class(*exchange_.equations, within, apart);
  const DistanceClass& both_sides = distance_class(*both_.equations, within, apart);
  const Terms first = grown(exchange_, one_side, all.processes, gap.bytes, times);
  const Terms both = grown(both_, both_sides, all.processes, gap.bytes, times);
  const double second = seconds(both) - seconds(first);
  Terms terms;
  if (second > seconds(first)) {  // two measured times do not agree so well
    terms = first;
  } else if (second > 0) {
    terms = together(both, grown(exchange_, one_side, all.processes, gap.bytes, -times));
  }
  const Row row = {gap.row, nullptr};
  return together(terms, grown(row, *gap.equations, gap.processes, gap.bytes, -times));
}

bool Sharing::has_ways(Distance distance, int apart) const {
  if (exchange_.equations == nullptr || both_.equations == nullptr) return false;
  const int within = blocks_.smallest(model_->point_to_point.block_sizes, distance);
  return distance_class(*both_.equations, within, apart).within < 0 &&
         distance_class(*exchange_.equations, within, apart).within < 0;
}

int Sharing::blocks_of_group(const Span& span, int processes,
                             const DistanceClass& equations) const {
  const std::vector<int>& sizes = model_->point_to_point.block_sizes;
  const int block = Blocks::below(sizes, blocks_.smallest(sizes, span.distance));
  if (block == 1 || span.reach == 0 || equations.within < 0) return processes;
  int most = 0;  // processes that were measured
  for (const Regime& regime : equations.regimes) most = std::max(most, regime.max_processes);
  // Spread evenly over all, or, where they are more than a block's, side by side (characterize).
  const int extent = equations.within > 0 ? equations.within : most;
  const int measured = processes > block ? (processes + block - 1) / block
                                         : std::min(processes, std::max(extent / block, 1));
  const int own = blocks_of(span, processes, block);
  return own < measured ? own : processes;
}

Terms Sharing::added_by_siblings(const Span& span, int processes, Multiple messages,
                                 std::int64_t bytes) const {
  const Level all = level(span.distance);
  const double count = value(messages, processes);
  if (count <= 0 || span.reach == 0 || 2 * processes > all.processes) return {};
  if (all.leaving > 1) {
    if (messages == Multiple::one) {
      // A tree goes from block to block in so many rounds, in each of them once out of a block; as
      // often as there are columns beside it.
      const int columns = span.reach / (processes - 1);
      const double beside = revprof::share(std::min(columns, all.here), all.leaving);
      return positive(grown(span.distance, 0, all.processes, bytes,
                            std::log2(blocks_of(span, processes, all.block)) * beside));
    }
    const double others = share_among(span, processes, all.leaving) * all.here / all.leaving;
    return positive(grown(span.distance, 0, all.processes, bytes, count * others));
  }
  // Measured over so many ranks, it is of all processes already; else what the own column adds is
  // part of the collective's time.
  const int apart = std::max(1, span.reach / (processes - 1));
  Terms terms = grown(span.distance, apart, all.processes, bytes, count);
  if (terms.empty() || terms.front().equations->within < 0) return positive(std::move(terms));
  return positive(together(terms, grown(span.distance, apart, processes, bytes, -count)));
}

}  // namespace revprof
