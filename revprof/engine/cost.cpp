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
double pick(Estimate estimate, LaneEstimate which, double doubt) {
  estimate.low = std::min(estimate.low, estimate.mean * std::exp(-doubt));
  estimate.high = std::max(estimate.high, estimate.mean * std::exp(doubt));
  return of_estimate(which, estimate);
}

}  // namespace

const char* name(Source source) {
  static const char* const names[source_count] = {"measured", "inferred", "extrapolated",
                                                  "stand_in", "assumed"};
  return names[static_cast<int>(source)];
}

Price Quote::price_of(Part part) const {
  Price other = price;
  if (!price.of_pair()) {
    if (part == Part::own_part) other.item = Item::own_part;
    if (part == Part::head_start) other.item = Item::head_start;
    if (part == Part::ahead) other.item = Item::ahead;
    if (part == Part::next) other.item = Item::next;
    if (part == Part::late_wait) other.item = Item::late_wait;
    return other;
  }
  if (part == Part::transit) other.call = roles->transit;
  if (part == Part::gap || part == Part::fan_gap) other.call = roles->gap;
  if (part == Part::send_gap) other.call = roles->send_gap;
  if (part == Part::fan_gap || part == Part::send_gap) other.item = Item::fan_gap;
  if (other.call == roles->gap || other.call == roles->send_gap) other.beside += missed;
  if (part == Part::completion) {
    other.call = roles->completion;
    other.processes = 0;
  }
  return other;
}

CostTable::CostTable(const std::vector<Lane>& lanes, int processes, const CallTable& calls,
                     const ProcessPlaces& places)
    : lanes_(lanes),
      lane_count_(lanes.size()),
      processes_(processes),
      calls_(calls),
      blocks_(all_block_sizes(lanes)),
      places_(places),
      in_rounds_(static_cast<std::size_t>(calls.count)),
      services_(lanes.size(), std::vector<Service>(static_cast<std::size_t>(calls.count))),
      slots_(slots),
      times_(slots * part_count * lanes.size()),
      spreads_(slots * 2 * lanes.size()),
      turns_(slots * lanes.size()) {
  for (std::size_t l = 0; l < lanes_.size(); ++l) {
    const Model& model = *lanes_[l].model;
    const std::int64_t limit = model.point_to_point.eager_limit_bytes;
    if (limit > 0) least_limit_ = std::min(least_limit_, limit);
    places_matter_ |= !model.point_to_point.distances.as_far.empty();
    sharing_.emplace_back(lanes_[l], calls_, blocks_, processes_, places_);
    for (int row = 0; row < calls_.count; ++row) {
      Service& service = services_[l][static_cast<std::size_t>(row)];
      const int serving =
          serving_row(calls_, row, [&](const char* name) { return model.has_equation(name); });
      if (serving >= 0) {
        const std::string name = calls_.rows[serving].name;
        // A scatter is none of a gather's parts, nor is a call the start of one that goes on.
        const bool alike = calls_.rows[serving].shape == calls_.rows[row].shape &&
                           calls_.rows[serving].nonblocking == calls_.rows[row].nonblocking;
        service.equations = equations_of(model, name);
        service.source = serving == row ? Source::measured : Source::stand_in;
        service.row = serving;
        for (std::size_t i = 0; alike && i < measured_parts; ++i) {
          service.parts[i] = equations_of(model, name + part_names[i]);
        }
        const CallRow& asked = calls_.rows[row];
        if (asked.shape != Shape::all_to_all || asked.messages != Multiple::rounds) {
          service.parts[last] = nullptr;
        }
        if (service.parts[last] != nullptr) in_rounds_[static_cast<std::size_t>(row)] = true;
        ranks_matter_ |= knows_ranks_apart(*service.equations);
      }
      const auto& factors = lanes_[l].factors;
      auto named = factors.find(calls_.rows[row].name);
      if (named == factors.end()) named = factors.find(Lane::every_call);
      if (named != factors.end()) service.factors = named->second;
    }
  }
}

bool CostTable::is_source(CallId call, Member member) const {
  const Shape shape = calls_[call].shape;
  if (calls_[call].nonblocking) return member == Member::first;
  if (shape == Shape::all_to_one) return member == Member::other;
  return member == Member::first && (shape == Shape::one_to_all || shape == Shape::scan);
}

bool CostTable::can_be_late(CallId call, Member member) const {
  const Shape shape = calls_[call].shape;
  if (shape == Shape::one_to_all) return member == Member::other;
  return member == Member::first && (shape == Shape::all_to_one || shape == Shape::all_to_all);
}

void CostTable::fill(std::size_t slot, const Key& key) {
  slots_[slot].key = key;
  key.pair() ? fill_pair(slot, key) : fill_collective(slot, key);
}

