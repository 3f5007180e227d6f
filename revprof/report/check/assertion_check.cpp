// SPDX-License-Identifier: BSD-3-Clause
// Holds assertions against a summary. Times are compared in whole picoseconds, so that `==` means
// what it says.
#include <cmath>
#include <cstdint>

#include "revprof/report/check/assertion.hpp"
#include "revprof/report/text/quantity.hpp"

namespace revprof {

namespace {

bool holds(Assertion::Relation relation, double value, double bound) {
  switch (relation) {
    case Assertion::Relation::less:
      return value < bound;
    case Assertion::Relation::at_most:
      return value <= bound;
    case Assertion::Relation::greater:
      return value > bound;
    case Assertion::Relation::at_least:
      return value >= bound;
    case Assertion::Relation::equal:
      break;
  }
  return value == bound;
}

struct Value {
  double amount = 0;  // picoseconds, a count or bytes
  double whole = 0;   // what it is a share of
};

double picoseconds(double seconds) { return std::round(seconds * 1e12); }

Value value_of_call(const Assertion& assertion, const Summary& summary) {
  Value value;
  value.whole = static_cast<double>(summary.all_processes());
  for (const CallSummary& call : summary.calls) {
    if (call.call != assertion.call) continue;
    switch (assertion.quantity) {
      case Assertion::Quantity::count:
        value.amount += static_cast<double>(call.count);
        break;
      case Assertion::Quantity::bytes:
        value.amount += static_cast<double>(call.bytes);
        break;
      case Assertion::Quantity::waiting:
        value.amount += picoseconds(call.waiting_seconds);
        break;
      default:
        value.amount += picoseconds(call.seconds);
    }
  }
  return value;
}

Value value_of_run(Assertion::Quantity quantity, const LaneTimes& times) {
  const SimTime amount = quantity == Assertion::Quantity::compute         ? times.compute
                         : quantity == Assertion::Quantity::communication ? times.communication
                         : quantity == Assertion::Quantity::waiting       ? times.waiting
                                                                          : times.predicted;
  return {static_cast<double>(amount), static_cast<double>(times.predicted)};
}

std::string found_text(Assertion::Dimension dimension, const Value& value, bool share) {
  switch (dimension) {
    case Assertion::Dimension::bytes:
      return bytes_text(value.amount);
    case Assertion::Dimension::number:
      return count_text(static_cast<std::int64_t>(value.amount));
    case Assertion::Dimension::time:
      break;
  }
  const std::string time = time_text(value.amount / 1e12);
  return share ? share_text(value.whole > 0 ? value.amount / value.whole : 0) + " (" + time + ")"
               : time;
}

// With all digits, where the bound would be shown by the same few as a value that is another.
std::string exact_text(Assertion::Dimension dimension, double amount, bool share) {
  if (share) return shortest_digits(100 * amount) + " %";
  return count_text(static_cast<std::int64_t>(amount)) +
         (dimension == Assertion::Dimension::time ? " ps" : " B");
}

std::string lane_list(const Summary& summary) {
  std::string list;
  for (const SummaryLane& lane : summary.lanes) list += (list.empty() ? "" : ", ") + lane.name;
  return list;
}

}  // namespace

Verdict check(const Assertion& assertion, const Summary& summary) {
  Verdict verdict;
  verdict.name = assertion.text;
  int lane = 0;
  if (!assertion.lane.empty()) {
    lane = summary.lane_named(assertion.lane);
    if (lane < 0) {
      verdict.finding = Finding::impossible;
      verdict.found = "the run has no lane of that name: it has " + lane_list(summary);
      return verdict;
    }
  }
  const Value value = assertion.call.empty()
                          ? value_of_run(assertion.quantity, summary.predicted(lane))
                          : value_of_call(assertion, summary);
  const double amount =
      assertion.share ? (value.whole > 0 ? value.amount / value.whole : 0) : value.amount;
  verdict.finding =
      holds(assertion.relation, amount, assertion.bound) ? Finding::met : Finding::not_met;
  const Assertion::Dimension dimension = assertion.dimension;
  verdict.found = found_text(dimension, value, assertion.share);
  const Value bound = {assertion.share ? assertion.bound * value.whole : assertion.bound,
                       value.whole};
  const bool looks_met = verdict.finding == Finding::not_met && amount != assertion.bound &&
                         dimension != Assertion::Dimension::number &&
                         found_text(dimension, bound, assertion.share) == verdict.found;
  if (looks_met) verdict.found += ", " + exact_text(dimension, amount, assertion.share);
  return verdict;
}

}  // namespace revprof
