// SPDX-License-Identifier: BSD-3-Clause
// The named parts of a program (revprof_begin, revprof_end): how often each runs, and how long on
// lane 0, with and without the parts inside it.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "revprof/engine/sim_time.hpp"

namespace revprof {

struct Region {
  std::string name;
  std::int64_t visits = 0;
  SimTime inclusive = 0;  // of one that runs inside itself, the outermost counts
  SimTime exclusive = 0;
};

// Of one process. Each thread has its own regions under way.
class Regions {
 public:
  static constexpr int none = -1;

  void begin(const std::string& name, SimTime now);
  void end(SimTime now);  // the innermost; where none is under way, nothing
  void end_all(SimTime now);
  // In which region this thread is.
  static int innermost();
  // Its place in the list; none: it has not begun yet.
  int number(const std::string& name) const;
  // How many regions of this thread lie inside the latest one of that number; none: it is not under
  // way.
  static int depth_of(int number);

  const std::vector<Region>& list() const { return list_; }

 private:
  std::unordered_map<std::string, int> numbers_;
  std::vector<Region> list_;
};

}  // namespace revprof
