// SPDX-License-Identifier: BSD-3-Clause
// Reads p<rank>.trace, also one that a crash cut short; see README.md for the format.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "revprof/engine/event.hpp"

namespace revprof {

struct TraceCall {
  std::string call;
  SimTime begin = 0, end = 0, waiting = 0;
  std::int64_t bytes = 0;
  int peer = -1, communicator = -1;
};

struct TraceRegion {
  std::string name;
  SimTime time = 0;
  bool begins = false;
};

struct Trace {
  int rank = 0, processes = 0;
  std::string program;
  bool complete = false;      // the closing line was there
  std::int64_t left_out = 0;  // events beyond the limit
  std::vector<ComputeEvent> computes;
  std::vector<TraceCall> calls;
  std::vector<MessageEvent> messages;
  std::map<int, std::vector<std::int32_t>> communicators;
  std::vector<TraceRegion> regions;
};

// Throws std::runtime_error "file:line: what was expected".
Trace read_plain_trace(const std::string& path);

// All p<rank>.trace files of a run's directory, in order of rank.
std::vector<Trace> read_plain_traces(const std::string& directory);

}  // namespace revprof
