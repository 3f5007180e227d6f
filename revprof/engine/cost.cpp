// SPDX-License-Identifier: BSD-3-Clause
// Stand-ins are resolved once, when the lanes are known; estimates once per cell that the program
// uses.
#include "revprof/engine/cost.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "fit/model/estimate.hpp"
#include "revprof/calls/serving.hpp"

namespace revprof {

namespace {

// How long a time is of which a scenario scales the two parts, against one of which it does not.
// Both parts scale what was measured, too, of which no cell says what was latency.
double scaled(const Factors& factors, double latency, double transfer) {
  const double parts = factors.latency * latency + factors.transfer * transfer;
  return factors.time * std::max(0.0, parts) / (latency + transfer);
}

SimTime times(SimTime time, double factor) {
  return factor == 1 ? time : rounded(static_cast<double>(time) * factor);
}

std::vector<int> all_block_sizes(const std::vector<Lane>& lanes) {
  std::set<int> sizes;
  for (const Lane& lane : lanes) {
    const auto& own = lane.model->point_to_point.block_sizes;
    sizes.insert(own.begin(), own.end());
  }
  return {sizes.begin(), sizes.end()};
}

bool bounds(LaneEstimate which) {
  return which == LaneEstimate::low || which == LaneEstimate::high;
}

// `doubt`: the least log half-width of the band.
double pick(const Estimate& estimate, LaneEstimate which, double doubt) {
  switch (which) {
    case LaneEstimate::low:
      return std::min(estimate.low, estimate.mean * std::exp(-doubt));
    case LaneEstimate::high:
      return std::max(estimate.high, estimate.mean * std::exp(doubt));
    case LaneEstimate::equation:
      return estimate.equation;
    case LaneEstimate::mean:
      break;
  }
  return estimate.mean;
}

// The equations of a part of a call; nullptr: none was measured.
const std::vector<DistanceClass>* part_of(const Model& model, int call, const char* part) {
  const auto found = model.calls.find(std::string(call_traits[call].name) + part);
  return found == model.calls.end() ? nullptr : &found->second;
}

}  // namespace

bool is_source(Call call, Role role) {
  return role == Role::first &&
         call_traits[static_cast<std::size_t>(call)].kind == Kind::one_to_all;
}

bool can_be_late(Call call, Role role) {
  const Kind kind = call_traits[static_cast<std::size_t>(call)].kind;
  if (kind == Kind::one_to_all) return role == Role::other;
  return role == Role::first && (kind == Kind::all_to_one || kind == Kind::all_to_all);
}

const char* name(Source source) {
  static const char* const names[source_count] = {"measured", "extrapolated", "stand_in",
                                                  "assumed"};
  return names[static_cast<int>(source)];
}

CostTable::CostTable(const std::vector<Lane>& lanes, int processes)
    : lanes_(lanes),
      processes_(processes),
      blocks_(all_block_sizes(lanes)),
      services_(lanes.size()),
      slots_(slots),
      times_(slots * rows * lanes.size()),
      spreads_(slots * 2 * lanes.size()) {
  for (std::size_t l = 0; l < lanes_.size(); ++l) {
    for (int call = 0; call < call_count; ++call) {
      Service& service = services_[l][static_cast<std::size_t>(call)];
      const Model& model = *lanes_[l].model;
      const int serving =
          serving_call(call, [&](const char* name) { return model.has_equation(name); });
      if (serving >= 0) {
        service = {&model.calls.at(call_traits[serving].name),
                   part_of(model, serving, ".late"),
                   part_of(model, serving, ".early"),
                   serving == call ? Source::measured : Source::stand_in,
                   serving,
                   {}};
      }
      if (service.equations != nullptr) {
        for (const DistanceClass& each : *service.equations) ranks_matter_ |= each.within < 0;
      }
      const auto& factors = lanes_[l].factors;
      auto named = factors.find(call_traits[call].name);
      if (named == factors.end()) named = factors.find(Lane::every_call);
      if (named != factors.end()) service.factors = named->second;
    }
  }
}

void CostTable::fill(std::size_t slot, const Key& key) {
  Slot& entry = slots_[slot];
  SimTime* const own = &times_[slot * rows * lanes_.size()];
  const bool pair = key.processes <= 0;
  entry.key = key;
  const Call call = static_cast<Call>(key.call);
  double* const spreads = &spreads_[slot * 2 * lanes_.size()];
  if (!pair) {
    const Rule rule = key.processes < processes_ ? Rule::subgroup : Rule::collective;
    entry.source = times_of(call, rule, key, own, spreads);
    for (std::size_t l = 0; l < lanes_.size(); ++l) {
      own[l] = times(own[l], siblings(l, key));
      own[lanes_.size() + l] = times(own[l], alone(l, key));
    }
    return;
  }
  const Rule rule = key.processes == 0 ? Rule::pair : Rule::exchange;
  SimTime* const transit = own + 2 * lanes_.size();
  SimTime* const wait = transit + lanes_.size();
  SimTime* const gap = wait + lanes_.size();
  SimTime* const fan_gap = gap + lanes_.size();
  entry.source = times_of(call, rule, key, own, spreads);
  entry.transit_source = times_of(Call::transit, rule, key, transit, spreads + lanes_.size());
  entry.wait_source = times_of(Call::MPI_Wait, rule, key, wait);
  times_of(Call::gap, rule, key, gap);
  for (std::size_t l = 0; l < lanes_.size(); ++l) {
    fan_gap[l] =
        time_of(l, Call::gap, Rule::exchange, fan_processes(l, key), key.bytes, key.distance, 0)
            .time;
  }
  if (key.processes == 0) return;
  for (std::size_t l = 0; l < lanes_.size(); ++l) {
    own[l] = times(own[l], slower(l, key, call));
    transit[l] = times(transit[l], slower(l, key, Call::transit));
    gap[l] = times(gap[l], slower(l, key, Call::gap));
    fan_gap[l] = times(fan_gap[l], slower(l, key, Call::gap, true));
  }
}

// All to all: what the first one still has to do when all others have been waiting for it; all to
// one: what the root has. One to all: what another process has when the root came long ago, and the
// root's own part.
const std::vector<DistanceClass>* CostTable::alone_equations(std::size_t lane,
                                                             const Key& key) const {
  const Service& service = services_[lane][static_cast<std::size_t>(key.call)];
  const Call call = static_cast<Call>(key.call);
  if (is_source(call, key.role)) return service.early;
  return can_be_late(call, key.role) ? service.late : nullptr;
}

double CostTable::alone(std::size_t lane, const Key& key) const {
  const std::vector<DistanceClass>* const equations = alone_equations(lane, key);
  if (equations == nullptr) return 1;
  const Service& service = services_[lane][static_cast<std::size_t>(key.call)];
  const int within = blocks_.smallest(lanes_[lane].model->point_to_point.block_sizes, key.distance);
  const auto seconds = [&](const std::vector<DistanceClass>& of) {
    return seconds_of(lane, distance_class(of, within), key.processes, key.bytes);
  };
  return std::min(1.0, seconds(*equations) / seconds(*service.equations));
}

double CostTable::seconds_of(std::size_t lane, const DistanceClass& equations, int processes,
                             std::int64_t bytes) const {
  const Estimate e = estimate(equations, processes, bytes);
  return lanes_[lane].estimate == LaneEstimate::equation ? e.equation : e.mean;
}

CostTable::Extent CostTable::extent(std::size_t lane, Distance distance) const {
  const std::vector<int>& blocks = lanes_[lane].model->point_to_point.block_sizes;
  const int within = blocks_.smallest(blocks, distance);
  const int processes = within == 0 ? processes_ : std::min(within, processes_);
  const int block = std::min(Blocks::below(blocks, within), processes);
  return {processes, block, (processes + block - 1) / block};
}

Source CostTable::times_of(Call call, Rule rule, const Key& key, SimTime* times, double* spreads) {
  const int processes = key.processes <= 0 ? 2 : key.processes;
  Source first = Source::assumed;
  for (std::size_t l = 0; l < lanes_.size(); ++l) {
    const int apart = key.processes <= 0 ? key.reach : 0;
    const Time found = time_of(l, call, rule, processes, key.bytes, key.distance, apart);
    times[l] = found.time;
    if (spreads != nullptr) spreads[l] = found.spread;
    if (l == 0) first = found.source;
  }
  return first;
}

double CostTable::factor_of(const Service& service, int within, int apart, int processes,
                            std::int64_t bytes) {
  const Factors& factors = service.factors;
  if (factors.latency == 1 && factors.transfer == 1) return factors.time;
  if (service.equations == nullptr) {
    return scaled(factors, nominal_latency, static_cast<double>(bytes) * nominal_seconds_per_byte);
  }
  const Evaluation at =
      evaluation(distance_class(*service.equations, within, apart), processes, bytes);
  return at.regime == nullptr ? factors.time : scaled(factors, at.latency(), at.transfer());
}

CostTable::Time CostTable::time_of(std::size_t lane, Call call, Rule rule, int processes,
                                   std::int64_t bytes, Distance distance, int apart) const {
  const Service& service = services_[lane][static_cast<std::size_t>(call)];
  const LaneEstimate which = lanes_[lane].estimate;
  Source source = service.source;
  Estimate e;
  // Where no gap was measured, nothing is known of the port.
  e.low = e.mean = e.high = e.equation = call == Call::gap ? 0 : nominal_seconds(bytes);
  const int within = blocks_.smallest(lanes_[lane].model->point_to_point.block_sizes, distance);
  if (service.equations != nullptr) {
    e = estimate(distance_class(*service.equations, within, apart), processes, bytes);
    if (e.extrapolated && source == Source::measured) source = Source::extrapolated;
  }
  const double factor = factor_of(service, within, apart, processes, bytes);
  const double seconds = pick(e, which, doubt_of(rule, source));
  return {from_seconds(seconds * factor), source, bounds(which) ? e.spread : 0};
}

std::string CostTable::serving(Call call) const {
  const int serving = services_[0][static_cast<std::size_t>(call)].call;
  return serving < 0 ? "" : call_traits[serving].name;
}

}  // namespace revprof
