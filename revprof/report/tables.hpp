// SPDX-License-Identifier: BSD-3-Clause
// The text tables of `revprof report`: per process, per call, and the messages.
#pragma once

#include <string>
#include <vector>

#include "revprof/trace/plain_reader.hpp"
#include "revprof/trace/summary.hpp"

namespace revprof {

std::string process_table(const Summary& summary);  // lane 0
std::string call_table(const Summary& summary);     // every call, the dearest first
std::string message_table(
    const std::vector<Trace>& traces);  // counts, bytes; by pair for few processes

// The same from traces alone, for a run that did not end.
std::string traced_process_table(const std::vector<Trace>& traces);
std::string traced_call_table(const std::vector<Trace>& traces);

}  // namespace revprof
