// SPDX-License-Identifier: BSD-3-Clause
// The text tables of `revprof report` beside the summary: per process, and the messages.
#pragma once

#include <string>
#include <vector>

#include "revprof/trace/plain/plain_reader.hpp"
#include "revprof/trace/results/summary.hpp"

namespace revprof {

// What a process spent its time on, on lane 0, and when it ended.
struct ProcessTimes {
  int rank = 0;
  LaneTimes times;
};

std::vector<ProcessTimes> process_times(const Summary& summary);
// Sums over the events of the traces; so without what was left out or cut.
std::vector<ProcessTimes> process_times(const std::vector<Trace>& traces);

std::string process_table(const std::vector<ProcessTimes>& processes);

// The messages received: by pair for up to 8 processes, by receiver beyond.
std::string message_table(const std::vector<Trace>& traces);

// The calls in the traces, as a summary would list them: for a run that did not end.
std::string traced_call_table(const std::vector<Trace>& traces);

}  // namespace revprof
