// SPDX-License-Identifier: BSD-3-Clause
// What every program of the suite needs: its rank, and memory.
#pragma once

#include <vector>

#include "timed.hpp"

struct World {
  World() {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
  }
  int rank = 0, size = 1;
};

inline std::vector<char> buffer(int bytes) {
  return std::vector<char>(static_cast<std::size_t>(bytes));
}
