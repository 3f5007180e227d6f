// SPDX-License-Identifier: BSD-3-Clause
// What is measured of a simulated machine: which calls, with how many processes, of which sizes.
#pragma once

#include <string>
#include <vector>

namespace revprof {

// One run of the simulator, as characterize's --calls, --processes and --bytes.
struct GridLine {
  std::string calls, processes, bytes;
};

// Shows once in a program's life: takes a start for each number of processes.
constexpr const char* start_up_call = "start_up";

// As fine as so many seconds of a core allow, and the same on every host.
std::vector<GridLine> default_grid(int processes, double seconds);

// A line for each run: calls, processes, bytes; lines that begin with # are comments. read_grid
// throws FileError.
std::string grid_text(const std::vector<GridLine>& grid);
std::vector<GridLine> read_grid(const std::string& file);

}  // namespace revprof
