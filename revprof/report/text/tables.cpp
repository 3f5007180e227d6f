// SPDX-License-Identifier: BSD-3-Clause
// Sums and aligns.
#include "revprof/report/text/tables.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "revprof/report/text/quantity.hpp"
#include "revprof/report/text/text_table.hpp"

namespace revprof {

namespace {

constexpr int most_processes_by_pair = 8;

struct Traffic {
  std::int64_t messages = 0, bytes = 0;
  SimSum flight;  // from sent to arrived
};

void add(Traffic& traffic, const MessageEvent& message) {
  ++traffic.messages;
  traffic.bytes += message.bytes;
  traffic.flight += message.arrived - message.sent;
}

std::string rank_text(int rank) { return rank < 0 ? "outside" : std::to_string(rank); }

std::vector<std::string> cells(const Traffic& traffic) {
  const auto messages = static_cast<double>(traffic.messages);
  return {count_text(traffic.messages), bytes_text(static_cast<double>(traffic.bytes)),
          bytes_text(static_cast<double>(traffic.bytes) / messages),
          time_text(seconds(traffic.flight) / messages)};
}

}  // namespace

std::vector<ProcessTimes> process_times(const Summary& summary) {
  std::vector<ProcessTimes> processes;
  for (std::size_t rank = 0; rank < summary.times.size(); ++rank) {
    processes.push_back({static_cast<int>(rank), summary.times[rank][0]});
  }
  return processes;
}

std::vector<ProcessTimes> process_times(const std::vector<Trace>& traces) {
  std::vector<ProcessTimes> processes;
  for (const Trace& trace : traces) {
    LaneTimes times;
    for (const ComputeEvent& event : trace.computes) times.compute += event.end - event.begin;
    for (const TraceCall& call : trace.calls) {
      times.waiting += call.waiting;
      times.communication += call.end - call.begin - call.waiting;
    }
    times.predicted = times.compute + times.communication + times.waiting;
    processes.push_back({trace.rank, times});
  }
  return processes;
}

std::string process_table(const std::vector<ProcessTimes>& processes) {
  TextTable table(
      {Align::right, Align::right, Align::right, Align::right, Align::right, Align::right});
  table.add({"process", "compute", "communication", "waiting", "total", "busy"});
  for (const auto& [rank, times] : processes) {
    const auto total = static_cast<double>(times.predicted);
    table.add({std::to_string(rank), time_text(seconds(times.compute)),
               time_text(seconds(times.communication)), time_text(seconds(times.waiting)),
               time_text(seconds(times.predicted)),
               share_text(total > 0 ? static_cast<double>(times.compute) / total : 0)});
  }
  return table.text(2);
}

std::string message_table(const std::vector<Trace>& traces) {
  const bool by_pair = !traces.empty() && traces.front().processes <= most_processes_by_pair;
  std::map<std::pair<int, int>, Traffic> rows;
  Traffic all;
  for (const Trace& trace : traces) {
    for (const MessageEvent& message : trace.messages) {
      add(rows[by_pair ? std::make_pair(message.source, trace.rank)
                       : std::make_pair(trace.rank, 0)],
          message);
      add(all, message);
    }
  }
  if (all.messages == 0) return "";

  TextTable table({Align::left, Align::right, Align::right, Align::right, Align::right});
  table.add(
      {by_pair ? "from -> to" : "received by", "messages", "bytes", "mean size", "mean flight"});
  const auto add_row = [&table](const std::string& name, const Traffic& traffic) {
    std::vector<std::string> row = cells(traffic);
    row.insert(row.begin(), name);
    table.add(std::move(row));
  };
  for (const auto& [key, traffic] : rows) {
    add_row(by_pair ? rank_text(key.first) + " -> " + rank_text(key.second) : rank_text(key.first),
            traffic);
  }
  if (rows.size() > 1) add_row("all", all);
  return table.text(2);
}

std::string traced_call_table(const std::vector<Trace>& traces) {
  struct Sum {
    std::int64_t count = 0, bytes = 0;
    SimSum time, waiting;
  };
  std::map<std::string, Sum> sums;
  for (const Trace& trace : traces) {
    for (const TraceCall& call : trace.calls) {
      Sum& sum = sums[call.call];
      ++sum.count;
      sum.bytes += call.bytes;
      sum.time += call.end - call.begin;
      sum.waiting += call.waiting;
    }
  }
  std::vector<std::pair<std::string, Sum>> rows(sums.begin(), sums.end());
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto& a, const auto& b) { return a.second.time > b.second.time; });
  TextTable table({Align::left, Align::right, Align::right, Align::right, Align::right});
  table.add({"call", "count", "mean size", "time", "waiting"});
  for (const auto& [call, sum] : rows) {
    table.add({call, count_text(sum.count),
               bytes_text(static_cast<double>(sum.bytes) / static_cast<double>(sum.count)),
               time_text(seconds(sum.time)), time_text(seconds(sum.waiting))});
  }
  return rows.empty() ? "" : table.text(2);
}

}  // namespace revprof
