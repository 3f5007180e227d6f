// SPDX-License-Identifier: BSD-3-Clause
// What grows with d of an exchange of all is what its messages wait for each other.
#include "revprof/engine/sharing.hpp"

#include <algorithm>

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

}  // namespace

const std::vector<DistanceClass>* equations_of(const Model& model, const std::string& name) {
  const auto found = model.calls.find(name);
  return found == model.calls.end() || found->second.empty() ? nullptr : &found->second;
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
      exchange_name_(calls[calls.roles.exchange].name),
      pair_name_(calls[calls.roles.pair].name),
      exchange_(equations_of(*model_, exchange_name_)),
      pair_(equations_of(*model_, pair_name_)) {}

const char* Sharing::name_of(const Term& term) const {
  const bool of_pair = pair_ != nullptr && !pair_->empty() && term.equations >= pair_->data() &&
                       term.equations < pair_->data() + pair_->size();
  return of_pair ? pair_name_ : exchange_name_;
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
  return {processes, (processes + block - 1) / block, leaving, here};
}

int Sharing::to_nearest_side(int apart) const {
  return std::min(apart, std::max(places_.extent(processes_) - apart, 1));
}

double Sharing::seconds(const Terms& terms) const {
  double sum = 0;
  for (const Term& term : terms) {
    sum += term.times * seconds_of(estimate_, *term.equations, term.processes, term.bytes);
  }
  return std::max(0.0, sum);
}

// grown(p, d) - grown(2, d), so many times. Over r ranks a pair alone exchanges by the call for it.
Terms Sharing::grown(Distance distance, int apart, int processes, std::int64_t bytes,
                     double times) const {
  if (exchange_ == nullptr || processes <= 2 || bytes <= 1 || times == 0) return {};
  const int within = blocks_.smallest(model_->point_to_point.block_sizes, distance);
  const DistanceClass& all = distance_class(*exchange_, within, apart);
  const bool over_ranks = all.within < 0 && pair_ != nullptr;
  const DistanceClass& two = over_ranks ? distance_class(*pair_, within, apart) : all;
  return {{&all, processes, bytes, times},
          {&all, processes, 1, -times},
          {&two, 2, bytes, -times},
          {&two, 2, 1, times}};
}

Terms Sharing::added(Distance distance, int apart, Crowd crowd, std::int64_t bytes) const {
  if (crowd.streams <= 0) return {};
  const Level all = level(distance);
  const int full = (crowd.streams + all.here - 1) / all.here;
  const int turns = std::clamp(full, 1, std::max(crowd.messages, 1));
  const double among = std::min<double>(all.here, static_cast<double>(crowd.streams) / turns);
  return grown(distance, to_nearest_side(apart), all.processes, bytes, share(among, all.leaving));
}

Terms Sharing::added_by_siblings(const Span& span, int processes, Multiple messages,
                                 std::int64_t bytes) const {
  const Level all = level(span.distance);
  const double count = value(messages, processes);
  if (count <= 0 || span.reach == 0 || 2 * processes > all.processes) return {};
  if (all.leaving > 1) {
    // Few of a tree's processes send out of a block at once.
    if (messages == Multiple::one) return {};
    return grown(span.distance, 0, all.processes, bytes,
                 count * share_among(span, processes, all.leaving) * all.here / all.leaving);
  }
  // Measured over so many ranks, it is of all processes already; else what the own column adds is
  // part of the collective's time.
  const int apart = std::max(1, span.reach / (processes - 1));
  Terms terms = grown(span.distance, apart, all.processes, bytes, count);
  if (terms.empty() || terms.front().equations->within < 0) return terms;
  for (Term term : grown(span.distance, apart, processes, bytes, -count)) terms.push_back(term);
  return terms;
}

bool Sharing::on_own_links(Distance distance, int apart) const {
  constexpr std::int64_t long_message = 1 << 15;  // the links matter, not the latency
  constexpr double hardly = 0.1;
  const Terms all =
      grown(distance, to_nearest_side(apart), places_.extent(processes_), long_message, 1);
  if (all.empty() || all.front().equations->within >= 0) return false;
  return seconds(all) < hardly * seconds_of(estimate_, *all[2].equations, 2, long_message);
}

}  // namespace revprof
