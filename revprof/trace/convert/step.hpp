// SPDX-License-Identifier: BSD-3-Clause
// What a process did, as the writers of other formats see it: one step after the other.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "revprof/engine/event.hpp"
#include "revprof/trace/plain/plain_reader.hpp"
#include "revprof/trace/plain/selection.hpp"

namespace revprof {

struct Partners {
  std::vector<int> ranks;
};

// What happens inside a call, at a time that lies in it.
struct Detail {
  SimTime time = 0;
  std::variant<SendEvent, MessageEvent, RequestEvent, LockEvent, Partners, TransferEvent> what;
  bool matched = true;  // of a message: its other end is there, too
};

struct Step {
  enum class Kind { compute, call, region_begin, region_end, marker, counter };

  Kind kind = Kind::compute;
  SimTime begin = 0, end = 0;   // the same for both ends of a region
  std::string_view name;        // of the call, region or counter; a marker's text
  double value = 0;             // of a counter
  CallEvent call{};             // of a call
  std::vector<Detail> details;  // in the order of their times
};

// What a place in a program is called, such as "stencil.cpp:120".
using PlaceNames = std::function<std::string(const std::string& module, std::int64_t offset)>;

// The selected steps of one process, in little memory. Regions are balanced: one that has no end is
// closed with the last step, an end without a beginning is left out.
class TraceStepReader : private EventSink {
 public:
  TraceStepReader(const std::string& path, const Selection& selection, const PlaceNames& names);

  bool next(Step& step);

  const PlainReader& file() const { return reader_; }
  int rank() const { return reader_.rank(); }
  // Those that were named so far, by number.
  const std::map<int, CommunicatorEvent>& communicators() const { return communicators_; }
  const std::map<int, int>& windows() const { return windows_; }
  // Where in the program a call is made; empty where nobody has asked for places.
  std::string_view place(const Step& step) const {
    const auto found = places_.find(step.call.site);
    return found == places_.end() ? std::string_view() : std::string_view(found->second);
  }

 private:
  struct OpenRegion {
    std::string_view name;
    SimTime begin;
    bool shown;
  };

  void compute(const ComputeEvent& event) override;
  void call(const CallEvent& event) override;
  void send(const SendEvent& event) override { details_.push_back({event.sent, event}); }
  void message(const MessageEvent& event) override { details_.push_back({event.received, event}); }
  void request(const RequestEvent& event) override { details_.push_back({event.time, event}); }
  void lock(const LockEvent& event) override { details_.push_back({0, event}); }
  void partners(const PartnersEvent& event) override {
    details_.push_back({Selection::latest, Partners{event.ranks}});
  }
  void communicator(const CommunicatorEvent& event) override {
    communicators_[event.number] = event;
  }
  void window(const WindowEvent& event) override { windows_[event.number] = event.communicator; }
  void site(const SiteEvent& event) override {
    if (names_) places_[event.number] = names_(std::string(event.module), event.offset);
  }
  void region(const RegionEvent& event) override;
  void transfer(const TransferEvent& event) override { details_.push_back({event.sent, event}); }
  void marker(const MarkerEvent& event) override {
    if (selected(event.time, event.time)) {
      add(Step::Kind::marker, event.time, event.time, event.text);
    }
  }
  void counter(const CounterEvent& event) override {
    if (!selected(event.time, event.time)) return;
    add(Step::Kind::counter, event.time, event.time, event.name);
    ready_.back().value = event.value;
  }
  void flush() override {}

  bool selected(SimTime begin, SimTime end);
  void add(Step::Kind kind, SimTime begin, SimTime end, std::string_view name);

  PlainReader reader_;
  Selection selection_;
  const PlaceNames& names_;
  std::map<int, std::string> places_;
  std::deque<Step> ready_;
  std::vector<Detail> details_;  // of the call that comes next
  std::vector<OpenRegion> regions_;
  SimTime last_ = 0;
  std::map<int, CommunicatorEvent> communicators_;
  std::map<int, int> windows_;
};

}  // namespace revprof
