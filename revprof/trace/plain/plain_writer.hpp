// SPDX-License-Identifier: BSD-3-Clause
// Writes p<rank>.trace, the plain text format of README.md: one line an event.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "revprof/engine/event.hpp"
#include "revprof/trace/plain/factory.hpp"
#include "revprof/trace/plain/growing_file.hpp"

namespace revprof {

// Never disturbs the program: where the disk is full the trace ends with one warning. Not for
// several threads at once.
class PlainWriter : public EventSink {
 public:
  explicit PlainWriter(const TraceOptions& options);  // throws std::runtime_error
  ~PlainWriter() override;                            // writes the closing line

  void compute(const ComputeEvent& event) override;
  void call(const CallEvent& event) override;
  void send(const SendEvent& event) override;
  void message(const MessageEvent& event) override;
  void request(const RequestEvent& event) override;
  void lock(const LockEvent& event) override;
  void partners(const PartnersEvent& event) override;
  void communicator(const CommunicatorEvent& event) override;
  void window(const WindowEvent& event) override;
  void site(const SiteEvent& event) override;
  void region(const RegionEvent& event) override;
  void transfer(const TransferEvent& event) override;
  void marker(const MarkerEvent& event) override;
  void counter(const CounterEvent& event) override;
  void flush() override;

 private:
  template <typename... Fields>
  void detail(std::int64_t optional, Fields... fields);
  void write_pending_compute();
  void write_region(const RegionEvent& event);
  // A line of its own, whose last word is a name that may hold anything.
  template <typename... Fields>
  void write_named(std::string_view name, Fields... fields);
  // Whether something that lasted from begin to end is to be kept; if so, the regions around it are
  // written first.
  bool selected(SimTime begin, SimTime end);
  bool full() const { return left_out_ > 0 || kept_ >= limit_; }
  // Where to put lines of at most that many bytes; nullptr where they are left out. Events are
  // counted.
  char* event_lines(std::size_t text_bytes, std::int64_t events);
  char* line(std::size_t bytes);
  void finish(char* line, char* end);

  GrowingFile file_;
  pid_t owner_;
  std::int64_t limit_;
  SimTime from_, to_;
  std::int64_t kept_ = 0, left_out_ = 0;
  ComputeEvent pending_ = {0, 0};  // the last computation, which the next one may continue
  std::string details_;            // lines of what happened inside the call that comes next
  std::int64_t detail_count_ = 0;
  struct OpenRegion {
    std::string name;
    SimTime begin;
    bool written;
  };
  std::vector<OpenRegion> regions_;
  bool warned_ = false;
};

}  // namespace revprof
