// SPDX-License-Identifier: BSD-3-Clause
// Interpolates the cells' log residuals, and continues them beyond the largest process count.
#include "fit/model/correction.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace revprof {

namespace {

constexpr double fade_doublings = 2;  // so far outside the measured d, or below p, none is left
constexpr double trend_share = 0.25;  // beyond the largest p: of the last measured slope
constexpr double steepest = 2;        // no form grows faster than p^2

// Position on a logarithmic axis; no bytes at all stand one doubling below one byte.
double position(double value) { return std::log2(std::max(value, 0.5)); }

struct Known {
  double at = 0;
  Correction correction;
};

// Linear between two known values on the logarithmic axis; with one of them, that one. A value that
// is pinned at both ends is least known halfway, as a random walk between two fixed points is.
Correction between(const std::optional<Known>& lower, const std::optional<Known>& upper,
                   double wanted) {
  if (!lower) return {upper->correction.residual, 1};
  if (!upper) return {lower->correction.residual, 1};
  const double start = position(lower->at);
  const double share = (position(wanted) - start) / (position(upper->at) - start);
  const auto mixed = [&](double a, double b) { return a + share * (b - a); };
  return {mixed(lower->correction.residual, upper->correction.residual),
          std::max(2 * std::sqrt(share * (1 - share)),
                   mixed(lower->correction.unknown, upper->correction.unknown))};
}

// One process count's residual at a size; nothing if nothing was measured there. Only cells of the
// same regime count: a residual belongs to its own equation.
std::optional<Correction> correction_in_row(const Cells& cells, std::size_t row,
                                            const Regime& regime, std::int64_t bytes) {
  const std::vector<double>& residuals = cells.log_residuals[row];
  const auto place = static_cast<std::size_t>(
      std::lower_bound(cells.bytes.begin(), cells.bytes.end(), bytes) - cells.bytes.begin());
  std::optional<Known> lower, upper;
  for (std::size_t j = place; j < cells.bytes.size() && cells.bytes[j] <= regime.max_bytes; ++j) {
    if (cells.bytes[j] < regime.min_bytes || std::isnan(residuals[j])) continue;
    upper = Known{static_cast<double>(cells.bytes[j]), {residuals[j], 0}};
    break;
  }
  if (upper && upper->at == static_cast<double>(bytes)) return upper->correction;
  for (std::size_t j = place; j-- > 0 && cells.bytes[j] >= regime.min_bytes;) {
    if (cells.bytes[j] > regime.max_bytes || std::isnan(residuals[j])) continue;
    lower = Known{static_cast<double>(cells.bytes[j]), {residuals[j], 0}};
    break;
  }
  if (!lower && !upper) return std::nullopt;
  return between(lower, upper, static_cast<double>(bytes));
}

// An algorithm that goes by halves and doubles needs a round or two more where p is no power of
// two, so that its times go up and down between the one kind and the other: 24 processes are like
// 27, and 32 are not.
bool alike(int processes, int others) {
  const auto is_power_of_two = [](int p) { return (p & (p - 1)) == 0; };
  return is_power_of_two(processes) == is_power_of_two(others);
}

// The nearest count above it, or below (step -1), where something was measured near d.
std::optional<Known> nearest(const Cells& cells, const Regime& regime, int processes,
                             std::int64_t bytes, int step, bool only_alike) {
  const std::vector<int>& counts = cells.processes;
  const auto above = std::lower_bound(counts.begin(), counts.end(), processes) - counts.begin();
  for (auto i = step < 0 ? above - 1 : above;
       i >= 0 && i < static_cast<std::ptrdiff_t>(counts.size()); i += step) {
    const int count = counts[static_cast<std::size_t>(i)];
    if (count < regime.min_processes || count > regime.max_processes) continue;
    if (only_alike && !alike(processes, count)) continue;
    const auto found = correction_in_row(cells, static_cast<std::size_t>(i), regime, bytes);
    if (found) return Known{static_cast<double>(count), *found};
  }
  return std::nullopt;
}

Correction interpolated(const Cells& cells, const Regime& regime, int processes,
                        std::int64_t bytes) {
  std::optional<Known> lower, upper;
  for (const bool only_alike : {true, false}) {
    upper = nearest(cells, regime, processes, bytes, 1, only_alike);
    if (upper && upper->at == processes) return upper->correction;
    lower = nearest(cells, regime, processes, bytes, -1, only_alike);
    if (lower && upper) break;
  }
  return lower || upper ? between(lower, upper, processes) : Correction{};
}

// The last process count but `earlier` at which something was measured near d, and the log of the
// time there.
struct MeasuredEnd {
  int processes = 0;
  double residual = 0, log_seconds = 0;
};

class Ends {
 public:
  Ends(const DistanceClass& equations, std::int64_t bytes)
      : equations_(equations), bytes_(bytes), row_(equations.cells->processes.size()) {}

  std::optional<MeasuredEnd> next() {
    const Cells& cells = *equations_.cells;
    while (row_-- > 0) {
      const int processes = cells.processes[row_];
      const Regime& regime = regime_at(equations_, processes, bytes_);
      const auto found = correction_in_row(cells, row_, regime, bytes_);
      const double seconds = equation(regime, processes, static_cast<double>(bytes_));
      if (found && seconds > 0) {
        return MeasuredEnd{processes, found->residual, std::log(seconds) + found->residual};
      }
    }
    row_ = 0;
    return std::nullopt;
  }

 private:
  const DistanceClass& equations_;
  std::int64_t bytes_;
  std::size_t row_;
};

// Beyond the largest process count the residual stays as it is there, and leans by a share towards
// what the last two counts say of the growth: held-out counts are met better so than by the
// equation alone, or by that growth alone (tests/bench/bench_fit.py --extrapolation).
double continued(const DistanceClass& equations, const Regime& regime, int processes,
                 std::int64_t bytes) {
  Ends ends(equations, bytes);
  const std::optional<MeasuredEnd> last = ends.next();
  if (!last) return 0;
  const std::optional<MeasuredEnd> earlier = ends.next();
  const auto bytes_now = static_cast<double>(bytes);
  const double start = equation(regime, last->processes, bytes_now);
  const double here = equation(regime, processes, bytes_now);
  if (!earlier || !(start > 0) || !(here > 0)) return last->residual;
  const double slope = (last->log_seconds - earlier->log_seconds) /
                       std::log(static_cast<double>(last->processes) / earlier->processes);
  const double further = std::log(static_cast<double>(processes) / last->processes);
  const double measured = std::clamp(slope, 0.0, steepest) * further;
  return last->residual + trend_share * (measured - std::log(here / start));
}

}  // namespace

Correction correction_at(const DistanceClass& equations, const Regime& regime, int processes,
                         std::int64_t bytes) {
  const Cells& cells = *equations.cells;
  if (cells.processes.empty() || cells.bytes.empty()) return {};
  const int most = cells.processes.back();
  const double outside =
      doublings_outside(std::min(processes, most), cells.processes.front(), most) +
      doublings_outside(static_cast<double>(bytes), static_cast<double>(cells.bytes.front()),
                        static_cast<double>(cells.bytes.back()));
  const double strength = 1 - outside / fade_doublings;
  if (strength <= 0) return {};
  if (processes > most) return {strength * continued(equations, regime, processes, bytes), 1};
  const Correction found = interpolated(cells, regime, processes, bytes);
  return {strength * found.residual, outside > 0 ? 1 : found.unknown};
}

}  // namespace revprof
