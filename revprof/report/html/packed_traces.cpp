// SPDX-License-Identifier: BSD-3-Clause
// Numbers as differences in as few bytes as they need, then base64.
#include "revprof/report/html/packed_traces.hpp"

#include <algorithm>
#include <map>
#include <string_view>

#include "revprof/report/html/span.hpp"

namespace revprof {

namespace {

// Seven bits a byte, the lowest first, as in protocol buffers; signed numbers as 0, -1, 1, -2, ...
class Bytes {
 public:
  void number(std::uint64_t value) {
    while (value >= 0x80) {
      text_ += static_cast<char>(value | 0x80);
      value >>= 7;
    }
    text_ += static_cast<char>(value);
  }
  void signed_number(std::int64_t value) {
    const auto bits = static_cast<std::uint64_t>(value);
    number(value < 0 ? ~(bits << 1) : bits << 1);
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

std::string base64(std::string_view bytes) {
  static constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      bits = bits << 8 | (at + i < bytes.size() ? static_cast<unsigned char>(bytes[at + i]) : 0u);
    }
    for (std::size_t i = 0; i < 4; ++i) {
      text += at + i <= bytes.size() ? digits[bits >> (18 - 6 * i) & 63] : '=';
    }
  }
  return text;
}

SimTime last_time(const std::vector<Trace>& traces) {
  SimTime last = 0;
  for (const Trace& trace : traces) {
    for (const ComputeEvent& event : trace.computes) last = std::max(last, event.end);
    for (const TraceCall& call : trace.calls) last = std::max(last, call.end);
  }
  return last;
}

std::size_t count(const std::vector<std::vector<TimeSpan>>& rows) {
  std::size_t sum = 0;
  for (const auto& row : rows) sum += row.size();
  return sum;
}

// Wider and wider cells, until few enough are left.
void limit_spans(std::vector<std::vector<TimeSpan>>& rows, const PackOptions& options,
                 PackedTraces& packed) {
  packed.spans_found = count(rows);
  if (packed.spans_found <= options.most_spans) return;
  const auto whole = static_cast<double>(packed.to - packed.from);
  const auto cells = static_cast<double>(options.most_spans) / static_cast<double>(rows.size());
  packed.cell = std::max<SimTime>(1, static_cast<SimTime>(whole / cells));
  for (;; packed.cell *= 2) {
    std::vector<std::vector<TimeSpan>> merged;
    for (const auto& row : rows) merged.push_back(merge_spans(row, packed.cell));
    if (count(merged) <= options.most_spans || packed.cell > packed.to) {
      rows = std::move(merged);
      return;
    }
  }
}

SimTime flight(const MessageEvent& message) { return message.received - message.sent; }

// Of all messages that touch the window those that took longest, by receiver in order of reception.
std::vector<std::vector<MessageEvent>> messages_of(const std::vector<Trace>& traces,
                                                   const PackOptions& options,
                                                   PackedTraces& packed) {
  std::vector<std::vector<MessageEvent>> rows(traces.size());
  std::vector<SimTime> flights;
  for (std::size_t i = 0; i < traces.size(); ++i) {
    for (const MessageEvent& message : traces[i].messages) {
      if (message.received < packed.from || message.sent > packed.to || message.source < 0)
        continue;
      rows[i].push_back(message);
      flights.push_back(flight(message));
    }
  }
  packed.messages_found = flights.size();
  SimTime shortest = 0;
  if (flights.size() > options.most_messages) {
    const auto cut = flights.end() - static_cast<std::ptrdiff_t>(options.most_messages);
    std::nth_element(flights.begin(), cut, flights.end());
    shortest = *cut;
  }
  for (auto& row : rows) {
    row.erase(std::remove_if(row.begin(), row.end(),
                             [&](const MessageEvent& m) { return flight(m) < shortest; }),
              row.end());
    std::stable_sort(row.begin(), row.end(), [](const MessageEvent& a, const MessageEvent& b) {
      return a.received < b.received;
    });
    packed.messages_packed += row.size();
  }
  return rows;
}

// The places of all processes, which each numbers in its own way.
class Places {
 public:
  explicit Places(const PlaceTexts& texts) : texts_(texts) {}

  // -1: nobody knows it.
  int number(const Trace& trace, int site) {
    const auto in_trace = trace.sites.find(site);
    if (in_trace == trace.sites.end()) return -1;
    const auto text = texts_.find({in_trace->second.module, in_trace->second.offset});
    if (text == texts_.end()) return -1;
    const auto [found, added] = numbers_.emplace(text->second, static_cast<int>(names_.size()));
    if (added) names_.push_back(text->second);
    return found->second;
  }
  const std::vector<std::string>& names() const { return names_; }

 private:
  const PlaceTexts& texts_;
  std::vector<std::string> names_;
  std::map<std::string, int> numbers_;
};

void put_spans(Bytes& bytes, const std::vector<TimeSpan>& spans, SimTime from, bool with_places) {
  SimTime before = from;
  for (const TimeSpan& span : spans) {
    bytes.number(static_cast<std::uint64_t>(span.name));
    bytes.signed_number(span.begin - before);
    bytes.number(static_cast<std::uint64_t>(span.end - span.begin));
    before = span.end;
    if (span.name == 0) continue;
    bytes.number(static_cast<std::uint64_t>(std::max<SimTime>(span.waiting, 0)));
    bytes.signed_number(span.bytes);
    bytes.signed_number(span.peer);
    bytes.signed_number(span.communicator);
    if (with_places) bytes.signed_number(span.site);
  }
}

void put_messages(Bytes& bytes, const std::vector<MessageEvent>& messages, SimTime from) {
  SimTime before = from;
  for (const MessageEvent& message : messages) {
    bytes.signed_number(message.received - before);
    bytes.signed_number(flight(message));
    bytes.signed_number(message.arrived - message.sent);
    bytes.number(static_cast<std::uint64_t>(message.source));
    bytes.signed_number(message.bytes);
    bytes.signed_number(message.tag);
    before = message.received;
  }
}

}  // namespace

PackedTraces pack_traces(const std::vector<Trace>& traces, const PackOptions& options) {
  PackedTraces packed;
  packed.from = options.from;
  packed.to = last_time(traces);
  if (options.to > 0) packed.to = std::min(packed.to, options.to);
  packed.to = std::max(packed.to, packed.from + 1);

  SpanNames names;
  Places places(options.places);
  std::vector<std::vector<TimeSpan>> rows;
  for (const Trace& trace : traces) {
    rows.push_back(spans_of(trace, packed.from, packed.to, names));
    for (TimeSpan& span : rows.back()) span.site = places.number(trace, span.site);
  }
  limit_spans(rows, options, packed);
  const auto messages = messages_of(traces, options, packed);
  Bytes bytes;
  for (std::size_t i = 0; i < traces.size(); ++i) {
    packed.processes.push_back({traces[i].rank, rows[i].size(), messages[i].size()});
    put_spans(bytes, rows[i], packed.from, !places.names().empty());
    put_messages(bytes, messages[i], packed.from);
  }
  packed.names = names.names();
  packed.places = places.names();
  packed.base64 = base64(bytes.text());
  return packed;
}

}  // namespace revprof
