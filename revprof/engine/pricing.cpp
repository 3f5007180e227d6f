// SPDX-License-Identifier: BSD-3-Clause
// Prices by the same table as the run's, and the terms that they are made of.
#include "revprof/engine/pricing.hpp"

#include <algorithm>
#include <set>

#include "fit/model/estimate.hpp"

namespace revprof {

namespace {

// Whose part of a collective that is.
Role role_of(const Price& price) {
  if (price.item == Item::own_part) return Role::first;
  if (price.item != Item::head_start) return Role::other;
  return can_be_late(price.call, Role::first) ? Role::first : Role::other;
}

}  // namespace

SimTime Pricing::time(const Price& price) {
  if (!is_of_equation(price.item)) return 0;
  const Distance distance = table_.blocks().between(price.lowest, price.highest);
  const int apart = price.highest - price.lowest;
  if (price.processes > 0) {
    const Span span(distance, apart, price.lowest);
    const Cost cost =
        table_.collective(price.call, price.processes, price.bytes, span, role_of(price));
    if (price.item == Item::own_part) return cost.alone[0];
    return price.item == Item::head_start ? cost.alone[0] - cost.own[0] : cost.own[0];
  }
  const Cost cost = table_.pair(price.call, price.bytes, distance, -price.processes, apart);
  return price.item == Item::fan_gap ? cost.fan_gap[0] : cost.own[0];
}

std::vector<std::string> Pricing::distances() const {
  std::set<int> classes;
  for (const int block : lane_.model->point_to_point.block_sizes) {
    if (block < processes_) classes.insert(block);
  }
  for (const auto& [call, equations] : lane_.model->calls) {
    for (const DistanceClass& each : equations) {
      if (each.within < 0) classes.insert(each.within);
    }
  }
  std::vector<std::string> names;
  for (const int each : classes) names.push_back(distance_name(each));
  return names;
}

CostTable::Parts CostTable::Parts::operator-() const {
  Parts less = *this;
  for (double* const n :
       {&less.c, &less.s, &less.k, &less.nominal_latency, &less.nominal_bytes, &less.shortest}) {
    *n = -*n;
  }
  return less;
}

CostTable::Parts CostTable::parts_of(const Evaluation& at, double latency, double transfer,
                                     double time) {
  Parts parts;
  if (at.regime == nullptr) {
    parts.shortest = time;
    return parts;
  }
  // Scaled to less than nothing, it takes no time.
  if (latency * at.latency() + transfer * at.transfer() <= 0) return parts;
  parts.regime = at.regime;
  parts.c = latency;
  parts.s = latency * startup_term(at.regime->form.startup, at.processes);
  parts.k = transfer * data_term(at.regime->form.data, at.processes, at.bytes);
  return parts;
}

double CostTable::Parts::latency_seconds() const {
  const double of_equation = regime == nullptr ? 0 : c * regime->c + s * regime->s;
  return of_equation + nominal_latency * CostTable::nominal_latency + shortest * shortest_seconds;
}

std::vector<CostTable::Parts> CostTable::parts(const Price& price) const {
  if (!is_of_equation(price.item)) return {};
  const Distance distance = blocks_.between(price.lowest, price.highest);
  const int apart = price.highest - price.lowest;
  const Key key = {price.bytes,
                   distance,
                   price.processes,
                   static_cast<std::int32_t>(price.call),
                   price.processes > 0 || ranks_matter_ ? apart : 0,
                   role_of(price)};
  const Parts whole = whole_parts(key, price.item == Item::fan_gap);
  if (price.item == Item::equation || price.item == Item::fan_gap) return {whole};
  if (alone(0, key) == 1) {
    return price.item == Item::own_part ? std::vector<Parts>{whole} : std::vector<Parts>();
  }
  const Parts own = alone_parts(key);
  return price.item == Item::own_part ? std::vector<Parts>{own} : std::vector<Parts>{own, -whole};
}

CostTable::Parts CostTable::whole_parts(const Key& key, bool fan) const {
  const bool pair = key.processes <= 0;
  double times = 1;
  if (!pair) times = siblings(0, key);
  if (key.processes < 0) times = slower(0, key, static_cast<Call>(key.call), fan);
  int processes = pair ? 2 : key.processes;
  if (fan) processes = fan_processes(0, key);

  const Service& service = services_[0][static_cast<std::size_t>(key.call)];
  const Factors& factors = service.factors;
  const double latency = times * factors.time * factors.latency;
  const double transfer = times * factors.time * factors.transfer;
  if (service.equations == nullptr) {
    Parts parts;
    if (static_cast<Call>(key.call) == Call::gap) return parts;
    parts.nominal_latency = latency;
    parts.nominal_bytes = transfer * static_cast<double>(key.bytes);
    return parts;
  }
  const DistanceClass& equations =
      distance_class(*service.equations, within(0, key), pair && !fan ? key.reach : 0);
  const Evaluation at = evaluation(equations, processes, key.bytes);
  Parts parts = parts_of(at, latency, transfer, times * factors.time);
  parts.equation = call_traits[service.call].name;
  parts.within = equations.within;
  return parts;
}

// A part of a call has the factors of the whole.
CostTable::Parts CostTable::alone_parts(const Key& key) const {
  const Service& service = services_[0][static_cast<std::size_t>(key.call)];
  const std::vector<DistanceClass>& classes = *alone_equations(0, key);
  const DistanceClass& equations = distance_class(classes, within(0, key));
  const double times =
      siblings(0, key) * factor_of(service, within(0, key), 0, key.processes, key.bytes);
  Parts parts = parts_of(evaluation(equations, key.processes, key.bytes), times, times, times);
  parts.equation =
      call_traits[service.call].name + std::string(&classes == service.late ? ".late" : ".early");
  parts.within = equations.within;
  return parts;
}

}  // namespace revprof
