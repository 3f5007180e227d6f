// SPDX-License-Identifier: BSD-3-Clause
// Holds every call against the calls that it could be made of, and against itself.
#include "fit/model/self_consistency.hpp"

#include <cmath>
#include <optional>

#include "fit/model/estimate.hpp"
#include "fit/model/plain_number.hpp"

namespace revprof {

namespace {

constexpr double noticeable = 1.2;  // a factor; less may be noise

// A call of d bytes does no more than these two, of d bytes or of p times as many.
struct Guideline {
  const char* call;
  const char* first;
  bool first_takes_all;
  const char* second;
  bool second_takes_all;
};
constexpr Guideline guidelines[] = {
    {"MPI_Allgather", "MPI_Gather", false, "MPI_Bcast", true},
    {"MPI_Allreduce", "MPI_Reduce", false, "MPI_Bcast", false},
    {"MPI_Reduce_scatter", "MPI_Reduce", true, "MPI_Scatter", false},
    {"MPI_Reduce_scatter_block", "MPI_Reduce", true, "MPI_Scatter", false},
};

struct Place {
  double factor = noticeable;
  int processes = 0;
  std::int64_t bytes = 0;
  double before = 0, after = 0;  // seconds
  int other_processes = 0;
  std::int64_t other_bytes = 0;
};

// Inside what was measured only.
std::optional<double> seconds(const Model& model, const std::string& call, int within,
                              int processes, std::int64_t bytes) {
  const auto found = model.calls.find(call);
  if (found == model.calls.end()) return std::nullopt;
  const Estimate times = estimate(distance_class(found->second, within), processes, bytes);
  return times.extrapolated ? std::nullopt : std::optional<double>(times.mean);
}

std::string time_of(double seconds) { return plain_number(seconds * 1e6, 3) + " us"; }

std::string size_of(std::int64_t bytes) {
  constexpr std::int64_t kibi = 1024, mebi = 1024 * 1024;
  if (bytes >= mebi && bytes % mebi == 0) return std::to_string(bytes / mebi) + " MiB";
  if (bytes >= kibi && bytes % kibi == 0) return std::to_string(bytes / kibi) + " KiB";
  return std::to_string(bytes) + " B";
}

void judge_by(const Guideline& guideline, const Model& model, std::vector<std::string>& hints) {
  const auto found = model.calls.find(guideline.call);
  if (found == model.calls.end()) return;
  for (const DistanceClass& equations : found->second) {
    if (!equations.cells) continue;
    Place worst;
    for (const int p : equations.cells->processes) {
      for (const std::int64_t d : equations.cells->bytes) {
        const int within = equations.within;
        const auto whole = seconds(model, guideline.call, within, p, d);
        const auto first =
            seconds(model, guideline.first, within, p, guideline.first_takes_all ? p * d : d);
        const auto second =
            seconds(model, guideline.second, within, p, guideline.second_takes_all ? p * d : d);
        if (!whole || !first || !second) continue;
        const double factor = *whole / (*first + *second);
        if (factor > worst.factor) worst = {factor, p, d, *first + *second, *whole, 0, 0};
      }
    }
    if (worst.processes == 0) continue;
    hints.push_back(with_class(guideline.call, equations.within) + " takes up to " +
                    plain_number(worst.factor, 2) + " times as long as " + guideline.first +
                    " and " + guideline.second + ", which together do the same (p = " +
                    std::to_string(worst.processes) + ", " + size_of(worst.bytes) + ": " +
                    time_of(worst.after) + " against " + time_of(worst.before) + ")");
  }
}

// What was measured, or nothing.
std::optional<double> measured(const DistanceClass& equations, std::size_t row,
                               std::size_t column) {
  const Cells& cells = *equations.cells;
  const double residual = cells.log_residuals[row][column];
  if (std::isnan(residual)) return std::nullopt;
  const Regime& regime = regime_at(equations, cells.processes[row], cells.bytes[column]);
  return equation(regime, cells.processes[row], static_cast<double>(cells.bytes[column])) *
         std::exp(residual);
}

void judge_growth(const std::string& call, const DistanceClass& equations,
                  std::vector<std::string>& hints) {
  const bool part = call.find('.') != std::string::npos;  // MPI_Bcast.late: nobody's choice
  if (part || !equations.cells) return;
  const Cells& cells = *equations.cells;
  Place in_bytes, in_processes;
  for (std::size_t i = 0; i < cells.processes.size(); ++i) {
    for (std::size_t j = 0; j < cells.bytes.size(); ++j) {
      const auto here = measured(equations, i, j);
      if (!here || !(*here > 0)) continue;
      const auto larger = j + 1 < cells.bytes.size() ? measured(equations, i, j + 1) : std::nullopt;
      if (larger && *here / *larger > in_bytes.factor) {
        in_bytes = {*here / *larger, cells.processes[i], cells.bytes[j],    *here,
                    *larger,         cells.processes[i], cells.bytes[j + 1]};
      }
      const auto more =
          i + 1 < cells.processes.size() ? measured(equations, i + 1, j) : std::nullopt;
      if (more && *here / *more > in_processes.factor) {
        in_processes = {*here / *more, cells.processes[i],     cells.bytes[j], *here,
                        *more,         cells.processes[i + 1], cells.bytes[j]};
      }
    }
  }
  const std::string name = with_class(call, equations.within);
  if (in_bytes.processes != 0) {
    hints.push_back(name + " gets faster as d grows: " + time_of(in_bytes.before) + " for " +
                    size_of(in_bytes.bytes) + ", " + time_of(in_bytes.after) + " for " +
                    size_of(in_bytes.other_bytes) + " (p = " + std::to_string(in_bytes.processes) +
                    ")");
  }
  if (in_processes.processes != 0) {
    hints.push_back(name + " gets faster as p grows: " + time_of(in_processes.before) +
                    " for p = " + std::to_string(in_processes.processes) + ", " +
                    time_of(in_processes.after) +
                    " for p = " + std::to_string(in_processes.other_processes) + " (" +
                    size_of(in_processes.bytes) + ")");
  }
}

}  // namespace

std::vector<std::string> self_consistency_hints(const Model& model) {
  std::vector<std::string> hints;
  for (const Guideline& guideline : guidelines) judge_by(guideline, model, hints);
  for (const auto& [call, classes] : model.calls) {
    for (const DistanceClass& equations : classes) judge_growth(call, equations, hints);
  }
  return hints;
}

}  // namespace revprof
