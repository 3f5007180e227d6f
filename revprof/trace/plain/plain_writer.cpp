// SPDX-License-Identifier: BSD-3-Clause
// Formats events straight into the mapped file: no stream, no allocation, no system call per event.
#include "revprof/trace/plain/plain_writer.hpp"

#include <unistd.h>

#include <charconv>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "revprof/trace/plain/plain_format.hpp"

namespace revprof {

namespace {

constexpr std::size_t digits = 21;         // of a 64-bit number, its sign and a blank
constexpr std::size_t most_fields = 10;    // of an event's line
constexpr std::size_t longest_words = 64;  // of a call, and what its request does
constexpr std::int64_t none = -1;          // for a field that is not written
constexpr std::size_t closing_line =
    128;  // kept free in the file, so that a trace on a full disk has it too

char* put(char* to, std::string_view text) {
  std::memcpy(to, text.data(), text.size());
  return to + text.size();
}

char* put(char* to, std::int64_t number) { return std::to_chars(to, to + digits, number).ptr; }

// A last field that most lines do without.
char* put_optional(char* to, std::int64_t number) {
  if (number < 0) return to;
  *to++ = ' ';
  return put(to, number);
}

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
    : file_(trace_file_name(options.directory, options.rank)),
      owner_(::getpid()),
      limit_(options.limit),
      from_(options.selection.from),
      to_(options.selection.to) {
  const std::string header = "# revprof-trace 2\n# rank " + std::to_string(options.rank) + " of " +
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
  char* const to = selected(event.begin, event.end)
                       ? event_lines(details_.size() + event.call.size(), detail_count_ + 1)
                       : nullptr;
  if (to != nullptr) {
    char* end = put_fields(put(to, details_), "M", event.call, event.begin, event.end,
                           event.waiting, event.bytes, event.peer, event.communicator);
    if (event.site < 0) {
      end = put_optional(end, event.window);
    } else {
      *end++ = ' ';
      end = put_fields(end, event.window, event.site);
    }
    finish(to, end);
  }
  details_.clear();
  detail_count_ = 0;
}

void PlainWriter::send(const SendEvent& event) {
  detail(event.request, "S", event.destination, event.sent, event.bytes, event.tag,
         event.communicator);
}

void PlainWriter::message(const MessageEvent& event) {
  detail(event.request, "R", event.source, event.sent, event.arrived, event.received, event.bytes,
         event.tag, event.communicator);
}

void PlainWriter::request(const RequestEvent& event) {
  const std::string_view what = request_words[static_cast<std::size_t>(event.what)];
  if (event.what == RequestEvent::What::collective) {
    detail(none, "Q", event.number, event.time, what, event.call, event.bytes, event.root,
           event.communicator);
  } else {
    detail(none, "Q", event.number, event.time, what);
  }
}

void PlainWriter::lock(const LockEvent& event) {
  detail(none, "L", event.exclusive ? "exclusive" : "shared");
}

void PlainWriter::transfer(const TransferEvent& event) {
  detail(none, "U", event.fetched ? "get" : "put", event.peer, event.sent, event.arrived,
         event.bytes);
}

void PlainWriter::partners(const PartnersEvent& event) {
  details_ += 'N';
  for (const int rank : event.ranks) details_ += ' ' + std::to_string(rank);
  details_ += '\n';
  ++detail_count_;
}

// Written with its call, or not at all: a trace that ends or is cut never parts the two.
template <typename... Fields>
void PlainWriter::detail(std::int64_t optional, Fields... fields) {
  char text[most_fields * digits + longest_words];
  char* end = put_optional(put_fields(text, fields...), optional);
  *end++ = '\n';
  details_.append(text, static_cast<std::size_t>(end - text));
  ++detail_count_;
}

void PlainWriter::communicator(const CommunicatorEvent& event) {
  if (full()) return;  // no later line will name it
  char* to = line((event.ranks.size() + 2) * digits);
  if (to == nullptr) return;
  char* end = put_fields(to, "G", event.number);
  for (std::size_t i = 0; i < event.ranks.size(); ++i) {
    if (i > 0 && i == static_cast<std::size_t>(event.local)) end = put(end, " |");
    *end++ = ' ';
    end = put(end, event.ranks[i]);
  }
  finish(to, end);
}

void PlainWriter::window(const WindowEvent& event) {
  if (full()) return;
  char* to = line(most_fields * digits);
  if (to != nullptr) finish(to, put_fields(to, "W", event.number, event.communicator));
}

void PlainWriter::site(const SiteEvent& event) {
  if (full()) return;
  const std::string module = on_one_line(event.module);
  char* to = line(module.size() + most_fields * digits);
  if (to == nullptr) return;
  finish(to, put_fields(to, "P", event.number, event.offset, std::string_view(module)));
}

bool PlainWriter::selected(SimTime begin, SimTime end) {
  if (end < from_ || begin > to_) return false;
  for (OpenRegion& region : regions_) {
    if (!std::exchange(region.written, true)) write_region({region.name, region.begin, true});
  }
  return true;
}

// A region that reaches into the selected stretch is kept whole.
void PlainWriter::region(const RegionEvent& event) {
  write_pending_compute();
  if (event.begins) {
    regions_.push_back({std::string(event.name), event.time, false});
    selected(event.time, event.time);
  } else if (!regions_.empty()) {
    selected(regions_.back().begin, event.time);
    if (regions_.back().written) write_region(event);
    regions_.pop_back();
  }
}

void PlainWriter::write_region(const RegionEvent& event) {
  write_named(event.name, event.begins ? "B" : "E", event.time);
}

template <typename... Fields>
void PlainWriter::write_named(std::string_view name, Fields... fields) {
  const std::string text = on_one_line(name);
  char* to = event_lines(text.size(), 1);
  if (to != nullptr) finish(to, put_fields(to, fields..., std::string_view(text)));
}

void PlainWriter::marker(const MarkerEvent& event) {
  write_pending_compute();
  if (selected(event.time, event.time)) write_named(event.text, "K", event.time);
}

void PlainWriter::counter(const CounterEvent& event) {
  write_pending_compute();
  if (!selected(event.time, event.time)) return;
  char value[2 * digits];
  char* const end = std::to_chars(value, value + sizeof value, event.value).ptr;
  const std::string_view text(value, static_cast<std::size_t>(end - value));
  write_named(event.name, "V", event.time, text);
}

void PlainWriter::flush() { write_pending_compute(); }

void PlainWriter::write_pending_compute() {
  if (pending_.begin == pending_.end) return;
  const ComputeEvent event = pending_;
  pending_ = {event.end, event.end};
  if (!selected(event.begin, event.end)) return;
  if (char* to = event_lines(0, 1)) finish(to, put_fields(to, "C", event.begin, event.end));
}

char* PlainWriter::event_lines(std::size_t text_bytes, std::int64_t events) {
  const bool fits = left_out_ == 0 && kept_ + events <= limit_;
  char* to = fits ? line(text_bytes + most_fields * digits) : nullptr;
  (to != nullptr ? kept_ : left_out_) += events;
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
