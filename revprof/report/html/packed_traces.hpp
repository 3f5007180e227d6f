// SPDX-License-Identifier: BSD-3-Clause
// The traces of a run as one compact string for the HTML report's diagram, bounded in size.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "revprof/trace/plain/plain_reader.hpp"

namespace revprof {

// What places in a program are called, by file and address.
using PlaceTexts = std::map<std::pair<std::string, std::int64_t>, std::string>;

struct PackOptions {
  SimTime from = 0;  // what ends before or begins after is left out
  SimTime to = 0;    // 0: to the end
  std::size_t most_spans = 2'000'000;
  std::size_t most_messages = 1'000'000;
  PlaceTexts places;  // empty: no event says where it was
};

struct PackedProcess {
  int rank = 0;
  std::size_t spans = 0, messages = 0;
};

struct PackedTraces {
  std::vector<std::string> names;   // by number; 0 is computation
  std::vector<std::string> places;  // by number; empty: events have none
  std::vector<PackedProcess> processes;
  SimTime from = 0, to = 0;        // of all that is in there
  SimTime cell = 0;                // spans shorter than this were merged inside it; 0: none
  std::size_t spans_found = 0;     // before merging
  std::size_t messages_found = 0;  // before those that took least long were left out
  std::size_t messages_packed = 0;
  std::string base64;  // see README.md
};

// Where the spans are too many, short ones are merged per call inside cells of time: their times
// stay exact, their order inside a cell is lost.
PackedTraces pack_traces(const std::vector<Trace>& traces, const PackOptions& options = {});

}  // namespace revprof
