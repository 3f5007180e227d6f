// SPDX-License-Identifier: BSD-3-Clause
// Prices by the same table as the run's, and the terms that they are made of.
#include "revprof/engine/pricing.hpp"

#include <algorithm>
#include <set>

#include "fit/model/estimate.hpp"

namespace revprof {

// Whose part of a collective that is.
Member CostTable::member_of(const Price& price) const {
  const bool starts = price.item == Item::own_part || price.item == Item::late_wait;
  const bool first = starts                           ? is_source(price.call, Member::first)
                     : price.item == Item::head_start ? can_be_late(price.call, Member::first)
                                                      : false;
  return first ? Member::first : Member::other;
}

CostTable::Key CostTable::key_of(const Price& price) const {
  const int apart = price.highest - price.lowest;
  return {price.bytes,       blocks_.between(price.lowest, price.highest),
          price.processes,   price.messages,
          price.call.number, !price.of_pair() || ranks_matter_ ? apart : 0,
          member_of(price),  price.of_pair() && places_matter_ ? price.lowest : 0,
          price.beside,      0,
          price.in_pairs};
}

Quote CostTable::quote(const Price& price) {
  Quote quote;
  quote.price = price;
  look_up(key_of(price), quote);
  return quote;
}

CostTable::Multiples CostTable::Multiples::times(double factor) const {
  Multiples more = *this;
  for (double* const n :
       {&more.c, &more.s, &more.k, &more.nominal_latency, &more.nominal_bytes, &more.shortest}) {
    *n *= factor;
  }
  return more;
}

double CostTable::Multiples::latency_seconds() const {
  const double of_equation = regime == nullptr ? 0 : c * regime->c + s * regime->s;
  return of_equation + nominal_latency * CostTable::nominal_latency + shortest * shortest_seconds;
}

CostTable::Multiples CostTable::multiples_of(const Evaluation& at, double latency, double transfer,
                                             double time) {
  Multiples multiples;
  if (at.regime == nullptr) {
    multiples.shortest = time;
    return multiples;
  }
  // Scaled to less than nothing, it takes no time.
  if (latency * at.latency() + transfer * at.transfer() <= 0) return multiples;
  multiples.regime = at.regime;
  multiples.c = latency;
  multiples.s = latency * startup_term(at.regime->form.startup, at.processes);
  multiples.k = transfer * data_term(at.regime->form.data, at.processes, at.bytes);
  return multiples;
}

// The same sum as in time_of().
std::vector<CostTable::Multiples> CostTable::multiples_of(const Asked& asked) const {
  const Service& served = service(asked.lane, asked.row);
  const Factors& factors = served.factors;
  const double latency = factors.time * factors.latency;
  const double transfer = factors.time * factors.transfer;
  std::vector<Multiples> all;
  if (asked.equations != nullptr) {
    const DistanceClass& equations = distance_class(*asked.equations, asked.within, asked.apart);
    const Evaluation at = evaluation(equations, asked.processes, asked.bytes);
    all.push_back(multiples_of(at, latency, transfer, factors.time));
    all[0].equation = calls_.rows[served.row].name;
    for (std::size_t i = 0; i < measured_parts; ++i) {
      if (asked.equations == served.parts[i]) all[0].equation += part_names[i];
    }
    all[0].within = equations.within;
  } else if (!is_optional(CallId(asked.row))) {
    all.emplace_back();
    all[0].nominal_latency = latency;
    all[0].nominal_bytes = transfer * static_cast<double>(asked.bytes);
  }
  if (!asked.added.empty() && time_of(asked, Rule::exchange).time == 0) return {};
  for (const Term& term : asked.added) {
    const Evaluation at = evaluation(*term.equations, term.processes, term.bytes);
    all.push_back(multiples_of(at, 1, 1, 1).times(term.times * transfer));
    all.back().equation = term.row;
    all.back().within = term.equations->within;
  }
  return all;
}

std::vector<CostTable::Multiples> CostTable::multiples_of(const std::vector<Asked>& asked) const {
  std::vector<Multiples> all;
  for (const Asked& each : asked) {
    for (const Multiples& one : multiples_of(each)) all.push_back(one);
  }
  return all;
}

std::vector<CostTable::Multiples> CostTable::multiples(const Price& price) const {
  if (!is_of_equation(price.item)) return {};
  const Key key = key_of(price);
  if (key.pair()) return multiples_of(of_pair(0, price.call, key, price.item == Item::fan_gap));
  const std::vector<Asked> whole = of_collective(0, key);
  const Asked part = of_part(0, key, price.item);
  if (price.item == Item::equation) return multiples_of(whole);
  if (price.item == Item::next) {
    return part.equations == nullptr ? std::vector<Multiples>() : multiples_of(part);
  }
  const Rule rule = key.processes < processes_ ? Rule::subgroup : Rule::collective;
  if (price.item == Item::late_wait) {
    if (part.equations == nullptr) return {};
    const Asked start = of_part(0, key, Item::own_part);
    const SimTime begun = start.equations == nullptr ? 0 : time_of(start, rule).time;
    if (time_of(part, rule).time <= time_of(whole, rule).time - begun) return multiples_of(part);
    std::vector<Multiples> rest = multiples_of(whole);
    if (begun == 0) return rest;
    for (const Multiples& each : multiples_of(start)) rest.push_back(each.times(-1));
    return rest;
  }
  const bool all_of_it =
      part.equations == nullptr || time_of(part, rule).time >= time_of(whole, rule).time;
  if (price.item == Item::own_part && calls_[price.call].nonblocking && part.equations == nullptr) {
    return {};
  }
  if (price.item == Item::own_part) return all_of_it ? multiples_of(whole) : multiples_of(part);
  if (all_of_it) return {};
  std::vector<Multiples> head_start = multiples_of(part);
  for (const Multiples& each : multiples_of(whole)) head_start.push_back(each.times(-1));
  return head_start;
}

SimTime Pricing::time(const Price& price) {
  if (!is_of_equation(price.item)) return 0;
  const Quote quote = table_.quote(price);
  switch (price.item) {
    case Item::own_part:
      return quote[Part::own_part][0];
    case Item::head_start:
      return quote[Part::head_start][0];
    case Item::ahead:
      return quote[Part::ahead][0];
    case Item::next:
      return quote[Part::next][0];
    case Item::late_wait:
      return quote[Part::late_wait][0];
    case Item::fan_gap:
      return quote[price.call == quote.roles->send_gap ? Part::send_gap : Part::fan_gap][0];
    default:
      return quote[Part::own][0];
  }
}

std::vector<std::string> Pricing::distances() const {
  std::set<int> classes;
  for (const int block : lane_.model->point_to_point.block_sizes) {
    if (block < table_.places().extent(processes_)) classes.insert(block);
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

}  // namespace revprof
