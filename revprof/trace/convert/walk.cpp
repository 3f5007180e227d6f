// SPDX-License-Identifier: BSD-3-Clause
// Merges the processes' steps by time.
#include "revprof/trace/convert/walk.hpp"

#include <algorithm>
#include <queue>
#include <stdexcept>

#include "revprof/trace/convert/message_ends.hpp"

namespace revprof {

namespace {

// One process on its way: a step has its begin, its details and its end as points.
class Walker {
 public:
  Walker(const std::string& path, const RunTraces& traces)
      : reader_(path, traces.selection, traces.places) {
    advance();
  }

  const TraceStepReader& reader() const { return reader_; }
  bool at_end() const { return at_end_; }
  SimTime time() const {
    if (point_ == 0) return step_.begin;
    return point_ <= step_.details.size() ? step_.details[point_ - 1].time : step_.end;
  }

  void show(StepWriter& writer) {
    const bool has_end = step_.kind == Step::Kind::compute || step_.kind == Step::Kind::call;
    if (point_ == 0) {
      writer.begin(reader_, step_);
    } else if (point_ <= step_.details.size()) {
      writer.detail(reader_, step_, step_.details[point_ - 1]);
    } else {
      writer.end(reader_, step_);
    }
    ++point_;
    if (point_ > (has_end ? step_.details.size() + 1 : 0)) advance();
  }

 private:
  void advance() {
    point_ = 0;
    at_end_ = !reader_.next(step_);
  }

  TraceStepReader reader_;
  Step step_;
  std::size_t point_ = 0;
  bool at_end_ = false;
};

struct Later {
  bool operator()(const Walker* a, const Walker* b) const {
    if (a->time() != b->time()) return a->time() > b->time();
    return a->reader().rank() > b->reader().rank();
  }
};

void walk_by_time(const RunTraces& traces, StepWriter& writer) {
  std::vector<std::unique_ptr<Walker>> walkers;
  std::priority_queue<Walker*, std::vector<Walker*>, Later> next;
  for (const auto& [rank, path] : traces.files) {
    walkers.push_back(std::make_unique<Walker>(path, traces));
    writer.process(walkers.back()->reader());
    if (!walkers.back()->at_end()) next.push(walkers.back().get());
  }
  while (!next.empty()) {
    Walker* const walker = next.top();
    next.pop();
    do {
      walker->show(writer);
    } while (!walker->at_end() && (next.empty() || Later()(next.top(), walker)));
    if (!walker->at_end()) next.push(walker);
  }
}

void walk_by_process(const RunTraces& traces, StepWriter& writer) {
  for (const auto& [rank, path] : traces.files) {
    Walker walker(path, traces);
    writer.process(walker.reader());
    while (!walker.at_end()) walker.show(writer);
  }
}

// Looks at both ends of every message: what is left has one end here and the other one nowhere.
class Matcher : public StepWriter {
 public:
  explicit Matcher(const RunTraces& traces) : traces_(traces) {}

  bool is_alone(const TraceStepReader& reader, const Detail& detail) {
    if (const auto* moved = std::get_if<TransferEvent>(&detail.what)) return !traced(moved->peer);
    return with_key(reader, detail, [this](const MessageKey& key, MessageEnd end) {
      return !has_both(key) || ends_.take_alone(key, end);
    });
  }

  void process(const TraceStepReader&) override {}
  void begin(const TraceStepReader&, const Step&) override {}
  void detail(const TraceStepReader& reader, const Step&, const Detail& detail) override {
    with_key(reader, detail, [this](const MessageKey& key, MessageEnd end) {
      if (has_both(key)) ends_.number(key, end);
      return false;
    });
  }
  void end(const TraceStepReader&, const Step&) override {}
  void close() override {}

 private:
  template <class Use>
  bool with_key(const TraceStepReader& reader, const Detail& detail, Use use) {
    if (const auto* sent = std::get_if<SendEvent>(&detail.what)) {
      return use(MessageKey::of(*sent, reader.rank()), MessageEnd::sent);
    }
    if (const auto* received = std::get_if<MessageEvent>(&detail.what)) {
      return use(MessageKey::of(*received, reader.rank()), MessageEnd::received);
    }
    return false;
  }
  bool has_both(const MessageKey& key) const {
    return traced(key.source) && traced(key.destination);
  }
  bool traced(int rank) const {
    return rank >= 0 && rank < traces_.processes && traces_.selection.has_process(rank);
  }

  const RunTraces& traces_;
  MessageEnds ends_;
};

// Tells the writer what the matcher knows.
class Matched : public StepWriter {
 public:
  Matched(Matcher& matcher, StepWriter& writer) : matcher_(matcher), writer_(writer) {}

  void process(const TraceStepReader& reader) override { writer_.process(reader); }
  void begin(const TraceStepReader& reader, const Step& step) override {
    writer_.begin(reader, step);
  }
  void detail(const TraceStepReader& reader, const Step& step, const Detail& detail) override {
    if (!matcher_.is_alone(reader, detail)) return writer_.detail(reader, step, detail);
    Detail alone = detail;
    alone.matched = false;
    writer_.detail(reader, step, alone);
  }
  void end(const TraceStepReader& reader, const Step& step) override { writer_.end(reader, step); }
  void close() override { writer_.close(); }

 private:
  Matcher& matcher_;
  StepWriter& writer_;
};

}  // namespace

RunTraces find_traces(const std::string& directory, const Selection& selection) {
  RunTraces traces;
  traces.selection = selection;
  for (const auto& [rank, path] : plain_trace_files(directory)) {
    const PlainReader reader(path);
    if (reader.rank() != rank) {
      throw std::runtime_error(path + ":2: expected rank " + std::to_string(rank) + ", found " +
                               std::to_string(reader.rank()));
    }
    traces.processes = std::max({traces.processes, reader.processes(), rank + 1});
    if (traces.program.empty()) traces.program = reader.program();
    if (selection.has_process(rank)) traces.files.emplace_back(rank, path);
  }
  if (traces.files.empty()) {
    throw std::runtime_error(directory + ": holds no trace of the processes that are asked for");
  }
  return traces;
}

void walk(const RunTraces& traces, WalkOrder order, StepWriter& writer) {
  Matcher matcher(traces);
  walk_by_time(traces, matcher);
  Matched matched(matcher, writer);
  order == WalkOrder::by_time ? walk_by_time(traces, matched) : walk_by_process(traces, matched);
  writer.close();
}

}  // namespace revprof
