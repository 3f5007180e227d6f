// SPDX-License-Identifier: BSD-3-Clause
// revprof.h as C++: the name `compute` stays free for the program's own.
#include <initializer_list>

#include "revprof/revprof.h"

namespace {

struct Decomposition {
  int compute(int rank) const { return rank + 1; }
};

}  // namespace

int main(int argc, char** argv) {
  revprof_compute(1);
  MPI_Init(&argc, &argv);
  revprof_begin("inside");
  for (const double steps : {0.0, 1.0, 1e12}) revprof_compute(steps);
  revprof_end();
  MPI_Finalize();
  revprof_compute(1);
  return Decomposition().compute(0) == 1 ? 0 : 1;
}
