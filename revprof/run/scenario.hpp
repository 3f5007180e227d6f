// SPDX-License-Identifier: BSD-3-Clause
// The scenario file: up to 64 lanes, each a machine or a what-if (models/scenario.schema.json).
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "revprof/engine/lane.hpp"
#include "revprof/settings.hpp"
#include "revprof/trace/results/summary.hpp"

namespace revprof {

// Estimates by their names, in the order of the default lanes.
struct NamedEstimate {
  const char* name;
  LaneEstimate estimate;
};
constexpr NamedEstimate named_estimates[] = {{"mean", LaneEstimate::mean},
                                             {"low", LaneEstimate::low},
                                             {"high", LaneEstimate::high},
                                             {"equation", LaneEstimate::equation}};

// What a lane has that does not name it. A model's path is the scenario file's own, or from there.
struct ScenarioDefaults {
  std::string model;
  StepSeconds step;
  std::string unit = "step";  // the key of a lane that says otherwise: or "instruction"
};
using ModelByPath = std::function<std::shared_ptr<const Model>(const std::string& path)>;

// The lanes of a scenario file's text. Strict: throws FileError "file: place: expected ..., found
// ...".
std::vector<Lane> scenario_lanes(const std::string& text, const std::string& path,
                                 const ScenarioDefaults& defaults, const ModelByPath& model);

// As summary.json has them. A lane that charges low, high or the pure equation is that of a lane
// that charges the mean of the same model with the same factors: of several the one with the same
// step, else the one that it is named after, else the next one before it. Of several that would be
// the same lane's low the closest one is; the others stand for themselves.
std::vector<SummaryLane> summary_lanes(const std::vector<Lane>& lanes);

}  // namespace revprof
