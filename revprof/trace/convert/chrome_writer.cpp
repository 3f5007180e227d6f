// SPDX-License-Identifier: BSD-3-Clause
// Every process is a thread in the viewer, every node a process. Times are whole nanoseconds, as
// the viewer's own are: it rounds a begin and a length apart, and steps that touch would overlap.
#include "revprof/trace/convert/chrome_writer.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "fit/file/utf8.hpp"

namespace revprof {

namespace {

constexpr SimTime nanosecond = 1000;

std::string microseconds(SimTime time) { return decimal(time / nanosecond, 3); }

// The text of a JSON string; what is no UTF-8 is replaced.
std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = character_length(text, i);
    const auto c = static_cast<unsigned char>(text[i]);
    if (c == '"' || c == '\\') {
      result += '\\';
      result += text[i];
    } else if (c < 0x20) {
      constexpr char digits[] = "0123456789abcdef";
      result += std::string("\\u00") + digits[c >> 4] + digits[c & 15];
    } else if (length == 0) {
      result += "\xef\xbf\xbd";
    } else {
      result += text.substr(i, length);
    }
    i += length == 0 ? 1 : length;
  }
  return result + '"';
}

// JSON has no words for what is no number.
std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.17g", std::isfinite(value) ? value : 0.0);
  return text;
}

// A place inside the step that the viewer takes for inside, for an arrow to begin or end.
SimTime inside(const Step& step, SimTime time) {
  const SimTime begin = step.begin / nanosecond, end = step.end / nanosecond;
  return std::clamp(time / nanosecond, begin, std::max(begin, end - 1)) * nanosecond;
}

}  // namespace

ChromeWriter::ChromeWriter(const std::string& path, const RunTraces& traces, const Target& target)
    : file_(path), target_(target), program_(traces.program) {
  file_ << "{\"displayTimeUnit\":\"ns\",\"otherData\":{\"program\":" << quoted(traces.program)
        << ",\"processes\":" << quoted(std::to_string(traces.processes))
        << ",\"machine\":" << quoted(target.machine)
        << ",\"creator\":\"revprof\"},\n\"traceEvents\":[";
}

TextOutput& ChromeWriter::event(int rank, std::string_view phase, std::string_view category,
                                std::string_view name, SimTime time) {
  file_ << (std::exchange(first_, false) ? "\n" : ",\n") << "{\"ph\":\"" << phase
        << "\",\"pid\":" << target_.node(rank) + 1 << ",\"tid\":" << rank + 1
        << ",\"ts\":" << microseconds(time) << ",\"cat\":\"" << category
        << "\",\"name\":" << quoted(name);
  return file_;
}

// Names and the order on the screen. No pid or tid is 0: viewers take that for the idle task.
void ChromeWriter::process(const TraceStepReader& reader) {
  const int rank = reader.rank();
  const std::string node =
      target_.ranks_per_node > 0 ? "node " + std::to_string(target_.node(rank)) : program_;
  event(rank, "M", "__metadata", "process_name", 0)
      << ",\"args\":{\"name\":" << quoted(node) << "}}";
  event(rank, "M", "__metadata", "process_sort_index", 0)
      << ",\"args\":{\"sort_index\":" << target_.node(rank) << "}}";
  event(rank, "M", "__metadata", "thread_name", 0)
      << ",\"args\":{\"name\":" << quoted("process " + std::to_string(rank)) << "}}";
  event(rank, "M", "__metadata", "thread_sort_index", 0)
      << ",\"args\":{\"sort_index\":" << rank << "}}";
}

