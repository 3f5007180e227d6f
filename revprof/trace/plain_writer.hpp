// SPDX-License-Identifier: BSD-3-Clause
// Writes p<rank>.trace, the plain text format of README.md: one line an event.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>

#include "revprof/engine/event.hpp"
#include "revprof/trace/factory.hpp"
#include "revprof/trace/growing_file.hpp"

namespace revprof {

// Never disturbs the program: where the disk is full the trace ends with one warning. Not for
// several threads at once.
class PlainWriter : public EventSink {
 public:
  explicit PlainWriter(const TraceOptions& options);  // throws std::runtime_error
  ~PlainWriter() override;                            // writes the closing line

  void compute(const ComputeEvent& event) override;
  void call(const CallEvent& event) override;
  void message(const MessageEvent& event) override;
  void communicator(const CommunicatorEvent& event) override;
  void region(const RegionEvent& event) override;
  void flush() override;

 private:
  void write_pending_compute();
  // Where to put a line of at most that many bytes; nullptr where it is left out. An event's is
  // counted.
  char* event_line(std::size_t text_bytes);
  char* line(std::size_t bytes);
  void finish(char* line, char* end);

  GrowingFile file_;
  pid_t owner_;
  std::int64_t limit_;
  std::int64_t kept_ = 0, left_out_ = 0;
  ComputeEvent pending_ = {0, 0};  // the last computation, which the next one may continue
  bool warned_ = false;
};

}  // namespace revprof
