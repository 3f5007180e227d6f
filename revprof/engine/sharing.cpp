// SPDX-License-Identifier: BSD-3-Clause
// What grows with d of an exchange of all is what its messages wait for each other.
#include "revprof/engine/sharing.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "fit/model/estimate.hpp"

namespace revprof {

namespace {

// Of what all processes' messages add, the part that so many of a block's add.
double share(double streams, int all) {
  return all == 1 ? 1 : (std::min<double>(streams, all) - 1) / (all - 1);
}

Terms together(Terms terms, const Terms& more) {
  terms.insert(terms.end(), more.begin(), more.end());
  return terms;
}

Terms less(Terms terms, Terms fewer) {
  for (Term& term : fewer) term.times = -term.times;
  return together(std::move(terms), fewer);
}

// The places are a ring.
int to_nearest_side(int apart, int places) { return std::min(apart, std::max(places - apart, 1)); }

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
      next_({"exchange.next", equations_of(*model_, "exchange.next")}),
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

const DistanceClass& Sharing::farthest_pair(int within, int apart, int processes,
                                            std::int64_t bytes) const {
  const DistanceMap& distances = model_->point_to_point.distances;
  const int places = std::min(processes, distances.places());
  const DistanceClass* farthest = &distance_class(*pair_.equations, within, apart);
  double longest = 0;
  for (int low = 0; low + apart < places; ++low) {
    const DistanceClass& each =
        distance_class(*pair_.equations, within, distances(low, low + apart));
    const double time = seconds_of(estimate_, each, 2, bytes);
    if (time <= longest) continue;
    longest = time;
    farthest = &each;
  }
  return *farthest;
}

// grown(P, d) - grown(2, d), so many times. Over r ranks a pair alone exchanges by the call for it;
// an exchange takes as long as the farthest of its pairs.
Terms Sharing::grown(Distance distance, int apart, int processes, std::int64_t bytes, double times,
                     bool in_row) const {
  if (exchange_.equations == nullptr || processes <= 2 || bytes <= 1 || times == 0) return {};
  const int within = blocks_.smallest(model_->point_to_point.block_sizes, distance);
  const DistanceClass& alone = distance_class(*exchange_.equations, within, apart);
  const DistanceClass* const row = in_row ? row_over(alone.within, processes) : nullptr;
  const DistanceClass& all = row == nullptr ? alone : *row;
  const bool over_ranks = all.within < 0 && pair_.equations != nullptr;
  const Row& of_two = over_ranks ? pair_ : exchange_;
  const DistanceClass& two =
      over_ranks ? farthest_pair(within, -all.within, processes, bytes) : all;
  return together(grown(row == nullptr ? exchange_ : next_, all, processes, bytes, times),
                  grown(of_two, two, 2, bytes, -times));
}

// Of exchanges in a row; nullptr: none was measured of so many processes over as many ranks.
const DistanceClass* Sharing::row_over(int within, int processes) const {
  if (next_.equations == nullptr || within >= 0) return nullptr;
  const DistanceClass& row = distance_class(*next_.equations, 0, -within);
  const bool measured =
      std::any_of(row.regimes.begin(), row.regimes.end(),
                  [&](const Regime& regime) { return regime.min_processes <= processes; });
  return row.within == within && measured ? &row : nullptr;
}

double Sharing::share(const Level& all, Crowd crowd) const {
  const int full = (crowd.streams + all.here - 1) / all.here;
  const int turns = std::clamp(full, 1, std::max(crowd.messages, 1));
  const double among = std::min<double>(all.here, static_cast<double>(crowd.streams) / turns);
  return revprof::share(among, all.leaving);
}

Terms Sharing::added(Distance distance, int apart, Crowd crowd, std::int64_t bytes) const {
  if (crowd.streams <= 0 || exchange_.equations == nullptr) return {};
  const Level all = level(distance);
  const int within = blocks_.smallest(model_->point_to_point.block_sizes, distance);
  apart = to_nearest_side(apart, places_.extent(processes_));
  double times = share(all, crowd);
  // Round the end of a row whose others go over fewer ranks.
  const bool by_ranks = distance_class(*exchange_.equations, within, apart).within < 0;
  if (by_ranks && apart > crowd.streams) times *= 2.0 * crowd.streams / (crowd.streams + apart);
  return positive(grown(distance, apart, all.processes, bytes, times, crowd.messages == 0));
}

Terms Sharing::of_second(int within, int apart, int processes, std::int64_t bytes,
                         double times) const {
  const DistanceClass& one_side = distance_class(*exchange_.equations, within, apart);
  const DistanceClass& both_sides = distance_class(*both_.equations, within, apart);
  const Terms first = grown(exchange_, one_side, processes, bytes, times);
  const Terms second = less(grown(both_, both_sides, processes, bytes, times), first);
  // Two measured times do not agree so well.
  return seconds(second) > seconds(first) ? first : positive(second);
}

Terms Sharing::added_to_gap(Distance distance, int apart, Crowd crowd, const Term& gap) const {
  const Level all = level(distance);
  if (crowd.streams <= 0 || all.processes <= 2 || gap.bytes <= 1) return {};
  const double times = share(all, crowd);
  const int within = blocks_.smallest(model_->point_to_point.block_sizes, distance);
  apart = to_nearest_side(apart, places_.extent(processes_));
  const Row row = {gap.row, nullptr};
  return less(of_second(within, apart, all.processes, gap.bytes, times),
              grown(row, *gap.equations, gap.processes, gap.bytes, times));
}

bool Sharing::has_ways(Distance distance, int apart) const {
  if (exchange_.equations == nullptr || both_.equations == nullptr) return false;
  const int within = blocks_.smallest(model_->point_to_point.block_sizes, distance);
  return distance_class(*both_.equations, within, apart).within < 0 &&
         distance_class(*exchange_.equations, within, apart).within < 0;
}

Span Sharing::measured_span(const Span& span, int processes, const DistanceClass& equations) const {
  const std::vector<int>& sizes = model_->point_to_point.block_sizes;
  const int block = Blocks::below(sizes, blocks_.smallest(sizes, span.distance));
  int most = 0;  // processes that were measured
  for (const Regime& regime : equations.regimes) most = std::max(most, regime.max_processes);
  // Spread evenly over all, or, where they are more than a block's, side by side (characterize).
  const int extent = equations.within > 0 ? equations.within : most;
  const int spacing = processes > block ? 1 : std::max(extent / processes, 1);
  return {span.distance, spacing * (processes - 1)};
}

int Sharing::blocks_of_group(const Span& span, int processes,
                             const DistanceClass& equations) const {
  const std::vector<int>& sizes = model_->point_to_point.block_sizes;
  const int block = Blocks::below(sizes, blocks_.smallest(sizes, span.distance));
  if (block == 1 || span.reach == 0 || equations.within < 0) return processes;
  const int own = blocks_of(span, processes, block);
  return own < blocks_of(measured_span(span, processes, equations), processes, block) ? own
                                                                                      : processes;
}

// What so many of a group's messages add, on average over all its pairs, each as many ranks apart
// as it is; without siblings: what they add to each other.
Terms Sharing::added_over_pairs(const Level& all, const Span& span, int processes, bool siblings,
                                std::int64_t bytes, double times) const {
  const int within = blocks_.smallest(model_->point_to_point.block_sizes, span.distance);
  const double spacing = static_cast<double>(span.reach) / (processes - 1);
  // Of the group's own in a block, each with a partner outside.
  const int own = std::clamp(static_cast<int>(all.leaving / spacing), 1, processes);
  const int leaving = siblings ? all.here : std::clamp(processes - own, 1, own);
  const int places = siblings ? places_.extent(processes_) : processes;
  struct Part {
    int apart = 0;
    double times = 0;
  };
  const std::vector<DistanceClass>& classes = *exchange_.equations;
  std::vector<Part> parts(classes.size());
  for (int i = 1; i < processes; ++i) {
    const double ranks = i * spacing, streams = siblings ? ranks : i;
    const int apart = to_nearest_side(static_cast<int>(std::lround(ranks)), places);
    const auto of = &distance_class(classes, within, apart) - classes.data();
    const double pairs = 2.0 * (processes - i) / processes / (processes - 1);
    Part& part = parts[static_cast<std::size_t>(of)];
    part.apart = apart;
    part.times += times * pairs * revprof::share(std::min<double>(streams, leaving), all.leaving);
  }
  Terms terms;
  for (std::size_t c = 0; c < parts.size(); ++c) {
    const Part& part = parts[c];
    if (part.times == 0) continue;
    // Streams are a part of those of an exchange of all. Where distances are no blocks, nothing
    // says which ones share, and it is one of as many.
    const bool as_many = !siblings && (all.leaving == 1 || classes[c].within < 0);
    const int exchanging = as_many ? processes : all.processes;
    terms = together(std::move(terms),
                     processes == 2
                         ? grown(span.distance, part.apart, exchanging, bytes, part.times)
                         : added_to_both(span.distance, part.apart, exchanging, bytes, part.times));
  }
  return terms;
}

// Of messages that go to both sides, as many to one as to the other.
Terms Sharing::added_to_both(Distance distance, int apart, int processes, std::int64_t bytes,
                             double times) const {
  if (pair_.equations == nullptr || !has_ways(distance, apart)) {
    return grown(distance, apart, processes, bytes, times);
  }
  const int within = blocks_.smallest(model_->point_to_point.block_sizes, distance);
  const DistanceClass& two = distance_class(*pair_.equations, within, apart);
  const Terms first = grown(distance, apart, processes, bytes, times / 2);
  const Terms second = less(of_second(within, apart, processes, bytes, times / 2),
                            grown(pair_, two, 2, bytes, times / 2));
  return together(first, positive(second));
}

Terms Sharing::added_to_tree(const Level& all, const Span& span, int processes,
                             std::int64_t bytes) const {
  const int apart = std::max(1, span.reach / (processes - 1));
  if (all.leaving > 1) {
    // From block to block in so many rounds, in each of them once out of a block; as often as there
    // are columns beside it.
    const double beside = revprof::share(std::min(apart, all.here), all.leaving);
    const double rounds = std::log2(blocks_of(span, processes, all.block));
    return positive(grown(span.distance, 0, all.processes, bytes, rounds * beside));
  }
  // Measured over so many ranks, it is of all processes already; else what the own column adds is
  // part of the collective's time.
  Terms terms = grown(span.distance, apart, all.processes, bytes, 1);
  if (terms.empty() || terms.front().equations->within < 0) return positive(std::move(terms));
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
