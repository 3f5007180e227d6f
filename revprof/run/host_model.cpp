// SPDX-License-Identifier: BSD-3-Clause
// The host's factor for each machine, and its part for each estimate.
#include "revprof/run/host_model.hpp"

#include <algorithm>
#include <cstdio>

#include "fit/model/computation.hpp"
#include "fit/model/model_json.hpp"
#include "revprof/run/held_models.hpp"

namespace revprof {

namespace {

Node node_of(const Model& model, const std::string& what, int processes) {
  if (!model.computation) {
    throw FileError(what +
                    ": says nothing of computation; --host expects two models that do, as "
                    "characterize makes them without --no-computation");
  }
  return {*model.computation, std::min(processes, model.machine.ranks_per_node)};
}

}  // namespace

std::string carry_from_host(const std::string& path, int processes, std::vector<Lane>& lanes) {
  const auto held = find_held_model(path);
  const Model host = held ? *held->model : read_model(path);
  const Node here = node_of(host, path, processes);
  std::string said;
  for (Lane& lane : lanes) {
    const std::string& machine = lane.model->machine.name;
    const Node there = node_of(*lane.model, "the model of " + machine, processes);
    const std::optional<HostFactor> factor = host_factor(here, there);
    if (!factor) throw FileError(path + ": has no row of computation that " + machine + " has");
    lane.host_factor = of_estimate(lane.of_computation(), factor->low, factor->mean, factor->high);
    if (!said.empty()) continue;
    char text[160];
    std::snprintf(text, sizeof text, "computation takes %.3g times as long (%.3g to %.3g, by %d",
                  factor->mean, factor->low, factor->high, factor->rows);
    said = std::string(text) + " classes of work) on " + machine + " as on " + host.machine.name;
  }
  return said;
}

}  // namespace revprof
