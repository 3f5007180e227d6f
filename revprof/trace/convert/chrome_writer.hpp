// SPDX-License-Identifier: BSD-3-Clause
// The trace-event format of Chrome's tracing, which Perfetto opens: one JSON file.
#pragma once

#include <string>

#include "revprof/trace/convert/conversion.hpp"
#include "revprof/trace/convert/message_ends.hpp"
#include "revprof/trace/convert/text_output.hpp"

namespace revprof {

class ChromeWriter : public StepWriter {
 public:
  ChromeWriter(const std::string& path, const RunTraces& traces, const Target& target);

  void process(const TraceStepReader& reader) override;
  void begin(const TraceStepReader& reader, const Step& step) override;
  void detail(const TraceStepReader& reader, const Step& step, const Detail& detail) override;
  void end(const TraceStepReader&, const Step&) override {}
  void close() override;

 private:
  // Begins an event of the process's track: all but its closing brace.
  TextOutput& event(int rank, std::string_view phase, std::string_view category,
                    std::string_view name, SimTime time);
  void arguments(const TraceStepReader& reader, const Step& step);
  void transfer(int rank, const Step& step, const TransferEvent& moved);

  TextOutput file_;
  Target target_;
  std::string program_;
  MessageEnds ends_;
  std::int64_t transfers_ = 0;
  bool first_ = true;
};

}  // namespace revprof
