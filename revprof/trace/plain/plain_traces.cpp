// SPDX-License-Identifier: BSD-3-Clause
// Whole plain traces in memory, and the traces of a run's directory.
#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <system_error>

#include "revprof/trace/plain/plain_format.hpp"
#include "revprof/trace/plain/plain_reader.hpp"

namespace revprof {

namespace {

// Puts the events into a Trace.
class Collector : public EventSink {
 public:
  explicit Collector(Trace& trace) : trace_(trace) {}

  void compute(const ComputeEvent& event) override { trace_.computes.push_back(event); }
  void call(const CallEvent& event) override {
    trace_.calls.push_back({std::string(event.call), event.begin, event.end, event.waiting,
                            event.bytes, event.peer, event.communicator, event.window, event.site});
  }
  void send(const SendEvent& event) override { trace_.sends.push_back(event); }
  void message(const MessageEvent& event) override { trace_.messages.push_back(event); }
  void request(const RequestEvent&) override {}
  void lock(const LockEvent&) override {}
  void partners(const PartnersEvent&) override {}
  void communicator(const CommunicatorEvent& event) override {
    trace_.communicators[event.number] = event.ranks;
  }
  void window(const WindowEvent& event) override {
    trace_.windows[event.number] = event.communicator;
  }
  void site(const SiteEvent& event) override {
    trace_.sites[event.number] = {std::string(event.module), event.offset};
  }
  void region(const RegionEvent& event) override {
    trace_.regions.push_back({std::string(event.name), event.time, event.begins});
  }
  void transfer(const TransferEvent& event) override { trace_.transfers.push_back(event); }
  void marker(const MarkerEvent& event) override {
    trace_.markers.push_back({std::string(event.text), event.time});
  }
  void counter(const CounterEvent& event) override {
    trace_.counters.push_back({std::string(event.name), event.time, event.value});
  }
  void flush() override {}

 private:
  Trace& trace_;
};

constexpr std::int32_t no_tag = -1;

Trace* find(std::vector<Trace>& traces, int rank) {
  const auto found = std::find_if(traces.begin(), traces.end(),
                                  [&](const Trace& trace) { return trace.rank == rank; });
  return found == traces.end() ? nullptr : &*found;
}

void add_transfers(std::vector<Trace>& traces) {
  for (const Trace& trace : traces) {
    for (const TransferEvent& moved : trace.transfers) {
      Trace* const target = find(traces, moved.fetched ? trace.rank : moved.peer);
      if (target == nullptr) continue;
      const int source = moved.fetched ? moved.peer : trace.rank;
      target->messages.push_back(
          {source, moved.sent, moved.arrived, moved.arrived, moved.bytes, no_tag, 0, no_request});
    }
  }
  for (Trace& trace : traces) {
    std::stable_sort(trace.messages.begin(), trace.messages.end(),
                     [](const auto& a, const auto& b) { return a.received < b.received; });
  }
}

}  // namespace

Trace read_plain_trace(const std::string& path) {
  PlainReader reader(path);
  Trace trace;
  Collector collector(trace);
  while (reader.next(collector)) continue;
  trace.rank = reader.rank();
  trace.processes = reader.processes();
  trace.program = reader.program();
  trace.complete = reader.complete();
  trace.left_out = reader.left_out();
  return trace;
}

std::vector<std::pair<int, std::string>> plain_trace_files(const std::string& directory) {
  std::error_code error;
  std::vector<std::pair<int, std::string>> files;
  for (const auto& entry : std::filesystem::directory_iterator(directory, error)) {
    const int rank = rank_in_name(entry.path());
    if (rank >= 0) files.emplace_back(rank, entry.path().string());
  }
  if (error) throw std::runtime_error(directory + ": " + error.message());
  if (files.empty())
    throw std::runtime_error(directory + ": expected files p<rank>.trace, found none");
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<Trace> read_plain_traces(const std::string& directory) {
  const auto files = plain_trace_files(directory);
  std::vector<Trace> traces;
  int processes = files.back().first + 1;
  for (const auto& [rank, path] : files) {
    traces.push_back(read_plain_trace(path));
    if (traces.back().rank != rank) {
      throw std::runtime_error(path + ":2: expected rank " + std::to_string(rank) + ", found " +
                               std::to_string(traces.back().rank));
    }
    processes = std::max(processes, traces.back().processes);
  }
  for (Trace& trace : traces) trace.processes = processes;
  add_transfers(traces);
  return traces;
}

}  // namespace revprof
