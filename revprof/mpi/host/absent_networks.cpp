// SPDX-License-Identifier: BSD-3-Clause
// Looks for the devices of the host's networks (host.hpp).
#include "revprof/mpi/host/absent_networks.hpp"

#include <glob.h>

#include <algorithm>
#include <cstdlib>

#include "revprof/mpi/host/host.hpp"

namespace revprof {

namespace {

bool exists(const char* pattern) {
  glob_t found;
  const bool is_there = glob(pattern, GLOB_NOSORT, nullptr, &found) == 0;
  globfree(&found);
  return is_there;
}

// Of hwloc; those of a version that does not have them mind nothing. Its libraries of graphics
// processors look for a display, too.
constexpr const char* without_bus = "-pci,-linux:pci,-gl,-opencl,-cuda,-nvml,-rsmi,-levelzero";

}  // namespace

std::string without_component(const std::string& list, const std::string& component) {
  if (list.empty()) return "^" + component;
  const bool says_all_but = list[0] == '^';
  if (!says_all_but || ("," + list.substr(1) + ",").find("," + component + ",") != list.npos) {
    return list;
  }
  return list + "," + component;
}

void leave_out_absent_networks(ChangedVariables& variables) {
  for (const Network& network : host().networks) {
    if (exists(network.devices)) continue;
    const std::string chosen = chosen_value(network.variable).value_or("");
    const std::string list = without_component(chosen, network.component);
    if (list != chosen) variables.set(network.variable, list);
  }
}

void leave_out_bus(ChangedVariables& variables) {
  const auto& devices = host().placed_devices;
  if (std::any_of(devices.begin(), devices.end(), exists)) return;
  if (std::getenv("HWLOC_COMPONENTS") == nullptr) variables.set("HWLOC_COMPONENTS", without_bus);
}

}  // namespace revprof
