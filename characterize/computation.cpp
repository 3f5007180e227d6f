// SPDX-License-Identifier: BSD-3-Clause
// A computation that needs a core and nothing else.
#include "characterize/global_clock.hpp"
#include "characterize/operation.hpp"

namespace revprof {

void compute(double seconds) {
  const double end = local_seconds() + seconds;
  while (local_seconds() < end) {
  }
}

}  // namespace revprof
