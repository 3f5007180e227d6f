// SPDX-License-Identifier: BSD-3-Clause
// A scenario of exact_times: programs that sleep.
#pragma once

#include <unistd.h>

#include <ctime>

#include "exact_scenario.hpp"

namespace exact {

inline void asleep(int rank) {
  const timespec thirty = {0, 30'000}, five = {0, 5'000}, refused = {0, 2'000'000'000};
  if (rank == 0) {
    CHECK(nanosleep(&thirty, nullptr) == 0);
    MPI_Send(out, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    CHECK(nanosleep(&refused, nullptr) == -1 && errno == EINVAL);
  } else {
    CHECK(usleep(10) == 0);
    MPI_Recv(in, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(clock_nanosleep(CLOCK_MONOTONIC, 0, &five, nullptr) == 0);
  }
}

}  // namespace exact