void CostTable::fill_pair(std::size_t slot, const Key& key) {
  const Rule rule = key.processes == 0 ? Rule::pair : Rule::exchange;
  const Roles& roles = calls_.roles_of(CallId(key.call));
  SimTime* const times = &times_[slot * part_count * lanes_.size()];
  double* const spreads = &spreads_[slot * 2 * lanes_.size()];
  const std::pair<Part, CallId> parts[] = {
      {Part::own, CallId(key.call)},        {Part::transit, roles.transit},
      {Part::completion, roles.completion}, {Part::gap, roles.gap},
      {Part::fan_gap, roles.gap},           {Part::send_gap, roles.send_gap}};
  for (std::size_t l = 0; l < lanes_.size(); ++l) {
    const Crowd crowd = {-key.processes, key.messages, key.beside};
    turns_[slot * lanes_.size() + l] = sharing_[l].turns(key.distance, crowd);
  }
  for (const auto& [part, row] : parts) {
    for (std::size_t l = 0; l < lanes_.size(); ++l) {
      const bool fan = part == Part::fan_gap || part == Part::send_gap,
                 completes = part == Part::completion;
      const Time found = time_of(of_pair(l, row, key, fan), fan         ? Rule::exchange
                                                            : completes ? Rule::pair
                                                                        : rule);
      const auto p = static_cast<std::size_t>(part);
      times[p * lanes_.size() + l] = found.time;
      if (p < 2) spreads[p * lanes_.size() + l] = found.spread;
      if (l == 0 && p < 3) slots_[slot].sources[p] = found.source;
    }
  }
}

void CostTable::fill_collective(std::size_t slot, const Key& key) {
  const Rule rule = key.processes < processes_ ? Rule::subgroup : Rule::collective;
  const auto times_of = [&](Part part) {
    return &times_[(slot * part_count + static_cast<std::size_t>(part)) * lanes_.size()];
  };
  SimTime *const own = times_of(Part::own), *const own_part = times_of(Part::own_part);
  for (std::size_t l = 0; l < lanes_.size(); ++l) {
    const Time found = time_of(of_collective(l, key), rule);
    const Asked part = of_part(l, key, Item::own_part);
    own[l] = found.time;
    const SimTime unknown = calls_.rows[key.call].nonblocking ? 0 : own[l];
    own_part[l] = part.equations == nullptr ? unknown : std::min(own[l], time_of(part, rule).time);
    times_of(Part::head_start)[l] = own_part[l] - own[l];
    const Asked come_last = of_part(l, key, Item::ahead), in_row = of_part(l, key, Item::next);
    times_of(Part::ahead)[l] = come_last.equations == nullptr
                                   ? 0
                                   : std::min<SimTime>(0, time_of(come_last, rule).time - own[l]);
    times_of(Part::next)[l] = in_row.equations == nullptr ? 0 : time_of(in_row, rule).time;
    // No more than a Wait that comes at once.
    const Asked waits = of_part(l, key, Item::late_wait);
    times_of(Part::late_wait)[l] =
        waits.equations == nullptr ? 0 : std::min(own[l] - own_part[l], time_of(waits, rule).time);
    spreads_[slot * 2 * lanes_.size() + l] = found.spread;
    if (l == 0) slots_[slot].sources[0] = found.source;
  }
}

CostTable::Time CostTable::time_of(const Asked& asked, Rule rule) const {
  const Service& served = service(asked.lane, asked.row);
  const LaneEstimate which = lanes_[asked.lane].estimate;
  const Factors& factors = served.factors;
  Source source = served.source;
  Estimate e;
  double factor = factors.time;
  if (asked.equations != nullptr) {
    const DistanceClass& equations = distance_class(*asked.equations, asked.within, asked.apart);
    e = estimate(equations, asked.processes, asked.bytes);
    if (source == Source::measured && is_inferred(asked, rule)) source = Source::inferred;
    if (e.extrapolated) source = std::max(source, Source::extrapolated);
    const Evaluation at = evaluation(equations, asked.processes, asked.bytes);
    if (at.regime != nullptr) factor = scaled(factors, at.latency(), at.transfer());
  } else {
    const bool free = is_optional(CallId(asked.row));
    e.low = e.mean = e.high = e.equation = free ? 0 : nominal_seconds(asked.bytes);
    factor = scaled(factors, nominal_latency,
                    static_cast<double>(asked.bytes) * nominal_seconds_per_byte);
  }
  const double added = sharing_[asked.lane].seconds(asked.added) * factors.time * factors.transfer;
  for (double* const each : {&e.low, &e.mean, &e.high, &e.equation}) {
    *each = *each * factor + added;
    if (added < 0) *each = std::max(*each, 0.0);
  }
  const double seconds = pick(e, which, doubt_of(rule, source));
  return {from_seconds(seconds), source, bounds(which) ? e.spread : 0};
}

CostTable::Time CostTable::time_of(const std::vector<Asked>& asked, Rule rule) const {
  Time sum = time_of(asked.front(), rule);
  for (std::size_t i = 1; i < asked.size(); ++i) {
    const Time more = time_of(asked[i], rule);
    sum.time += more.time;
    sum.source = std::max(sum.source, more.source);
  }
  return sum;
}

std::string CostTable::serving(CallId call) const {
  const int serving = service(0, call.number).row;
  return serving < 0 ? "" : calls_.rows[serving].name;
}

}  // namespace revprof
