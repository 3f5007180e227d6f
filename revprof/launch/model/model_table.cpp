// SPDX-License-Identifier: BSD-3-Clause
// Ranges and quality of models, from their regimes.
#include "revprof/launch/model/model_table.hpp"

#include <algorithm>
#include <optional>

#include "fit/measurements/quantile.hpp"
#include "fit/model/asked_class.hpp"
#include "revprof/report/text/amount.hpp"
#include "revprof/report/text/quantity.hpp"
#include "revprof/report/text/text_table.hpp"

namespace revprof {

namespace {

struct Range {
  std::int64_t low = 0, high = 0;
  bool empty = true;

  void add(std::int64_t from, std::int64_t to) {
    low = empty ? from : std::min(low, from);
    high = empty ? to : std::max(high, to);
    empty = false;
  }
};

// Of some equations together: errors over all cells; without cells means of the regimes' own,
// weighted by their points.
struct Coverage {
  Range processes, bytes;
  std::size_t regimes = 0;
  int points = 0;
  double median_error = 0, p90_error = 0, inside = 0;
  std::vector<double> errors_of_cells;

  void add(const DistanceClass& equations) {
    for (const Regime& regime : equations.regimes) add(regime);
    const std::vector<double> errors = revprof::errors_of_cells(equations);
    errors_of_cells.insert(errors_of_cells.end(), errors.begin(), errors.end());
  }
  void add(const Regime& regime) {
    processes.add(regime.min_processes, regime.max_processes);
    bytes.add(regime.min_bytes, regime.max_bytes);
    ++regimes;
    if (!regime.quality) return;
    const Quality& quality = *regime.quality;
    points += quality.points;
    median_error += quality.points * quality.median_error;
    p90_error += quality.points * quality.p90_error;
    inside += quality.points * quality.coverage;
  }
  double error_of(double share) const {
    if (!errors_of_cells.empty()) return quantile(errors_of_cells, share);
    return (share == 0.5 ? median_error : p90_error) / points;
  }
  std::string error_text(double share) const {
    return points == 0 ? "-" : share_text(error_of(share));
  }
  std::string inside_text() const { return points == 0 ? "-" : share_text(inside / points); }
};

Coverage coverage(const DistanceClass& equations) {
  Coverage sum;
  sum.add(equations);
  return sum;
}

std::string process_text(const Range& range) {
  if (range.low == range.high) return count_text(range.low);
  return count_text(range.low) + "-" + count_text(range.high);
}

std::string size_text(const Range& range) {
  const std::string high = bytes_text(static_cast<double>(range.high));
  if (range.low == range.high) return high;
  return bytes_text(static_cast<double>(range.low)) + "-" + high;
}

// Not a part of one, such as MPI_Barrier.late.
bool is_whole_call(const std::string& name) {
  return name.rfind("MPI_", 0) == 0 && name.find('.') == std::string::npos;
}

// MPI_Send and MPI_Recv fall back on transit, and all of them on exchange.
std::string messages_rest_on(const Model& model) {
  if (model.has_equation("MPI_Send") && model.has_equation("transit")) return "measured";
  if (model.has_equation("transit")) return "transit alone";
  if (model.has_equation("exchange")) return "exchange alone";
  return "assumed";
}

}  // namespace

std::string models_table(const std::vector<std::pair<std::string, Model>>& models) {
  using A = Align;
  TextTable table({A::left, A::right, A::right, A::right, A::right, A::left, A::left});
  table.add({"model", "calls", "p", "bytes", "error", "messages", "machine"});
  for (const auto& [name, model] : models) {
    Coverage sum;
    std::ptrdiff_t calls = 0;
    for (const auto& [call, classes] : model.calls) {
      calls += is_whole_call(call);
      for (const DistanceClass& equations : classes) {
        sum.add(equations);
      }
    }
    table.add({name, std::to_string(calls), process_text(sum.processes), size_text(sum.bytes),
               sum.error_text(0.5), messages_rest_on(model), model.machine.name});
  }
  return table.text(2);
}

std::string calls_table(const Model& model) {
  using A = Align;
  TextTable table(
      {A::left, A::left, A::right, A::right, A::right, A::right, A::right, A::right, A::right});
  table.add({"call", "class", "p", "bytes", "points", "regimes", "median", "p90", "in band"});
  for (const auto& [call, classes] : model.calls) {
    for (const DistanceClass& equations : classes) {
      const Coverage sum = coverage(equations);
      table.add({call, distance_name(equations.within), process_text(sum.processes),
                 size_text(sum.bytes), std::to_string(sum.points), std::to_string(sum.regimes),
                 sum.error_text(0.5), sum.error_text(0.9), sum.inside_text()});
    }
  }
  if (!model.computation) return table.text(2);
  for (const auto& [name, equations] : model.computation->times) {
    const Coverage sum = coverage(equations);
    const std::string most = amount_text(name, sum.bytes.high);
    const std::string least = amount_text(name, sum.bytes.low);
    table.add({name, "", process_text(sum.processes), least == most ? most : least + "-" + most,
               std::to_string(sum.points), std::to_string(sum.regimes), sum.error_text(0.5),
               sum.error_text(0.9), sum.inside_text()});
  }
  return table.text(2);
}

std::vector<std::string> model_hints(const Model& model) {
  std::vector<std::string> hints;
  if (!model.has_equation("transit") && model.has_equation("exchange")) {
    hints.push_back(
        "no `transit`: `exchange` of two processes stands in, a sender is charged the whole way");
  } else if (!model.has_equation("transit")) {
    hints.push_back(
        "no `transit`: messages between two processes are assumed to take 1 us + d / (10 GB/s)");
  } else if (!model.has_equation("MPI_Send")) {
    hints.push_back(
        "no equation for MPI_Send: `transit` stands in, a sender is charged the whole way");
  }
  if (!model.has_equation("MPI_Barrier") && !model.has_equation("MPI_Allreduce")) {
    hints.push_back("neither MPI_Barrier nor MPI_Allreduce: a barrier is an assumed time");
  }
  std::string one_count, far_off, idle;
  constexpr double far = 0.25;
  for (const auto& [call, classes] : model.calls) {
    for (const DistanceClass& equations : classes) {
      const Coverage sum = coverage(equations);
      const std::string name = with_class(call, equations.within);
      if (is_whole_call(call) && sum.processes.low == sum.processes.high && sum.processes.low > 2) {
        one_count += (one_count.empty() ? "" : ", ") + name;
      }
      if (!is_asked_for(equations, classes, model.point_to_point.block_sizes)) {
        idle += (idle.empty() ? "" : ", ") + name;
      }
      if (sum.points > 0 && sum.error_of(0.5) > far) {
        far_off += (far_off.empty() ? "" : ", ") + name;
      }
    }
  }
  if (!one_count.empty()) {
    hints.push_back("measured for one process count, and taken to be the same for others: " +
                    one_count);
  }
  if (!far_off.empty()) {
    hints.push_back("the equations miss half of the measured points by more than 25 %: " + far_off);
  }
  if (!idle.empty()) {
    hints.push_back("never asked for, as block_sizes has no such block: " + idle);
  }
  return hints;
}

}  // namespace revprof
