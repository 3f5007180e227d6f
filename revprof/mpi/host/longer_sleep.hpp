// SPDX-License-Identifier: BSD-3-Clause
// How long a process sleeps that waits for others while MPI begins or ends. Open MPI's look for
// them every 100 microseconds; where there are many for each core, those that are waited for hardly
// get one.
#pragma once

namespace revprof {

// As long as there is one, this thread's usleep() of so short a time takes so many times as long as
// the node has processes for each core: each core is asked as often as if they all had their own.
class LongerSleep {
 public:
  LongerSleep();
  ~LongerSleep();
  LongerSleep(const LongerSleep&) = delete;
  LongerSleep& operator=(const LongerSleep&) = delete;

  // What it takes. A longer one is the program's, which MPI_Finalize may call back.
  static unsigned microseconds(unsigned told);
};

}  // namespace revprof
