// SPDX-License-Identifier: BSD-3-Clause
// Parses the plain trace line by line; stops without complaint where a crash cut the file.
#include "revprof/trace/plain_reader.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include "revprof/trace/file.hpp"

namespace revprof {

namespace {

// The lines of a trace; a line without its end, or with a zero byte in it, is where the writer was
// killed.
class Lines {
 public:
  Lines(std::string path, std::string_view text) : path_(std::move(path)), rest_(text) {}

  bool next() {
    const std::size_t end = rest_.find('\n');
    line_ = rest_.substr(0, end);
    if (end == std::string_view::npos || line_.find('\0') != std::string_view::npos) return false;
    rest_.remove_prefix(end + 1);
    ++number_;
    return true;
  }

  // The next field of the line, and its end.
  std::string_view word(const char* expected) {
    const std::size_t length = std::min(line_.find(' '), line_.size());
    if (length == 0) fail(expected);
    const std::string_view field = line_.substr(0, length);
    line_.remove_prefix(std::min(length + 1, line_.size()));
    return field;
  }

  template <typename Integer>
  Integer integer(const char* expected) {
    const std::string_view field = word(expected);
    Integer value = 0;
    const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
    if (error != std::errc() || end != field.data() + field.size()) fail(expected);
    return value;
  }

  void literal(std::string_view text, const char* expected) {
    if (line_.substr(0, text.size()) != text) fail(expected);
    line_.remove_prefix(text.size());
  }

  std::string_view rest() const { return line_; }
  bool at_end() const { return line_.empty(); }
  void end() const {
    if (!at_end()) fail("the end of the line");
  }
  bool nothing_follows() const { return rest_.empty(); }

  [[noreturn]] void fail(const std::string& expected) const {
    throw std::runtime_error(path_ + ":" + std::to_string(number_) + ": expected " + expected +
                             (line_.empty() ? "" : ", found \"" + std::string(line_) + "\""));
  }

 private:
  std::string path_;
  std::string_view rest_, line_;
  int number_ = 0;
};

std::string from_one_line(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) {
      ++i;
      result += text[i] == 'n' ? '\n' : text[i];
    } else {
      result += text[i];
    }
  }
  return result;
}

void require_order(const Lines& lines, SimTime earlier, SimTime later) {
  if (earlier > later) lines.fail("a time that is not before the one it follows");
}

ComputeEvent read_compute(Lines& lines) {
  ComputeEvent event{};
  event.begin = lines.integer<SimTime>("a begin in picoseconds");
  event.end = lines.integer<SimTime>("an end in picoseconds");
  require_order(lines, event.begin, event.end);
  return event;
}

TraceCall read_call(Lines& lines) {
  TraceCall event;
  event.call = lines.word("the name of a call");
  event.begin = lines.integer<SimTime>("a begin in picoseconds");
  event.end = lines.integer<SimTime>("an end in picoseconds");
  event.waiting = lines.integer<SimTime>("a waiting time in picoseconds");
  event.bytes = lines.integer<std::int64_t>("a number of bytes");
  event.peer = lines.integer<int>("a peer's rank or -1");
  event.communicator = lines.integer<int>("a communicator's number or -1");
  require_order(lines, event.begin, event.end);
  return event;
}

MessageEvent read_message(Lines& lines) {
  MessageEvent event{};
  event.source = lines.integer<std::int32_t>("a source's rank or -1");
  event.sent = lines.integer<SimTime>("the time of sending in picoseconds");
  event.arrived = lines.integer<SimTime>("the time of arrival in picoseconds");
  event.received = lines.integer<SimTime>("the time of reception in picoseconds");
  event.bytes = lines.integer<std::int64_t>("a number of bytes");
  event.tag = lines.integer<std::int32_t>("a tag");
  event.communicator = lines.integer<std::int32_t>("a communicator's number or -1");
  return event;
}

TraceRegion read_region(Lines& lines, bool begins) {
  TraceRegion region;
  region.time = lines.integer<SimTime>("a time in picoseconds");
  region.name = from_one_line(lines.rest());
  region.begins = begins;
  return region;
}

// False where the file was cut inside the header.
bool read_header(Lines& lines, Trace& trace) {
  if (!lines.next()) return false;
  lines.literal("# revprof-trace 1", "\"# revprof-trace 1\" (a trace of this format and version)");
  lines.end();
  if (!lines.next()) return false;
  lines.literal("# rank ", "\"# rank R of P\"");
  trace.rank = lines.integer<int>("a rank");
  lines.literal("of ", "\"of\" and the number of processes");
  trace.processes = lines.integer<int>("the number of processes");
  lines.end();
  if (trace.rank < 0 || trace.rank >= trace.processes)
    lines.fail("a rank below the number of processes");
  if (!lines.next()) return false;
  lines.literal("# program ", "\"# program NAME\"");
  trace.program = from_one_line(lines.rest());
  return true;
}

void read_end(Lines& lines, Trace& trace) {
  lines.literal(" end events=", "an event or the closing line \"# end events=N left_out=N\"");
  const auto events = lines.integer<std::uint64_t>("the number of events");
  lines.literal("left_out=", "\"left_out=\"");
  trace.left_out = lines.integer<std::int64_t>("a number of events");
  lines.end();
  const std::uint64_t found =
      trace.computes.size() + trace.calls.size() + trace.messages.size() + trace.regions.size();
  if (events != found) lines.fail(std::to_string(found) + " events as above in the closing line");
  if (!lines.nothing_follows()) lines.fail("nothing after the closing line");
  trace.complete = true;
}

void read_line(Lines& lines, Trace& trace) {
  const char* expected = "an event (G, C, M, R, B or E) or the closing line";
  const std::string_view kind = lines.word(expected);
  if (kind == "B" || kind == "E") {
    trace.regions.push_back(read_region(lines, kind == "B"));
    return;
  }
  if (kind == "C") {
    trace.computes.push_back(read_compute(lines));
  } else if (kind == "M") {
    trace.calls.push_back(read_call(lines));
  } else if (kind == "R") {
    trace.messages.push_back(read_message(lines));
  } else if (kind == "G") {
    auto& ranks = trace.communicators[lines.integer<int>("a communicator's number")];
    ranks.clear();
    while (!lines.at_end()) ranks.push_back(lines.integer<std::int32_t>("a rank"));
  } else {
    lines.fail(expected);
  }
  lines.end();
}

// The 12 of "p12.trace"; -1 for any other name.
int rank_in_name(const std::filesystem::path& path) {
  const std::string name = path.filename().string();
  int rank = -1;
  const auto [end, error] = std::from_chars(name.data() + 1, name.data() + name.size(), rank);
  if (name[0] != 'p' || error != std::errc() || std::string_view(end) != ".trace") return -1;
  return rank;
}

}  // namespace

Trace read_plain_trace(const std::string& path) {
  const std::string text = read_file(path);
  Lines lines(path, text);
  Trace trace;
  if (!read_header(lines, trace)) {
    trace.rank = std::max(0, rank_in_name(path));
    return trace;
  }
  while (!trace.complete && lines.next()) {
    if (lines.rest().substr(0, 1) == "#") {
      lines.literal("#", "");
      read_end(lines, trace);
    } else {
      read_line(lines, trace);
    }
  }
  return trace;
}

std::vector<Trace> read_plain_traces(const std::string& directory) {
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
  return traces;
}

}  // namespace revprof
