// SPDX-License-Identifier: BSD-3-Clause
// A program's profile: what each of its segments takes on one machine, t(q, w), where p stands for
// q, the processes that share a node, and d for w, the work of one visit (instructions counted,
// announced steps, or 1).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "fit/file/whole_file.hpp"
#include "fit/model/model.hpp"

namespace revprof {

// Bytes of memory that a visit of such work goes through, as far as was looked at.
struct TouchedMemory {
  std::int64_t work = 0, bytes = 0;
};

struct Profile {
  std::string machine, program, date;
  // The files that the segments' places are in, by their names, each with the fingerprint of its
  // content: places in another build are others.
  std::map<std::string, std::string> modules;
  std::map<std::string, DistanceClass> segments;              // by name
  std::map<std::string, std::vector<TouchedMemory>> touched;  // by segment, ascending by work
  DistanceClass rest;  // what rare segments share, and what stands in for unknown ones
};

// Both throw FileError, and name the place inside the file.
Profile parse_profile(const std::string& text, const std::string& path_for_messages);
Profile read_profile(const std::string& path);
std::string to_json(const Profile& profile);

// Whether a text begins as a file of measurements does, which is what a profile is fitted to.
bool is_unfitted(const std::string& text);

}  // namespace revprof
