// SPDX-License-Identifier: BSD-3-Clause
// Every repetition's time of a launch, written down as soon as its cell is measured: what a killed
// run goes on from. Knows no MPI.
#pragma once

#include <cstdint>
#include <fstream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "characterize/eager_limit.hpp"
#include "fit/measurements/distance_map.hpp"

namespace revprof {

// What is found out before the cells are measured.
struct Layout {
  std::vector<int> block_sizes;
  int partner = 0;  // stands for those that share no block with process 0; 0: the first of them
  std::optional<FoundEagerLimit> eager_limit;
  std::vector<int> ranks_apart;     // at which distances pairs and exchanges are measured, too
  DistanceMap distances;            // of all pairs, if ranks_apart are any
  std::vector<std::int64_t> jumps;  // the last sizes before a message's time jumps
};

// So far in this launch.
struct LaunchSpent {
  double seconds = 0;  // of the time budget
  long repetitions = 0, late = 0;
};

struct JournalEntry {
  std::string call;
  int within = 0, processes = 0;
  std::int64_t bytes = 0;
  LaunchSpent spent;
  // Of each repetition, times in whole picoseconds: to the latest process's return, to process 0's;
  // and the part that a computation hid.
  std::vector<double> seconds, root_seconds, overlap;
};

struct Journal {
  std::vector<std::pair<std::string, std::string>> header;  // as in the measurement file
  std::optional<Layout> layout;                             // nothing: not found yet
  std::vector<JournalEntry> entries;
};

// # revprof-journal 4
// # machine: ...
// layout,4 64,4,4056,exact,64 128,,4056  (blocks, partner, eager limit: exact, at least or none;
//                                         ranks apart; distances; jumps)
// MPI_Allreduce,beyond,4,8,12.5,30,2,1.1e-06 1.2e-06 ...,1e-06 1.1e-06 ...,
// A last line that was cut short is dropped; anything else that is not understood is a
// MeasurementError.
Journal read_journal(const std::string& path);

class JournalWriter {
 public:
  // A new journal that begins with what `past` holds, in place of the one that was there. Throws
  // MeasurementError where it cannot be written, as the others do.
  JournalWriter(std::string path, const Journal& past);
  void add(const Layout& layout);
  void add(const JournalEntry& entry);

 private:
  void check();

  std::string path_;
  std::ofstream file_;
};

}  // namespace revprof
