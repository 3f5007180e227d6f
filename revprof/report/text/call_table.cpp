// SPDX-License-Identifier: BSD-3-Clause
// Sorts, sums and aligns the calls.
#include "revprof/report/text/call_table.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "revprof/report/text/quantity.hpp"
#include "revprof/report/text/text_table.hpp"

namespace revprof {

namespace {

// A stand-in's name loses its prefix, so that lines fit; a warning below the table has it whole.
std::string basis(const CallSummary& call) {
  if (call.source != "stand_in") return call.source;
  if (call.stand_in.empty()) return "as another";
  const bool prefixed = call.stand_in.compare(0, 4, "MPI_") == 0;
  return "as " + call.stand_in.substr(prefixed ? 4 : 0);
}

std::vector<std::string> cells(const CallSummary& call, double whole_seconds) {
  const double mean =
      call.count > 0 ? static_cast<double>(call.bytes) / static_cast<double>(call.count) : 0;
  return {call.call,
          count_text(call.count),
          bytes_text(mean),
          time_text(call.seconds),
          time_text(call.waiting_seconds),
          share_text(whole_seconds > 0 ? call.seconds / whole_seconds : 0),
          basis(call)};
}

}  // namespace

std::string call_table(const Summary& summary, std::size_t most) {
  std::vector<CallSummary> calls = summary.calls;
  std::sort(calls.begin(), calls.end(), [](const CallSummary& a, const CallSummary& b) {
    return std::make_pair(-a.seconds, a.call) < std::make_pair(-b.seconds, b.call);
  });
  if (calls.size() > most + 1) {  // a rest of one is no shorter than the call itself
    CallSummary rest;
    rest.call = std::to_string(calls.size() - most) + " more";
    for (std::size_t i = most; i < calls.size(); ++i) {
      rest.count += calls[i].count;
      rest.bytes += calls[i].bytes;
      rest.seconds += calls[i].seconds;
      rest.waiting_seconds += calls[i].waiting_seconds;
    }
    calls.resize(most);
    calls.push_back(rest);
  }

  TextTable table({Align::left, Align::right, Align::right, Align::right, Align::right,
                   Align::right, Align::left});
  table.add({"call", "count", "mean size", "time", "waiting", "share", "rests on"});
  const double whole_seconds = seconds(summary.all_processes());
  for (const CallSummary& call : calls) table.add(cells(call, whole_seconds));
  return table.text(2, page_columns);
}

}  // namespace revprof
