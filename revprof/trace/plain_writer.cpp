// SPDX-License-Identifier: BSD-3-Clause
// Formats events straight into the mapped file: no stream, no allocation, no system call per event.
#include "revprof/trace/plain_writer.hpp"

#include <unistd.h>

#include <charconv>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>

namespace revprof {

namespace {

constexpr std::size_t digits = 21;      // of a 64-bit number, its sign and a blank
constexpr std::size_t most_fields = 8;  // of an event's line
constexpr std::size_t closing_line =
    128;  // kept free in the file, so that a trace on a full disk has it too

char* put(char* to, std::string_view text) {
  std::memcpy(to, text.data(), text.size());
  return to + text.size();
}

char* put(char* to, std::int64_t number) { return std::to_chars(to, to + digits, number).ptr; }

template <typename First, typename... Rest>
char* put_fields(char* to, First first, Rest... rest) {
  to = put(to, first);
  if constexpr (sizeof...(rest) > 0) {
    *to++ = ' ';
    return put_fields(to, rest...);
  } else {
    return to;
  }
}

// A name may hold anything, a line may not.
std::string on_one_line(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '\\') {
      result += "\\\\";
    } else if (c == '\n') {
      result += "\\n";
    } else if (c != '\0') {
      result += c;
    }
  }
  return result;
}

}  // namespace

PlainWriter::PlainWriter(const TraceOptions& options)
    : file_(options.directory + "/p" + std::to_string(options.rank) + ".trace"),
      owner_(::getpid()),
      limit_(options.limit) {
  const std::string header = "# revprof-trace 1\n# rank " + std::to_string(options.rank) + " of " +
                             std::to_string(options.processes) + "\n# program " +
                             on_one_line(options.program);
  if (char* to = line(header.size())) finish(to, put(to, header));
}

PlainWriter::~PlainWriter() {
  if (::getpid() != owner_) return;
  write_pending_compute();
  char* to = file_.room(closing_line);
  if (to == nullptr) return;
  char* end = put(to, "# end events=");
  end = put(end, kept_);
  end = put(end, " left_out=");
  finish(to, put(end, left_out_));
}

void PlainWriter::compute(const ComputeEvent& event) {
  if (event.begin == event.end) return;
  if (event.begin == pending_.end && pending_.begin != pending_.end) {
    pending_.end = event.end;
    return;
  }
  write_pending_compute();
  pending_ = event;
}

void PlainWriter::call(const CallEvent& event) {
  write_pending_compute();
  char* to = event_line(event.call.size());
  if (to == nullptr) return;
  finish(to, put_fields(to, "M", event.call, event.begin, event.end, event.waiting, event.bytes,
                        event.peer, event.communicator));
}

void PlainWriter::message(const MessageEvent& event) {
  write_pending_compute();
  char* to = event_line(0);
  if (to == nullptr) return;
  finish(to, put_fields(to, "R", event.source, event.sent, event.arrived, event.received,
                        event.bytes, event.tag, event.communicator));
}

void PlainWriter::communicator(const CommunicatorEvent& event) {
  if (kept_ >= limit_) return;  // no later line will name it
  char* to = line((event.ranks.size() + 1) * digits);
  if (to == nullptr) return;
  char* end = put_fields(to, "G", event.number);
  for (const std::int32_t rank : event.ranks) {
    *end++ = ' ';
    end = put(end, rank);
  }
  finish(to, end);
}

void PlainWriter::region(const RegionEvent& event) {
  write_pending_compute();
  const std::string name = on_one_line(event.name);
  char* to = event_line(name.size());
  if (to == nullptr) return;
  finish(to, put_fields(to, event.begins ? "B" : "E", event.time, std::string_view(name)));
}

void PlainWriter::flush() { write_pending_compute(); }

void PlainWriter::write_pending_compute() {
  if (pending_.begin == pending_.end) return;
  const ComputeEvent event = pending_;
  pending_ = {event.end, event.end};
  if (char* to = event_line(0)) finish(to, put_fields(to, "C", event.begin, event.end));
}

char* PlainWriter::event_line(std::size_t text_bytes) {
  char* to = kept_ < limit_ ? line(text_bytes + most_fields * digits) : nullptr;
  ++(to != nullptr ? kept_ : left_out_);
  return to;
}

char* PlainWriter::line(std::size_t bytes) {
  if (warned_) return nullptr;
  char* to = file_.room(bytes + closing_line);
  if (to == nullptr) {
    warned_ = true;
    std::fprintf(stderr, "revprof: warning: %s: %s: the trace ends here, the prediction goes on\n",
                 file_.path().c_str(), std::strerror(file_.error()));
  }
  return to;
}

void PlainWriter::finish(char* line, char* end) {
  *end++ = '\n';
  file_.advance(static_cast<std::size_t>(end - line));
}

}  // namespace revprof
