// SPDX-License-Identifier: BSD-3-Clause
// Where the processes of a node compute: each on a core of its own while a cell is measured.
#pragma once

#include <vector>

namespace revprof {

// The processors that this process may use, as the operating system counts them: one of each core
// first, then the cores' others. By hwloc where this was built with it, else as Linux says.
std::vector<int> processors_in_order();

// While it lives, this process is the place-th (from 0) of so many that share the node. One that
// the launcher has given too few processors for all of them to be told apart stays where it is.
class Placement {
 public:
  Placement(int place, int processes);
  ~Placement();
  Placement(const Placement&) = delete;
  Placement& operator=(const Placement&) = delete;

 private:
  std::vector<int> before_;  // empty: nothing was changed
};

}  // namespace revprof
