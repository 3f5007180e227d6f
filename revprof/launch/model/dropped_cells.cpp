// SPDX-License-Identifier: BSD-3-Clause
// Takes a condition apart, and cells out.
#include "revprof/launch/model/dropped_cells.hpp"

#include <algorithm>
#include <charconv>
#include <functional>

#include "fit/measurements/distance_name.hpp"
#include "revprof/launch/command.hpp"

namespace revprof {

namespace {

[[noreturn]] void refuse(const std::string& condition) {
  throw UsageError(
      "fit: --drop: expected p, d or launch with =, <= or >= and a whole number, or call=NAME or "
      "class=NAME, found \"" +
      condition + "\"");
}

using Holds = std::function<bool(const Measurement&)>;

Holds number_condition(const std::string& condition, const std::string& name, char relation,
                       const std::string& value) {
  std::int64_t wanted = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), wanted);
  if (error != std::errc() || end != value.data() + value.size()) refuse(condition);
  const auto compare = [=](std::int64_t found) {
    return relation == '<' ? found <= wanted : relation == '>' ? found >= wanted : found == wanted;
  };
  if (name == "p") return [=](const Measurement& cell) { return compare(cell.processes); };
  if (name == "d") return [=](const Measurement& cell) { return compare(cell.bytes); };
  if (name == "launch") return [=](const Measurement& cell) { return compare(cell.launch); };
  refuse(condition);
}

Holds condition_of(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) refuse(text);
  const std::string value = text.substr(equals + 1);
  const char before = text[equals - 1];
  const char relation = before == '<' || before == '>' ? before : '=';
  const std::string name = text.substr(0, relation == '=' ? equals : equals - 1);
  if (name == "call" && relation == '=') {
    return [=](const Measurement& cell) { return cell.call == value; };
  }
  if (name == "class" && relation == '=') {
    return [=](const Measurement& cell) { return distance_name(cell.within) == value; };
  }
  return number_condition(text, name, relation, value);
}

}  // namespace

std::string drop_cells(Measurements& measurements, const std::string& condition) {
  std::vector<Measurement>& cells = measurements.cells;
  const std::size_t before = cells.size();
  cells.erase(std::remove_if(cells.begin(), cells.end(), condition_of(condition)), cells.end());
  if (cells.empty()) throw UsageError("fit: --drop " + condition + ": leaves no cell");
  return "--drop " + condition + ": " + std::to_string(before - cells.size()) + " of " +
         std::to_string(before) + " cells left out";
}

}  // namespace revprof
