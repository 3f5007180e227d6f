// SPDX-License-Identifier: BSD-3-Clause
// Times are seconds here but for the traces, whose clock counts picoseconds.
#include "revprof/report/html/html_data.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <tuple>
#include <vector>

namespace revprof {

namespace {

using Json = nlohmann::ordered_json;

Json lanes_of(const std::optional<Summary>& summary) {
  Json lanes = Json::array();
  if (!summary) return lanes;
  for (std::size_t lane = 0; lane < summary->lanes.size(); ++lane) {
    const LaneTimes& times = summary->predicted(static_cast<int>(lane));
    lanes.push_back({{"name", summary->lanes[lane].name},
                     {"predicted", seconds(times.predicted)},
                     {"compute", seconds(times.compute)},
                     {"communication", seconds(times.communication)},
                     {"waiting", seconds(times.waiting)}});
  }
  return lanes;
}

struct Traffic {
  std::int64_t messages = 0, bytes = 0;
  SimSum flight;  // from sent to arrived
};

// [source, receiver, messages, bytes, mean seconds from sent to arrived]
Json traffic_of(const std::vector<Trace>& traces) {
  std::map<std::pair<int, int>, Traffic> pairs;
  for (const Trace& trace : traces) {
    for (const MessageEvent& message : trace.messages) {
      if (message.source < 0) continue;
      Traffic& traffic = pairs[{message.source, trace.rank}];
      ++traffic.messages;
      traffic.bytes += message.bytes;
      traffic.flight += message.arrived - message.sent;
    }
  }
  Json rows = Json::array();
  for (const auto& [pair, traffic] : pairs) {
    rows.push_back({pair.first, pair.second, traffic.messages, traffic.bytes,
                    seconds(traffic.flight) / static_cast<double>(traffic.messages)});
  }
  return rows;
}

Json packed_of(const PackedTraces& packed, const TimeParts& parts) {
  Json names = Json::array(), part_of = Json::array(), processes = Json::array();
  for (std::size_t i = 0; i < packed.names.size(); ++i) {
    names.push_back(packed.names[i]);
    part_of.push_back(i == 0 ? 0 : parts.part_of(packed.names[i]));
  }
  for (const PackedProcess& process : packed.processes) {
    processes.push_back({process.rank, process.spans, process.messages});
  }
  return {{"names", names},  {"parts", part_of},    {"processes", processes}, {"from", packed.from},
          {"to", packed.to}, {"cell", packed.cell}, {"places", packed.places}};
}

// The members of each communicator that spans name, to tell whom a collective waited for; all
// processes are not listed.
Json communicators_of(const std::vector<Trace>& traces) {
  Json of_traces = Json::array();
  for (const Trace& trace : traces) {
    Json own = Json::object();
    for (const auto& [number, ranks] : trace.communicators) {
      if (ranks.size() < static_cast<std::size_t>(trace.processes)) {
        own[std::to_string(number)] = ranks;
      }
    }
    of_traces.push_back(std::move(own));
  }
  return of_traces;
}

// [row, time, text] of what the program has marked, in the order of time; the first ones, where
// nobody could tell them apart.
Json markers_of(const std::vector<Trace>& traces, const PackedTraces& packed) {
  constexpr std::size_t most_markers = 10'000;
  std::vector<std::tuple<SimTime, std::size_t, const std::string*>> all;
  for (std::size_t row = 0; row < traces.size(); ++row) {
    for (const TraceMarker& marker : traces[row].markers) {
      if (marker.time < packed.from || marker.time > packed.to) continue;
      all.emplace_back(marker.time, row, &marker.text);
    }
  }
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
    return std::get<SimTime>(a) < std::get<SimTime>(b);
  });
  Json markers = Json::array();
  for (const auto& [time, row, text] : all) {
    if (markers.size() < most_markers) markers.push_back({row, time, *text});
  }
  return markers;
}

// [process, begin, end] as the traces show it.
Json path_of(const std::optional<CriticalPath>& path) {
  Json segments = Json::array();
  if (!path) return segments;
  for (const PathSegment& segment : path->segments) {
    segments.push_back({segment.process, segment.shown_begin, segment.shown_end});
  }
  return segments;
}

int processes_of(const HtmlReportInput& input) {
  if (input.summary) return input.summary->processes;
  return input.traces.empty() ? 0 : input.traces.front().processes;
}

std::string safe_in_script(const std::string& json) {
  std::string text;
  text.reserve(json.size());
  for (const char c : json) {
    if (c == '<') {
      text += "\\u003c";
    } else {
      text += c;
    }
  }
  return text;
}

}  // namespace

std::string html_data(const HtmlReportInput& input, const TimeParts& parts,
                      const PackedTraces& packed) {
  const Json json = {{"processes", processes_of(input)},
                     {"lanes", lanes_of(input.summary)},
                     {"parts", parts.names},
                     {"ranks", parts.ranks},
                     {"seconds", parts.seconds},
                     {"traffic", traffic_of(input.traces)},
                     {"path", path_of(input.path)},
                     {"markers", markers_of(input.traces, packed)},
                     {"communicators", communicators_of(input.traces)},
                     {"trace", packed_of(packed, parts)}};
  return safe_in_script(json.dump(-1, ' ', true, Json::error_handler_t::replace));
}

}  // namespace revprof
