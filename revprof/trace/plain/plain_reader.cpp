// SPDX-License-Identifier: BSD-3-Clause
// Parses the plain trace line by line; stops without complaint where a crash cut the file.
#include "revprof/trace/plain/plain_reader.hpp"

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <system_error>

#include "revprof/trace/plain/plain_fields.hpp"
#include "revprof/trace/plain/plain_format.hpp"

namespace revprof {

namespace {

constexpr const char* expected_line =
    "an event (G, W, P, C, M, S, R, Q, L, N, U, B, E, K or V) or the closing line";

void require_order(const PlainFields& fields, SimTime earlier, SimTime later) {
  if (earlier > later) fields.fail("a time that is not before the one it follows");
}

ComputeEvent read_compute(PlainFields& fields) {
  ComputeEvent event{};
  event.begin = fields.integer<SimTime>("a begin in picoseconds");
  event.end = fields.integer<SimTime>("an end in picoseconds");
  require_order(fields, event.begin, event.end);
  return event;
}

CallEvent read_call(PlainFields& fields, std::string_view call) {
  CallEvent event{};
  event.call = call;
  event.begin = fields.integer<SimTime>("a begin in picoseconds");
  event.end = fields.integer<SimTime>("an end in picoseconds");
  event.waiting = fields.integer<SimTime>("a waiting time in picoseconds");
  event.bytes = fields.integer<std::int64_t>("a number of bytes");
  event.peer = fields.integer<std::int32_t>("a peer's rank or -1");
  event.communicator = fields.integer<std::int32_t>("a communicator's number or -1");
  event.window = fields.optional<std::int32_t>("a window's number");
  event.site = fields.optional<std::int32_t>("a place's number");
  require_order(fields, event.begin, event.end);
  return event;
}

SendEvent read_send(PlainFields& fields) {
  SendEvent event{};
  event.destination = fields.integer<std::int32_t>("a destination's rank or -1");
  event.sent = fields.integer<SimTime>("the time of sending in picoseconds");
  event.bytes = fields.integer<std::int64_t>("a number of bytes");
  event.tag = fields.integer<std::int32_t>("a tag");
  event.communicator = fields.integer<std::int32_t>("a communicator's number or -1");
  event.request = fields.optional<std::int64_t>("a request's number");
  return event;
}

MessageEvent read_message(PlainFields& fields) {
  MessageEvent event{};
  event.source = fields.integer<std::int32_t>("a source's rank or -1");
  event.sent = fields.integer<SimTime>("the time of sending in picoseconds");
  event.arrived = fields.integer<SimTime>("the time of arrival in picoseconds");
  event.received = fields.integer<SimTime>("the time of reception in picoseconds");
  event.bytes = fields.integer<std::int64_t>("a number of bytes");
  event.tag = fields.integer<std::int32_t>("a tag");
  event.communicator = fields.integer<std::int32_t>("a communicator's number or -1");
  event.request = fields.optional<std::int64_t>("a request's number");
  return event;
}

// Without the collective's own fields.
RequestEvent read_request(PlainFields& fields) {
  constexpr const char* expected = "receive, collective, transfer, complete or cancelled";
  RequestEvent event{};
  event.number = fields.integer<std::int64_t>("a request's number");
  event.time = fields.integer<SimTime>("a time in picoseconds");
  const std::string_view word = fields.word(expected);
  const auto found = std::find(request_words.begin(), request_words.end(), word);
  if (found == request_words.end()) fields.fail(expected);
  event.what = static_cast<RequestEvent::What>(found - request_words.begin());
  return event;
}

CommunicatorEvent read_communicator(PlainFields& fields) {
  CommunicatorEvent event{};
  event.number = fields.integer<std::int32_t>("a communicator's number");
  while (!fields.at_end()) {
    if (fields.starts_with("| ")) {
      if (event.local != 0 || event.ranks.empty()) fields.fail("a rank");
      event.local = static_cast<std::int32_t>(event.ranks.size());
      fields.literal("| ", "");
    }
    event.ranks.push_back(fields.integer<std::int32_t>("a rank"));
  }
  return event;
}

}  // namespace

PlainReader::PlainReader(const std::string& path) : file_(path) {
  if (read_header()) return;
  rank_ = std::max(0, rank_in_name(path));
  processes_ = 0;
  cut_ = true;
}

// False where the file was cut inside the header.
bool PlainReader::read_header() {
  std::string_view line;
  if (!next_line(line)) {
    const bool is_other = !line.empty() && line[0] != '#' && line[0] != '\0';
    if (is_other) PlainFields(file_.path(), 1, line).fail("a trace that begins with \"#\"");
    return false;
  }
  PlainFields format(file_.path(), number_, line);
  if (line != "# revprof-trace 1") {  // the same with fewer events
    format.literal("# revprof-trace 2",
                   "\"# revprof-trace 2\" (a trace of this format and version)");
    format.end();
  }
  if (!next_line(line)) return false;
  PlainFields rank(file_.path(), number_, line);
  rank.literal("# rank ", "\"# rank R of P\"");
  rank_ = rank.integer<int>("a rank");
  rank.literal("of ", "\"of\" and the number of processes");
  processes_ = rank.integer<int>("the number of processes");
  rank.end();
  if (rank_ < 0 || rank_ >= processes_) rank.fail("a rank below the number of processes");
  if (!next_line(line)) return false;
  PlainFields program(file_.path(), number_, line);
  program.literal("# program ", "\"# program NAME\"");
  program_ = program.text();
  return true;
}

// A line without its end, or with a zero byte in it, is where the writer was killed.
bool PlainReader::next_line(std::string_view& line) {
  if (!file_.next(line) || line.find('\0') != std::string_view::npos) return false;
  ++number_;
  return true;
}

bool PlainReader::next(EventSink& sink) {
  std::string_view line;
  if (cut_ || complete_ || !next_line(line)) return false;
  PlainFields fields(file_.path(), number_, line);
  if (line.substr(0, 1) == "#") {
    read_end(fields);
    return false;
  }
  const std::string_view kind = fields.word(expected_line);
  if (kind.size() != 1) fields.fail(expected_line);
  ++events_;
  switch (kind[0]) {
    case 'C': {
      const ComputeEvent event = read_compute(fields);
      fields.end();
      sink.compute(event);
      break;
    }
    case 'M': {
      const std::string_view call = lasting(fields.word("the name of a call"));
      const CallEvent event = read_call(fields, call);
      fields.end();
      sink.call(event);
      break;
    }
    case 'S': {
      const SendEvent event = read_send(fields);
      fields.end();
      sink.send(event);
      break;
    }
    case 'R': {
      const MessageEvent event = read_message(fields);
      fields.end();
      sink.message(event);
      break;
    }
    case 'Q': {
      RequestEvent event = read_request(fields);
      if (event.what == RequestEvent::What::collective) {
        event.call = lasting(fields.word("the name of a call"));
        event.bytes = fields.integer<std::int64_t>("a number of bytes");
        event.root = fields.integer<std::int32_t>("a root's rank or -1");
        event.communicator = fields.integer<std::int32_t>("a communicator's number or -1");
      }
      fields.end();
      sink.request(event);
      break;
    }
    case 'L': {
      const std::string_view word = fields.word("exclusive or shared");
      if (word != "exclusive" && word != "shared") fields.fail("exclusive or shared");
      fields.end();
      sink.lock({word == "exclusive"});
      break;
    }
    case 'N': {
      std::vector<int> ranks;
      while (!fields.at_end()) ranks.push_back(fields.integer<int>("a rank or -1"));
      sink.partners({ranks});
      break;
    }
    case 'B':
    case 'E': {
      const auto time = fields.integer<SimTime>("a time in picoseconds");
      const std::string name = fields.text();
      sink.region({name, time, kind[0] == 'B'});
      break;
    }
    case 'U': {
      const std::string_view word = fields.word("put or get");
      if (word != "put" && word != "get") fields.fail("put or get");
      TransferEvent event{word == "get", 0, 0, 0, 0};
      event.peer = fields.integer<std::int32_t>("a rank");
      event.sent = fields.integer<SimTime>("the time of sending in picoseconds");
      event.arrived = fields.integer<SimTime>("the time of arrival in picoseconds");
      event.bytes = fields.integer<std::int64_t>("a number of bytes");
      fields.end();
      sink.transfer(event);
      break;
    }
    case 'K': {
      const auto time = fields.integer<SimTime>("a time in picoseconds");
      sink.marker({lasting(fields.text()), time});
      break;
    }
    case 'V': {
      const auto time = fields.integer<SimTime>("a time in picoseconds");
      const auto value = fields.integer<double>("a number");
      sink.counter({lasting(fields.text()), time, value});
      break;
    }
    case 'G':
      --events_;
      sink.communicator(read_communicator(fields));
      break;
    case 'P': {
      --events_;
      SiteEvent event{};
      event.number = fields.integer<std::int32_t>("a place's number");
      event.offset = fields.integer<std::int64_t>("an address");
      event.module = lasting(fields.text());
      sink.site(event);
      break;
    }
    case 'W': {
      --events_;
      WindowEvent event{};
      event.number = fields.integer<std::int32_t>("a window's number");
      event.communicator = fields.integer<std::int32_t>("a communicator's number");
      fields.end();
      sink.window(event);
      break;
    }
    default:
      fields.fail(expected_line);
  }
  return true;
}

void PlainReader::read_end(PlainFields& fields) {
  fields.literal("# end events=", "an event or the closing line \"# end events=N left_out=N\"");
  const auto events = fields.integer<std::int64_t>("the number of events");
  fields.literal("left_out=", "\"left_out=\"");
  left_out_ = fields.integer<std::int64_t>("a number of events");
  fields.end();
  if (events != events_)
    fields.fail(std::to_string(events_) + " events as above in the closing line");
  if (!file_.at_end()) fields.fail("nothing after the closing line");
  complete_ = true;
}

}  // namespace revprof
