// SPDX-License-Identifier: BSD-3-Clause
// The end of a simulated run: a simulated process stops at the measurements.
#include <cstdio>

#include "characterize/finish.hpp"

namespace revprof {

double finishing_seconds(const Options&, int) { return 0; }

int finish(const Options& options, const Measurements& measurements) {
  const std::string csv = options.measurements_file();
  std::fprintf(stderr,
               "characterize: %zu cells measured, in %s; `revprof fit %s -o %s` makes the model\n",
               measurements.cells.size(), csv.c_str(), csv.c_str(), options.output.c_str());
  return 0;
}

}  // namespace revprof
