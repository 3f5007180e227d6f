// SPDX-License-Identifier: BSD-3-Clause
// Reads p<rank>.trace, also one that a crash cut short; see README.md for the format.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "revprof/engine/event.hpp"
#include "revprof/trace/plain/line_file.hpp"

namespace revprof {

class PlainFields;

// Raises the events of a file again, one line at a time. Errors are std::runtime_error
// "file:line: what was expected".
class PlainReader {
 public:
  explicit PlainReader(const std::string& path);  // reads the header

  // The next event; false: there are no more. Names in it last as long as this reader.
  bool next(EventSink& sink);

  int rank() const { return rank_; }
  int processes() const { return processes_; }  // 0 where the file was cut inside its header
  const std::string& program() const { return program_; }
  // At the end:
  bool complete() const { return complete_; }          // the closing line was there
  std::int64_t left_out() const { return left_out_; }  // events beyond the limit

  // The same name, as long as this reader lasts.
  std::string_view lasting(std::string_view name) {
    const auto known = names_.find(name);
    return known != names_.end() ? *known : *names_.emplace(name).first;
  }

 private:
  bool read_header();
  bool next_line(std::string_view& line);
  void read_end(PlainFields& fields);

  LineFile file_;
  int number_ = 0;  // of the line
  int rank_ = 0, processes_ = 0;
  std::string program_;
  bool cut_ = false;  // inside the header
  bool complete_ = false;
  std::int64_t left_out_ = 0, events_ = 0;
  std::set<std::string, std::less<>> names_;
};

struct TraceCall {
  std::string call;
  SimTime begin = 0, end = 0, waiting = 0;
  std::int64_t bytes = 0;
  int peer = -1, communicator = -1, window = -1;
  int site = -1;  // number of a TraceSite
};

// A place in the program.
struct TraceSite {
  std::string module;
  std::int64_t offset = 0;
};

struct TraceRegion {
  std::string name;
  SimTime time = 0;
  bool begins = false;
};

struct TraceMarker {
  std::string text;
  SimTime time = 0;
};

struct TraceCounter {
  std::string name;
  SimTime time = 0;
  double value = 0;
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
  std::vector<SendEvent> sends;
  std::map<int, int> windows;  // the communicator of each
  std::map<int, TraceSite> sites;
  std::vector<TransferEvent> transfers;
  std::vector<TraceMarker> markers;
  std::vector<TraceCounter> counters;
};

// The whole of one. Throws std::runtime_error "file:line: what was expected".
Trace read_plain_trace(const std::string& path);

// Path of the p<rank>.trace files of a run's directory, in order of rank. Throws where there is
// none.
std::vector<std::pair<int, std::string>> plain_trace_files(const std::string& directory);

// All of a run's directory, in order of rank. Puts and gets are messages of the process that they
// went to, which has no event of its own for them.
std::vector<Trace> read_plain_traces(const std::string& directory);

}  // namespace revprof
