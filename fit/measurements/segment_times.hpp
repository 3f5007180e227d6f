// SPDX-License-Identifier: BSD-3-Clause
// What a file of measurements says where it holds the segments of a program (revprof profile): a
// cell's call is a segment's name, its processes those that share a node, its bytes the work of one
// visit, its median what a visit takes (of visits that are not alike the mean).
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "fit/measurements/measurements.hpp"

namespace revprof {

// {"measured", "segments"}, {"machine", ...}, {"program", ...}, {"date", ...}, {"module
// stencil", the fingerprint of that file's content}, ..., {"run 1", what was started}, ...
constexpr const char* measured_key = "measured";
constexpr const char* of_segments = "segments";
constexpr std::string_view module_key = "module ";

inline bool holds_segments(const Measurements& measurements) {
  return measurements.header_value(measured_key) == of_segments;
}

// Fingerprints by name.
inline std::map<std::string, std::string> modules_of(const Measurements& measurements) {
  std::map<std::string, std::string> modules;
  for (const auto& [key, value] : measurements.header) {
    if (key.compare(0, module_key.size(), module_key) != 0) continue;
    modules[key.substr(module_key.size())] = value;
  }
  return modules;
}

}  // namespace revprof
