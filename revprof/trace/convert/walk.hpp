// SPDX-License-Identifier: BSD-3-Clause
// Goes through the traces of all processes of a run, for the writers of other formats.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "revprof/trace/convert/step.hpp"

namespace revprof {

// What is made of a run's plain traces.
struct RunTraces {
  std::vector<std::pair<int, std::string>> files;  // by rank, only the selected ones
  int processes = 0;                               // of the whole run
  std::string program;
  Selection selection;
  PlaceNames places;  // may be empty: then no place is shown
};

// Finds the selected traces of a run's directory. Throws std::runtime_error where there is none.
RunTraces find_traces(const std::string& directory, const Selection& selection);

// One format's writer. For every step come its begin, its details and its end, each at its time;
// for the ends of a region, begin alone.
class StepWriter {
 public:
  virtual ~StepWriter() = default;
  // Before the first step of a process; its reader lasts until its last one.
  virtual void process(const TraceStepReader& reader) = 0;
  virtual void begin(const TraceStepReader& reader, const Step& step) = 0;
  virtual void detail(const TraceStepReader& reader, const Step& step, const Detail& detail) = 0;
  virtual void end(const TraceStepReader& reader, const Step& step) = 0;
  // After the last step of all.
  virtual void close() = 0;
};

// by_time: all processes together, in the order of time; by_process: one after the other.
enum class WalkOrder { by_time, by_process };

// Shows everything to the writer, twice read: the first time tells which messages have both ends
// here.
void walk(const RunTraces& traces, WalkOrder order, StepWriter& writer);

}  // namespace revprof
