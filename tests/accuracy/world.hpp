// SPDX-License-Identifier: BSD-3-Clause
// What every program of the suite needs: its rank, and memory.
#pragma once

#include <algorithm>
#include <vector>

#include "timed.hpp"

struct World {
  World() {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
  }
  int rank = 0, size = 1;
};

// Of a grid of all processes: as even as may be, the largest first. Not by MPI_Dims_create, of
// which two libraries need not make the same (36 processes: Open MPI 6 x 6, SMPI 9 x 4).
inline std::vector<int> extents(int processes, int dimensions) {
  std::vector<int> factors, all(static_cast<std::size_t>(dimensions), 1);
  for (int prime = 2; processes > 1; ++prime) {
    for (; processes % prime == 0; processes /= prime) factors.push_back(prime);
  }
  for (auto factor = factors.rbegin(); factor != factors.rend(); ++factor) {
    *std::min_element(all.begin(), all.end()) *= *factor;
  }
  std::sort(all.rbegin(), all.rend());
  return all;
}

inline std::vector<char> buffer(int bytes) {
  return std::vector<char>(static_cast<std::size_t>(bytes));
}
