// SPDX-License-Identifier: BSD-3-Clause
// Writes and reads measured.json.
#include "revprof/trace/results/measured.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "fit/file/json_node.hpp"
#include "fit/file/whole_file.hpp"

namespace revprof {

namespace {

using Json = nlohmann::ordered_json;

std::vector<double> read_each(const JsonNode& place, int processes) {
  std::vector<double> numbers;
  for (const JsonNode& number : place.elements()) numbers.push_back(number.number(0));
  if (processes < 1 || numbers.size() != static_cast<std::size_t>(processes)) {
    place.fail("one number for each of the " + std::to_string(processes) + " processes");
  }
  return numbers;
}

}  // namespace

double Measured::latest_seconds() const {
  return *std::max_element(process_seconds.begin(), process_seconds.end());
}

double Measured::compute_seconds() const {
  double seconds = std::accumulate(process_seconds.begin(), process_seconds.end(), 0.0);
  for (const MeasuredCall& call : calls) seconds -= call.seconds;
  return std::max(0.0, seconds);  // several threads may have been in MPI at once
}

std::string to_json(const Measured& measured) {
  Json calls = Json::array();
  for (const MeasuredCall& call : measured.calls) {
    calls.push_back({{"call", call.call}, {"count", call.count}, {"seconds", call.seconds}});
  }
  const Json json = {{"format", "revprof-measured"},
                     {"version", 1},
                     {"program", measured.program},
                     {"processes", measured.processes},
                     {"process_seconds", measured.process_seconds},
                     {"core_shares", measured.core_shares},
                     {"calls", std::move(calls)}};
  // A program's arguments need not be UTF-8; what is not is replaced, never an error.
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Measured read_measured(const std::string& path) {
  const JsonNode root = JsonNode::document(read_file(path), path, "a measured run");
  root.expect_keys(
      {"format", "version", "program", "processes", "process_seconds", "core_shares", "calls"});
  root.expect_format("revprof-measured");
  Measured measured;
  measured.program = root["program"].text();
  measured.processes = static_cast<int>(root["processes"].integer());
  measured.process_seconds = read_each(root["process_seconds"], measured.processes);
  measured.core_shares = read_each(root["core_shares"], measured.processes);
  for (const JsonNode& call : root["calls"].elements()) {
    call.expect_keys({"call", "count", "seconds"});
    measured.calls.push_back(
        {call["call"].text(), call["count"].integer(), call["seconds"].number(0)});
  }
  return measured;
}

void write_measured(const Measured& measured, const std::string& path) {
  write_file(path, to_json(measured));
}

}  // namespace revprof
