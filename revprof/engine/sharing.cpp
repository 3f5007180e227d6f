// SPDX-License-Identifier: BSD-3-Clause
// What grows with d of an exchange of all is what its messages wait for each other.
#include "revprof/engine/sharing.hpp"

#include <algorithm>
#include <utility>

#include "fit/model/estimate.hpp"

namespace revprof {

namespace {

// Seconds of one equation, without any band.
double seconds_of(LaneEstimate which, const DistanceClass& equations, int processes,
                  std::int64_t bytes) {
  const Estimate e = estimate(equations, processes, bytes);
  return which == LaneEstimate::equation ? e.equation : e.mean;
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
  const int within = this->within(distance), below = block_below(distance);
  // As if no place among theirs were empty: so an exchange was measured.
  const int extent = places_.extent(processes_);
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

// So many times part x grown(P, d) - grown(2, d). Over r ranks a pair alone exchanges by the call
// for it; an exchange takes as long as the farthest of its pairs.
Terms Sharing::grown(Distance distance, int apart, int processes, std::int64_t bytes, double part,
                     double times, bool in_row) const {
  if (exchange_.equations == nullptr || processes <= 2 || bytes <= 1) return {};
  const int within = this->within(distance);
  const DistanceClass& alone = distance_class(*exchange_.equations, within, apart);
  const DistanceClass* const row = in_row ? row_over(alone.within, processes) : nullptr;
  const DistanceClass& all = row == nullptr ? alone : *row;
  const bool over_ranks = all.within < 0 && pair_.equations != nullptr;
  const Row& of_two = over_ranks ? pair_ : exchange_;
  const DistanceClass& two =
      over_ranks ? farthest_pair(within, -all.within, processes, bytes) : all;
  const Row& of_all = row == nullptr ? exchange_ : next_;
  return positive(together(grown(of_all, all, processes, bytes, times * part),
                           grown(of_two, two, 2, bytes, -times)));
}

Terms Sharing::of_closing(int apart, int processes, std::int64_t bytes, double part,
                          bool in_row) const {
  if (processes <= 2 || bytes <= 1) return {};
  const Row& of_all = in_row && next_.equations != nullptr ? next_ : exchange_;
  const DistanceMap& distances = model_->point_to_point.distances;
  const int places = std::min(processes, distances.places());
  const int far = places < 2 ? apart : distances(0, places - 1);
  return positive(
      together(grown(of_all, distance_class(*of_all.equations, 0), processes, bytes, part),
               grown(pair_, distance_class(*pair_.equations, 0, far), 2, bytes, -1)));
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

// Of what an exchange of all sends out of a block, the part that so many streams are.
double Sharing::part(double streams, int all) { return std::min<double>(streams, all) / all; }

int Sharing::turns(const Level& all, Crowd crowd) {
  const int full = (crowd.streams + all.here - 1) / all.here;
  return std::clamp(full, 1, std::max(crowd.messages, 1));
}

double Sharing::part(const Level& all, Crowd crowd) const {
  const double among =
      std::min<double>(all.here, static_cast<double>(crowd.streams) / turns(all, crowd));
  return part(among, all.leaving) * crowd.beside / (crowd.in_pairs ? 2 : 1) / Crowd::as_much;
}

Terms Sharing::added(Distance distance, int apart, Crowd crowd, std::int64_t bytes) const {
  if (crowd.streams <= 0 || exchange_.equations == nullptr) return {};
  const Level all = level(distance);
  const int within = this->within(distance), side = to_nearest_side(apart);
  double part = this->part(all, crowd);
  const bool by_ranks = distance_class(*exchange_.equations, within, side).within < 0;
  if (by_ranks && side == 1 && apart > 1 && pair_.equations != nullptr) {
    return of_closing(apart, all.processes, bytes, part, crowd.messages == 0);
  }
  apart = side;
  // Round the end of a row whose others go over fewer ranks.
  if (by_ranks && apart > crowd.streams) part *= 2.0 * crowd.streams / (crowd.streams + apart);
  return grown(distance, apart, all.processes, bytes, part, 1, crowd.messages == 0);
}

Terms Sharing::of_second(int within, int apart, int processes, std::int64_t bytes,
                         double part) const {
  const DistanceClass& one_side = distance_class(*exchange_.equations, within, apart);
  const DistanceClass& both_sides = distance_class(*both_.equations, within, apart);
  const Terms first = grown(exchange_, one_side, processes, bytes, part);
  const Terms second = less(grown(both_, both_sides, processes, bytes, part), first);
  // Two measured times do not agree so well.
  return seconds(second) > seconds(first) ? first : positive(second);
}

Terms Sharing::added_to_gap(Distance distance, int apart, Crowd crowd, const Term& gap) const {
  const Level all = level(distance);
  if (crowd.streams <= 0 || all.processes <= 2 || gap.bytes <= 1) return {};
  const double part = this->part(all, crowd);
  const int within = this->within(distance);
  apart = to_nearest_side(apart);
  const Row row = {gap.row, nullptr};
  return less(of_second(within, apart, all.processes, gap.bytes, part),
              grown(row, *gap.equations, gap.processes, gap.bytes, part));
}

bool Sharing::has_ways(Distance distance, int apart) const {
  if (exchange_.equations == nullptr || both_.equations == nullptr) return false;
  const int within = this->within(distance);
  return distance_class(*both_.equations, within, apart).within < 0 &&
         distance_class(*exchange_.equations, within, apart).within < 0;
}

}  // namespace revprof
