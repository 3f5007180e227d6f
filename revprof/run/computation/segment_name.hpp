// SPDX-License-Identifier: BSD-3-Clause
// Segments by names that are the same in every run of the same build.
#pragma once

#include <string>
#include <vector>

#include "revprof/run/computation/segments.hpp"

namespace revprof {

// "MPI_Send", or "begin" where the run or a region begins.
std::string call_name(const CallPlace& place);

// "region sweep", or "MPI_Recv stencil+0x12a4 -> MPI_Send stencil+0x1301". Without commas and
// control characters, which a file of measurements cannot hold.
std::string segment_name(const Segment& segment, const std::vector<Region>& regions);

// Tells builds of a file with such places apart.
std::string build_of(const std::string& path);

// The file names of its places, as in its name, and where they are.
std::vector<std::pair<std::string, std::string>> modules_of(const Segment& segment);

}  // namespace revprof
