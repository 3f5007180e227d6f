// SPDX-License-Identifier: BSD-3-Clause
// A communicator of p consecutive ranks is in the smallest block that holds p.
#include "revprof/launch/look/call_classes.hpp"

#include <algorithm>

namespace revprof {

bool is_of_pairs(const std::vector<DistanceClass>& classes) {
  return std::all_of(classes.begin(), classes.end(), [](const DistanceClass& each) {
    return std::all_of(each.regimes.begin(), each.regimes.end(),
                       [](const Regime& regime) { return regime.max_processes <= 2; });
  });
}

std::vector<ServingClass> serving_classes(const Model& model,
                                          const std::vector<DistanceClass>& classes) {
  std::vector<ServingClass> serving;
  if (is_of_pairs(classes)) {
    for (const DistanceClass& each : classes) serving.push_back({&each, std::nullopt});
    return serving;
  }
  for (const int block : model.point_to_point.block_sizes) {
    if (block < 2) continue;  // a process with itself
    const DistanceClass& equations = distance_class(classes, block);
    if (!serving.empty() && serving.back().equations == &equations) serving.pop_back();
    serving.push_back({&equations, block});
  }
  const DistanceClass& beyond = distance_class(classes, 0);
  if (!serving.empty() && serving.back().equations == &beyond) serving.pop_back();
  serving.push_back({&beyond, std::nullopt});
  return serving;
}

}  // namespace revprof
