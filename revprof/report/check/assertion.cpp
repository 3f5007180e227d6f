// SPDX-License-Identifier: BSD-3-Clause
// Reads assertions.
#include "revprof/report/check/assertion.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace revprof {

namespace {

using Quantity = Assertion::Quantity;
using Relation = Assertion::Relation;
using Dimension = Assertion::Dimension;

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
    assertion.dimension = row.dimension;
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

}  // namespace revprof
