// SPDX-License-Identifier: BSD-3-Clause
// A clock that all processes share: each one's MPI_Wtime less its offset to process 0's.
#pragma once

namespace revprof {

class GlobalClock {
 public:
  // By all processes together. Clocks drift apart, so do it again from time to time.
  void measure_offsets();

  double from_local(double local) const { return local - offset_; }
  double to_local(double global) const { return global + offset_; }

 private:
  double offset_ = 0;
};

// Two properties of this process's clock and timer, found by trying.
struct ClockTraits {
  double resolution_seconds = 0;  // the smallest step seen
  double overhead_seconds = 0;    // of one reading
  double oversleep_seconds = 0;   // by how much a short sleep takes longer than asked for
};
ClockTraits measure_clock_traits();

}  // namespace revprof
