// SPDX-License-Identifier: BSD-3-Clause
// Rows by their names, and their estimates for one of many.
#include "fit/model/computation.hpp"

#include <algorithm>
#include <cmath>

#include "fit/measurements/computation_name.hpp"
#include "fit/model/estimate.hpp"

namespace revprof {

namespace {

bool begins_with_one_of(const std::string& name, const std::vector<std::string>& starts) {
  static const std::vector<std::string> all = {"operation.", "memory."};
  const std::vector<std::string>& any = starts.empty() ? all : starts;
  return std::any_of(any.begin(), any.end(), [&](const std::string& start) {
    return name.compare(0, start.size(), start) == 0;
  });
}

// What a unit of work may be: any of these, one as well as another.
struct Unit {
  std::string_view name;
  std::vector<std::string> rows;
};
const std::vector<Unit>& all_units() {
  static const std::vector<Unit> units = {
      {"instruction",
       {"operation.integer_add.throughput", "operation.integer_add.chain",
        "operation.branch.throughput", "operation.float_add.throughput",
        "operation.float_add.chain", "operation.float_multiply.throughput",
        "operation.float_multiply.chain", "memory.L1.latency"}},
      {"flop",
       {"operation.float_add.throughput", "operation.float_add.chain",
        "operation.float_multiply.throughput", "operation.float_multiply.chain"}},
      {"access",
       {"memory.L1.latency", "memory.L2.latency", "memory.L3.latency", "memory.main.latency"}},
      {"byte", {"memory.main.read", "memory.main.triad"}}};
  return units;
}

}  // namespace

std::optional<Bounds> unit_seconds(const Computation& computation, std::string_view unit, int q) {
  const auto known = std::find_if(all_units().begin(), all_units().end(),
                                  [&](const Unit& other) { return other.name == unit; });
  if (known == all_units().end()) return seconds_of_one(computation, std::string(unit), q);
  std::optional<Bounds> all;
  double logs = 0;
  int rows = 0;
  for (const std::string& row : known->rows) {
    const std::optional<Bounds> one = seconds_of_one(computation, row, q);
    if (!one) continue;
    if (!all) all = one;
    all->low = std::min(all->low, one->low);
    all->high = std::max(all->high, one->high);
    all->extrapolated |= one->extrapolated;
    logs += std::log(one->mean);
    ++rows;
  }
  if (all) all->mean = std::exp(logs / rows);
  return all;
}

std::optional<Bounds> seconds_of_all(const Computation& computation, const std::string& row, int q,
                                     std::int64_t work) {
  const auto found = computation.times.find(row);
  if (found == computation.times.end()) return std::nullopt;
  const Estimate all = estimate(found->second, q, work);
  return Bounds{all.low, all.mean, all.high, all.extrapolated};
}

std::optional<Bounds> seconds_of_one(const Computation& computation, const std::string& row,
                                     int q) {
  const auto found = computation.times.find(row);
  if (found == computation.times.end()) return std::nullopt;
  std::int64_t work = 1;
  for (const Regime& regime : found->second.regimes) work = std::max(work, regime.max_bytes);
  const Estimate all = estimate(found->second, q, work);
  const auto one = static_cast<double>(work);
  return Bounds{all.low / one, all.mean / one, all.high / one, all.extrapolated};
}

namespace {

// The share of so many bytes that the last cache does not hold.
double share_outside(std::int64_t cache_bytes, double together) {
  const double half = static_cast<double>(cache_bytes) / 2;
  return std::clamp(std::log2(together / half) / 2, 0.0, 1.0);
}

// Read, or read and written: nobody knows which.
std::optional<double> seconds_of_byte_in(const Computation& computation, std::string_view level,
                                         int q) {
  const std::optional<Bounds> read = seconds_of_one(computation, memory_name(level, "read"), q);
  const std::optional<Bounds> triad = seconds_of_one(computation, memory_name(level, "triad"), q);
  if (read && triad) return std::sqrt(read->mean * triad->mean);
  if (!read && !triad) return std::nullopt;
  return read ? read->mean : triad->mean;
}

// The largest.
std::map<std::string, std::int64_t>::const_iterator last_cache(const Computation& computation) {
  return std::max_element(computation.cache_bytes.begin(), computation.cache_bytes.end(),
                          [](const auto& a, const auto& b) { return a.second < b.second; });
}

}  // namespace

bool leaves_last_cache(const Computation& computation, double together) {
  const auto cache = last_cache(computation);
  return cache != computation.cache_bytes.end() && share_outside(cache->second, together) > 0;
}

std::optional<double> seconds_of_byte(const Computation& computation, int q, double together) {
  const auto cache = last_cache(computation);
  if (cache == computation.cache_bytes.end()) return std::nullopt;
  const std::optional<double> inside = seconds_of_byte_in(computation, cache->first, q);
  const std::optional<double> outside = seconds_of_byte_in(computation, memory_levels[3], q);
  if (!inside || !outside) return std::nullopt;
  const double share = share_outside(cache->second, together);
  return (1 - share) * *inside + share * *outside;
}

std::optional<Bounds> operation_seconds(const Computation& computation,
                                        std::string_view operation_class, std::string_view way,
                                        int q) {
  return seconds_of_one(computation, operation_name(operation_class, way), q);
}

std::optional<Bounds> load_seconds(const Computation& computation, std::string_view level, int q) {
  return seconds_of_one(computation, memory_name(level, "latency"), q);
}

std::optional<Bounds> bandwidth(const Computation& computation, std::string_view level,
                                std::string_view way, int q) {
  const std::optional<Bounds> byte = seconds_of_one(computation, memory_name(level, way), q);
  if (!byte) return std::nullopt;
  return Bounds{1 / byte->high, 1 / byte->mean, 1 / byte->low, byte->extrapolated};
}

std::optional<HostFactor> host_factor(const Node& host, const Node& target,
                                      const std::vector<std::string>& work) {
  HostFactor factor;
  double logs = 0;
  for (const auto& [row, equations] : host.computation.times) {
    if (!begins_with_one_of(row, work)) continue;
    const std::optional<Bounds> there = seconds_of_one(target.computation, row, target.q);
    if (!there) continue;
    const double one = there->mean / seconds_of_one(host.computation, row, host.q)->mean;
    factor.low = factor.rows == 0 ? one : std::min(factor.low, one);
    factor.high = factor.rows == 0 ? one : std::max(factor.high, one);
    logs += std::log(one);
    ++factor.rows;
  }
  if (factor.rows == 0) return std::nullopt;
  factor.mean = std::exp(logs / factor.rows);
  return factor;
}

}  // namespace revprof
