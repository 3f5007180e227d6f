// SPDX-License-Identifier: BSD-3-Clause
// visits.<rank>: what each visit of each segment has taken in one process of one run, for
// `revprof run --runs`.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace revprof {

// By the segment's name, which holds no line's end: seconds, in the order of the visits.
using SegmentVisits = std::map<std::string, std::vector<float>>;

std::string visits_file(const std::string& directory, int process);

// Throw FileError.
void write_visits(const SegmentVisits& visits, const std::string& path);
SegmentVisits read_visits(const std::string& path);

// Which segments one run has visited more often than another, in words: the first of them, and how
// many more there are. Empty: none.
std::string difference_in_flow(const SegmentVisits& one, const SegmentVisits& other);

}  // namespace revprof
