// SPDX-License-Identifier: BSD-3-Clause
// The machine model: every call's equations, as in the JSON file (fit/FORMATS.md). Times in
// seconds, sizes in bytes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "fit/measurements/distance_map.hpp"
#include "fit/measurements/distance_name.hpp"
#include "fit/model/form.hpp"

namespace revprof {

// Standard errors of c, s and k; 0 for a coefficient that stands at its bound.
struct StandardErrors {
  double c = 0, s = 0, k = 0;
};

struct RunnerUp {
  Form form;
  double bic_difference = 0;
};

// How well a regime's equation meets its measured points; errors are relative (0.03 = 3 %).
struct Quality {
  int points = 0;
  double median_error = 0, p90_error = 0, max_error = 0;
  double coverage = 0;  // share of points inside the band
  // Median errors where the equation has not seen p: at the largest, and over all, each left out
  // of the fit once.
  std::optional<double> left_out_error, each_left_out_error;
};

// One equation and the rectangle of (p, d) it holds in; all four bounds inclusive.
struct Regime {
  std::int64_t min_bytes = 0, max_bytes = 0;
  int min_processes = 1, max_processes = 1;
  Form form;
  double c = 0, s = 0, k = 0;
  std::optional<StandardErrors> standard_errors;
  std::optional<std::array<std::array<double, 3>, 3>> covariance;  // of (c, s, k)
  std::optional<double> log_residual;       // robust scatter of log t around the equation
  std::optional<double> band_factor;        // low = t / band_factor, high = t * band_factor
  std::optional<double> repetition_spread;  // of log t, from one repetition to the next
  std::optional<double> cell_error;         // standard error of a measured cell's log t
  std::optional<RunnerUp> runner_up;
  std::optional<Quality> quality;
};

// The measured cells' log residuals, log(measured / equation); NaN where a cell was not measured.
struct Cells {
  std::vector<int> processes;                      // ascending
  std::vector<std::int64_t> bytes;                 // ascending
  std::vector<std::vector<double>> log_residuals;  // [processes][bytes]
};

// A call's equations for one distance class. `within` is the block size b of class "within b", 0
// for "beyond", -r for "r apart": pairs in no block whose ranks are r apart.
struct DistanceClass {
  int within = 0;
  std::vector<Regime> regimes;
  std::optional<Cells> cells;
};

struct Machine {
  std::string name, description, mpi, date;
  int ranks_per_node = 1;
  std::string source;        // how the numbers were obtained
  std::string statistic;     // such as "median of the latest process"
  std::string size_meaning;  // such as "per peer"
};

// Of one run's machines together; real ones have two or three.
constexpr std::size_t most_block_sizes = 64;

struct PointToPoint {
  std::int64_t eager_limit_bytes = 0;
  std::vector<int> block_sizes;  // ascending; empty: all pairs are equally far
  DistanceMap distances{};
};

// What the processes of a node take to compute: t(q, w), where p stands for q, the processes that
// do it at the same time, and d for w, a number of operations, of loads, or of bytes moved.
struct Computation {
  std::map<std::string, std::int64_t> cache_bytes;  // "L1"
  int simd_bytes = 0;                          // of a vector of the classes simd_...; 0: not known
  std::map<std::string, DistanceClass> times;  // "operation.float_add.chain", "memory.L2.read"
                                               // (fit/measurements/computation_name.hpp)
};

struct Model {
  Machine machine;
  PointToPoint point_to_point;
  std::map<std::string, std::vector<DistanceClass>>
      calls;  // "MPI_Allreduce", "transit", "gap", "send_gap", "exchange", "exchange_both",
              // "start_up"
  std::optional<Computation> computation;

  bool has_equation(const std::string& call) const {
    const auto found = calls.find(call);
    return found != calls.end() && !found->second.empty();
  }
};

// Of a call, where there are several: "transit (within 4)".
std::string with_class(const std::string& call, int within);

// The class of a call's equations that serves a communicator or pair whose smallest holding block
// is `within` (0: no block holds it): that class where it was measured, else the next larger one's,
// else the largest there is. Of pairs that no block holds, those that are about as many ranks
// apart, where such were measured (apart = 0: no matter how many).
const DistanceClass& distance_class(const std::vector<DistanceClass>& classes, int within,
                                    int apart = 0);

// How many doublings x lies outside [low, high]; no bytes at all count as half a byte.
double doublings_outside(double x, double low, double high);

// The regime that holds (p, d); outside all of them the nearest one. Never fails for a non-empty
// list.
const Regime& regime_at(const DistanceClass& equations, int processes, std::int64_t bytes);

// How far the equations are from each cell that was measured, relative to what was measured;
// nothing where the model has no cells.
std::vector<double> errors_of_cells(const DistanceClass& equations);

// A regime's equation, in seconds.
double equation(const Regime& regime, double processes, double bytes);

}  // namespace revprof