void ChromeWriter::begin(const TraceStepReader& reader, const Step& step) {
  const int rank = reader.rank();
  switch (step.kind) {
    case Step::Kind::region_begin:
      event(rank, "B", "region", step.name, step.begin) << "}";
      return;
    case Step::Kind::region_end:
      event(rank, "E", "region", step.name, step.begin) << "}";
      return;
    case Step::Kind::marker:
      event(rank, "i", "marker", step.name, step.begin) << ",\"s\":\"t\"}";
      return;
    case Step::Kind::counter: {
      // The viewer's counters belong to a process of its own, which is a node.
      const std::string name =
          std::string(step.name) + ", process " + std::to_string(reader.rank());
      event(rank, "C", "counter", name, step.begin)
          << ",\"args\":{\"value\":" << number(step.value) << "}}";
      return;
    }
    case Step::Kind::compute:
    case Step::Kind::call:
      break;
  }
  const bool call = step.kind == Step::Kind::call;
  event(rank, "X", call ? "mpi" : "compute", step.name, step.begin)
      << ",\"dur\":"
      << microseconds((step.end / nanosecond - step.begin / nanosecond) * nanosecond);
  if (call) arguments(reader, step);
  file_ << "}";
}

void ChromeWriter::arguments(const TraceStepReader& reader, const Step& step) {
  const CallEvent& call = step.call;
  file_ << ",\"args\":{\"bytes\":" << call.bytes << ",\"waiting_us\":" << decimal(call.waiting, 6);
  if (call.peer >= 0) file_ << ",\"peer\":" << call.peer;
  if (call.communicator >= 0) file_ << ",\"communicator\":" << call.communicator;
  if (call.window >= 0) file_ << ",\"window\":" << call.window;
  const std::string_view place = reader.place(step);
  if (!place.empty()) file_ << ",\"place\":" << quoted(place);
  file_ << "}";
}

// An arrow without a call at its other end.
void ChromeWriter::transfer(int rank, const Step& step, const TransferEvent& moved) {
  const int from = moved.fetched ? moved.peer : rank, to = moved.fetched ? rank : moved.peer;
  const SimTime sent = moved.fetched ? moved.sent : inside(step, moved.sent);
  const SimTime arrived = moved.fetched ? inside(step, moved.arrived) : moved.arrived;
  const std::string id = "\"t" + std::to_string(transfers_++) + "\"";
  const char* const name = moved.fetched ? "get" : "put";
  event(from, "s", "transfer", name, sent)
      << ",\"id\":" << id << ",\"args\":{\"bytes\":" << moved.bytes << ",\"to\":" << to << "}}";
  event(to, "f", "transfer", name, arrived)
      << ",\"bp\":\"e\",\"id\":" << id << ",\"args\":{\"bytes\":" << moved.bytes
      << ",\"from\":" << from << "}}";
}

void ChromeWriter::detail(const TraceStepReader& reader, const Step& step, const Detail& detail) {
  if (!detail.matched) return;
  const int rank = reader.rank();
  if (const auto* moved = std::get_if<TransferEvent>(&detail.what)) {
    return transfer(rank, step, *moved);
  }
  const SimTime time = inside(step, detail.time);
  if (const auto* sent = std::get_if<SendEvent>(&detail.what)) {
    event(rank, "s", "message", "message", time)
        << ",\"id\":" << ends_.number(MessageKey::of(*sent, rank), MessageEnd::sent)
        << ",\"args\":{\"bytes\":" << sent->bytes << ",\"tag\":" << sent->tag
        << ",\"to\":" << sent->destination << "}}";
  } else if (const auto* received = std::get_if<MessageEvent>(&detail.what)) {
    event(rank, "f", "message", "message", time)
        << ",\"bp\":\"e\",\"id\":"
        << ends_.number(MessageKey::of(*received, rank), MessageEnd::received)
        << ",\"args\":{\"bytes\":" << received->bytes << ",\"tag\":" << received->tag
        << ",\"from\":" << received->source
        << ",\"flight_us\":" << decimal(received->arrived - received->sent, 6) << "}}";
  }
}

void ChromeWriter::close() {
  file_ << "\n]}\n";
  file_.close();
}

}  // namespace revprof
