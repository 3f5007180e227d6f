// SPDX-License-Identifier: BSD-3-Clause
// The lanes of a run: the four default ones of MODEL, or those of a scenario file
// (revprof/launch/RUN.md).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "revprof/engine/lane.hpp"
#include "revprof/settings.hpp"

namespace revprof {

struct Lanes {
  std::vector<Lane> lanes;
  std::string model_path;                           // lane 0's
  std::uint64_t fingerprint = 0xcbf29ce484222325u;  // of all that every rank must have alike:
                                                    // models, scenario, settings that move clocks
  int path_lane = -1;                               // whose critical path is recorded; -1: none
};

// Throws SettingsError, FileError or std::runtime_error, with a message that names file, place and
// expectation.
// `unit` is the setting that says what a unit of computation takes: step, or instruction.
Lanes make_lanes(const Settings& settings, const std::string& unit);

}  // namespace revprof
