// SPDX-License-Identifier: BSD-3-Clause
// Which of a call's distance classes serves how many consecutive ranks.
#pragma once

#include <optional>
#include <vector>

#include "fit/model/model.hpp"

namespace revprof {

struct ServingClass {
  const DistanceClass* equations = nullptr;
  std::optional<int> up_to_processes;  // nothing: however many
};

// Measured between two processes alone: the class is a matter of how far they are apart.
bool is_of_pairs(const std::vector<DistanceClass>& classes);

// In the order of p; of pairs every class there is.
std::vector<ServingClass> serving_classes(const Model& model,
                                          const std::vector<DistanceClass>& classes);

}  // namespace revprof
