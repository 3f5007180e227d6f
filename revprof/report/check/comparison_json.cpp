// SPDX-License-Identifier: BSD-3-Clause
// A comparison as JSON, for programs.
#include <nlohmann/json.hpp>

#include "revprof/report/check/comparison.hpp"

namespace revprof {

namespace {

using Json = nlohmann::ordered_json;

Json json_of(const Spread& spread) {
  return {{"least", spread.least}, {"median", spread.median}, {"greatest", spread.greatest}};
}

Json json_of(const ComparedPart& part) {
  Json json = {{"part", part.name}};
  if (!part.source.empty() || part.measured_count > 0) {
    json["measured_count"] = part.measured_count;
    json["predicted_count"] = part.predicted_count;
  }
  json["measured_seconds"] = part.measured_seconds;
  json["predicted_seconds"] = part.predicted_seconds;
  json["waiting_seconds"] = part.waiting_seconds;
  if (!part.source.empty()) json["source"] = part.source;
  if (!part.stand_in.empty()) json["stand_in"] = part.stand_in;
  return json;
}

}  // namespace

std::string to_json(const Comparison& comparison) {
  Json parts = Json::array();
  for (const ComparedPart& part : comparison.parts) parts.push_back(json_of(part));
  const Json json = {{"format", "revprof-comparison"},
                     {"version", 1},
                     {"program", comparison.program},
                     {"processes", comparison.processes},
                     {"model", comparison.model},
                     {"machine", comparison.machine},
                     {"compute", comparison.compute},
                     {"runs", comparison.runs},
                     {"measured_seconds", json_of(comparison.measured)},
                     {"predicted_seconds", json_of(comparison.predicted)},
                     {"low_seconds", comparison.low},
                     {"high_seconds", comparison.high},
                     {"error", comparison.error()},
                     {"whole", json_of(comparison.whole)},
                     {"parts", std::move(parts)},
                     {"worst_part", comparison.worst().name},
                     {"notes", comparison.notes}};
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace revprof
