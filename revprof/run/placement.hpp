// SPDX-License-Identifier: BSD-3-Clause
// The setting `placement`: which process is at which place of the machine. A model's nodes are
// blocks of consecutive places, as many as it says that a node has processes.
#pragma once

#include <string>
#include <vector>

#include "revprof/engine/lane.hpp"
#include "revprof/engine/process_places.hpp"

namespace revprof {

constexpr const char *in_order = "in-order", *round_robin = "round-robin";

// Whether the setting's value is the name of a file.
inline bool is_placement_file(const std::string& value) {
  return !value.empty() && value != in_order && value != round_robin;
}

// What a file says, process by process: numbers of places; or of hosts, in the order in which the
// file names them first, "HOST", "HOST:N" or "HOST slots=N", with N processes (1).
struct PlacementText {
  bool by_host = false;
  std::vector<int> entries;
};

// Throws std::runtime_error: file, line, what was expected.
PlacementText parse_placement(const std::string& text, const std::string& file);
PlacementText read_placement(const std::string& file);

// Of a program of so many processes. The lanes' models have nodes of one size, where they count.
// Throws std::runtime_error.
ProcessPlaces places_by(const std::string& value, int processes, const std::vector<Lane>& lanes);

}  // namespace revprof
