// SPDX-License-Identifier: BSD-3-Clause
// Sums communication per process and call.
#include "revprof/report/sweep/time_parts.hpp"

#include <algorithm>
#include <map>

#include "revprof/report/text/tables.hpp"

namespace revprof {

namespace {

constexpr std::size_t most_calls = 9;  // as many styles as the page has for calls

struct Sums {
  std::map<std::string, SimSum> whole;                        // of all processes
  std::vector<std::map<std::string, SimTime>> communication;  // [trace]
};

Sums sum(const std::vector<Trace>& traces) {
  Sums sums;
  for (const Trace& trace : traces) {
    auto& own = sums.communication.emplace_back();
    for (const TraceCall& call : trace.calls) {
      own[call.call] += call.end - call.begin - call.waiting;
      sums.whole[call.call] += call.end - call.begin;
    }
  }
  return sums;
}

// The dearest first.
std::vector<std::string> calls_by_cost(const std::optional<Summary>& summary, const Sums& sums) {
  std::vector<std::pair<double, std::string>> costs;
  if (summary) {
    for (const CallSummary& call : summary->calls) costs.emplace_back(call.seconds, call.call);
  } else {
    for (const auto& [call, time] : sums.whole) costs.emplace_back(seconds(time), call);
  }
  std::stable_sort(costs.begin(), costs.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<std::string> calls;
  for (auto& [cost, call] : costs) {
    if (cost > 0) calls.push_back(std::move(call));
  }
  return calls;
}

}  // namespace

std::size_t TimeParts::part_of(const std::string& call) const {
  const auto found = std::find(names.begin(), names.end(), call);
  return static_cast<std::size_t>(std::min(found, names.end() - 1) - names.begin());
}

TimeParts time_parts(const std::optional<Summary>& summary, const std::vector<Trace>& traces) {
  const Sums sums = sum(traces);
  TimeParts parts;
  parts.names = {"computation", "waiting"};
  std::vector<std::string> calls = calls_by_cost(summary, sums);
  calls.resize(std::min(calls.size(), traces.empty() ? 0 : most_calls));
  parts.names.insert(parts.names.end(), calls.begin(), calls.end());
  parts.names.push_back(traces.empty() ? "communication" : "other calls");

  for (const auto& [rank, times] : summary ? process_times(*summary) : process_times(traces)) {
    std::vector<double> row(parts.names.size(), 0.0);
    row[0] = seconds(times.compute);
    row[1] = seconds(times.waiting);
    SimTime left = times.communication;
    for (std::size_t t = 0; t < traces.size(); ++t) {
      if (traces[t].rank != rank) continue;
      for (std::size_t part = 2; part + 1 < parts.names.size(); ++part) {
        const auto found = sums.communication[t].find(parts.names[part]);
        if (found == sums.communication[t].end()) continue;
        const SimTime time = std::clamp<SimTime>(found->second, 0, left);
        row[part] = seconds(time);
        left -= time;
      }
    }
    row.back() = seconds(left);
    parts.ranks.push_back(rank);
    parts.seconds.push_back(std::move(row));
  }
  return parts;
}

}  // namespace revprof
