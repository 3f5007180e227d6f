// SPDX-License-Identifier: BSD-3-Clause
// The format of Paje, for ViTE and pj_dump: one text file, its events in the order of time.
#pragma once

#include <map>
#include <queue>
#include <string>

#include "revprof/trace/convert/conversion.hpp"
#include "revprof/trace/convert/message_ends.hpp"
#include "revprof/trace/convert/text_output.hpp"

namespace revprof {

class PajeWriter : public StepWriter {
 public:
  PajeWriter(const std::string& path, const RunTraces& traces, const Target& target);

  void process(const TraceStepReader& reader) override;
  void begin(const TraceStepReader& reader, const Step& step) override;
  void detail(const TraceStepReader& reader, const Step& step, const Detail& detail) override;
  void end(const TraceStepReader& reader, const Step& step) override;
  void close() override;

 private:
  // A transfer's other end, where nothing happens then. Paje has events in the order of time.
  struct Arrival {
    SimTime time;
    int rank;
    std::int64_t number;
    bool operator<(const Arrival& other) const { return time > other.time; }
  };
  void transfer(int rank, SimTime time, const TransferEvent& moved);
  void end_links(SimTime until);
  void marker(int rank, const Step& step);
  void counter(int rank, const Step& step);
  void push(const TraceStepReader& reader, const Step& step);
  void pop(int rank, SimTime time);
  // The alias of a state's name, which is defined where it is used first.
  const std::string& state(const Step& step);

  TextOutput file_;
  Target target_;
  std::map<std::string, std::string, std::less<>> states_;
  std::map<int, bool> nodes_;
  std::vector<int> ranks_;
  SimTime last_ = 0;
  MessageEnds ends_;
  std::priority_queue<Arrival> arrivals_;
  std::int64_t transfers_ = 0;
  std::map<std::string, std::string, std::less<>> counters_;
};

}  // namespace revprof
