// SPDX-License-Identifier: BSD-3-Clause
// Reads assertions and holds them against a summary. Times are compared in whole picoseconds, so
// that `==` means what it says.
#include "revprof/report/check/assertion.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "revprof/report/text/quantity.hpp"

namespace revprof {

namespace {

using Quantity = Assertion::Quantity;
using Relation = Assertion::Relation;

enum class Dimension { time, number, bytes };

struct QuantityRow {
  const char* name;
  Quantity quantity;
  Dimension dimension;
  bool of_run, of_call;
};
constexpr QuantityRow quantities[] = {
    {"predicted", Quantity::predicted, Dimension::time, true, false},
    {"compute", Quantity::compute, Dimension::time, true, false},
    {"communication", Quantity::communication, Dimension::time, true, false},
    {"waiting", Quantity::waiting, Dimension::time, true, true},
    {"seconds", Quantity::seconds, Dimension::time, false, true},
    {"count", Quantity::count, Dimension::number, false, true},
    {"bytes", Quantity::bytes, Dimension::bytes, false, true},
};

struct RelationRow {
  const char* sign;
  Relation relation;
};
// The longer signs first: "<=" begins with "<".
constexpr RelationRow relations[] = {{"<=", Relation::at_most},
                                     {">=", Relation::at_least},
                                     {"==", Relation::equal},
                                     {"<", Relation::less},
                                     {">", Relation::greater}};

struct Unit {
  const char* name;
  Dimension dimension;
  double factor;
};
constexpr double kibi = 1024;
constexpr Unit units[] = {
    {"ps", Dimension::time, 1},
    {"ns", Dimension::time, 1e3},
    {"us", Dimension::time, 1e6},
    {"ms", Dimension::time, 1e9},
    {"s", Dimension::time, 1e12},
    {"B", Dimension::bytes, 1},
    {"kB", Dimension::bytes, 1e3},
    {"MB", Dimension::bytes, 1e6},
    {"GB", Dimension::bytes, 1e9},
    {"TB", Dimension::bytes, 1e12},
    {"KiB", Dimension::bytes, kibi},
    {"MiB", Dimension::bytes, kibi* kibi},
    {"GiB", Dimension::bytes, kibi* kibi* kibi},
    {"TiB", Dimension::bytes, kibi* kibi* kibi* kibi},
};

[[noreturn]] void fail(const std::string& text, const std::string& expected) {
  throw AssertionError("\"" + text + "\": expected " + expected);
}

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

const QuantityRow& row_of(Quantity quantity) {
  return *std::find_if(std::begin(quantities), std::end(quantities),
                       [quantity](const QuantityRow& row) { return row.quantity == quantity; });
}

// The names of those that a call, or the run as a whole, has.
std::string choices(bool of_call) {
  std::string list;
  for (const QuantityRow& row : quantities) {
    if (of_call ? row.of_call : row.of_run)
      list += (list.empty() ? "" : ", ") + std::string(row.name);
  }
  return list;
}

// "high.waiting": the last point parts the two, as lanes may be named "0.1 us".
void read_quantity(Assertion& assertion, const std::string& words) {
  const std::size_t point = words.rfind('.');
  const std::string name = point == std::string::npos ? words : words.substr(point + 1);
  const std::string owner = point == std::string::npos ? "" : words.substr(0, point);
  const bool of_call = owner.compare(0, 4, "MPI_") == 0;
  (of_call ? assertion.call : assertion.lane) = owner;
  for (const QuantityRow& row : quantities) {
    if (name != row.name || !(of_call ? row.of_call : row.of_run)) continue;
    assertion.quantity = row.quantity;
    if (point == 0) break;
    return;
  }
  fail(assertion.text, "a quantity: " + choices(false) +
                           " (of a lane: high.predicted), or of a call, such as "
                           "MPI_Allreduce.seconds: " +
                           choices(true) + "; found \"" + words + "\"");
}

std::string unit_names(Dimension dimension) {
  std::string list;
  for (const Unit& unit : units) {
    if (unit.dimension == dimension) list += (list.empty() ? "" : " ") + std::string(unit.name);
  }
  return list;
}

std::string expected_bound(const QuantityRow& row) {
  switch (row.dimension) {
    case Dimension::time:
      return "a time with a unit (" + unit_names(Dimension::time) + ")" +
             (row.quantity == Quantity::predicted ? "" : " or a share (%)");
    case Dimension::bytes:
      return "a number of bytes (" + unit_names(Dimension::bytes) + ")";
    case Dimension::number:
      break;
  }
  return "a number without a unit";
}

// 2.6 us are 2600000 ps, although 2.6 has no exact binary form.
double whole_if_nearly(double value) {
  const double whole = std::round(value);
  return std::abs(value - whole) <= 1e-12 * std::abs(value) ? whole : value;
}

void read_bound(Assertion& assertion, const std::string& words) {
  const QuantityRow& row = row_of(assertion.quantity);
  const auto wrong = [&] {
    fail(assertion.text, expected_bound(row) + " behind the relation, found \"" + words + "\"");
  };
  // Neither a sign nor "inf" nor "0x10", which strtod() would take.
  const std::size_t digits = words.find_first_not_of("0123456789.");
  if (words.empty() || digits == 0 || words.compare(0, 2, "0x") == 0) wrong();
  char* end = nullptr;
  const double number = std::strtod(words.c_str(), &end);
  if (end == words.c_str() || !std::isfinite(number)) wrong();
  const std::string unit = trimmed(end);
  if (unit == "%" && row.dimension == Dimension::time && row.quantity != Quantity::predicted) {
    assertion.share = true;
    assertion.bound = number / 100;
    return;
  }
  if (unit.empty() && row.dimension != Dimension::time) {
    assertion.bound = number;
    return;
  }
  for (const Unit& known : units) {
    if (unit != known.name || known.dimension != row.dimension) continue;
    assertion.bound = whole_if_nearly(number * known.factor);
    return;
  }
  wrong();
}

bool holds(Relation relation, double value, double bound) {
  switch (relation) {
    case Relation::less:
      return value < bound;
    case Relation::at_most:
      return value <= bound;
    case Relation::greater:
      return value > bound;
    case Relation::at_least:
      return value >= bound;
    case Relation::equal:
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
      case Quantity::count:
        value.amount += static_cast<double>(call.count);
        break;
      case Quantity::bytes:
        value.amount += static_cast<double>(call.bytes);
        break;
      case Quantity::waiting:
        value.amount += picoseconds(call.waiting_seconds);
        break;
      default:
        value.amount += picoseconds(call.seconds);
    }
  }
  return value;
}

Value value_of_run(Quantity quantity, const LaneTimes& times) {
  const SimTime amount = quantity == Quantity::compute         ? times.compute
                         : quantity == Quantity::communication ? times.communication
                         : quantity == Quantity::waiting       ? times.waiting
                                                               : times.predicted;
  return {static_cast<double>(amount), static_cast<double>(times.predicted)};
}

std::string found_text(Dimension dimension, const Value& value, bool share) {
  switch (dimension) {
    case Dimension::bytes:
      return bytes_text(value.amount);
    case Dimension::number:
      return count_text(static_cast<std::int64_t>(value.amount));
    case Dimension::time:
      break;
  }
  const std::string time = time_text(value.amount / 1e12);
  return share ? share_text(value.whole > 0 ? value.amount / value.whole : 0) + " (" + time + ")"
               : time;
}

std::string lane_list(const Summary& summary) {
  std::string list;
  for (const SummaryLane& lane : summary.lanes) list += (list.empty() ? "" : ", ") + lane.name;
  return list;
}

}  // namespace

Assertion parse_assertion(const std::string& text) {
  Assertion assertion;
  assertion.text = trimmed(text);
  // The last one: the name of a lane may hold such a sign, a number cannot.
  const std::size_t last = assertion.text.find_last_of("<>=");
  if (last == std::string::npos) {
    fail(assertion.text, "a quantity, a relation (< <= > >= ==) and a bound: predicted < 2.0 s");
  }
  const std::size_t first =
      last > 0 && std::string("<>=").find(assertion.text[last - 1]) != std::string::npos ? last - 1
                                                                                         : last;
  const std::string sign = assertion.text.substr(first, last - first + 1);
  const auto* const found =
      std::find_if(std::begin(relations), std::end(relations),
                   [&sign](const RelationRow& row) { return sign == row.sign; });
  if (found == std::end(relations)) {
    fail(assertion.text, "one of < <= > >= ==, found \"" + sign + "\"");
  }
  assertion.relation = found->relation;
  read_quantity(assertion, trimmed(assertion.text.substr(0, first)));
  read_bound(assertion, trimmed(assertion.text.substr(last + 1)));
  return assertion;
}

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
  verdict.found = found_text(row_of(assertion.quantity).dimension, value, assertion.share);
  return verdict;
}

}  // namespace revprof
