// SPDX-License-Identifier: BSD-3-Clause
// What a process does in one stretch of time: computation or one MPI call.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "revprof/trace/plain/plain_reader.hpp"

namespace revprof {

// As TraceCall::communicator: the span stands for several short calls of that name.
constexpr int merged_calls = -2;

struct TimeSpan {
  int name = 0;  // of SpanNames; 0: computation
  SimTime begin = 0, end = 0, waiting = 0;
  std::int64_t bytes = 0;
  int peer = -1, communicator = -1;
  int site = -1;  // as the trace numbers places; -1: not known, or of several calls
};

// Numbers for the names of calls, in the order in which they are met.
class SpanNames {
 public:
  int number(const std::string& call);
  const std::vector<std::string>& names() const { return names_; }

 private:
  std::vector<std::string> names_ = {"computation"};
  std::map<std::string, int> numbers_;
};

// By begin, those that touch the window alone.
std::vector<TimeSpan> spans_of(const Trace& trace, SimTime from, SimTime to, SpanNames& names);

// Spans shorter than a cell that begin in the same cell become one per name.
std::vector<TimeSpan> merge_spans(const std::vector<TimeSpan>& spans, SimTime cell);

}  // namespace revprof
