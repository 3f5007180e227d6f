// SPDX-License-Identifier: BSD-3-Clause
// A scenario of exact_times: programs that sleep, also in what MPI calls of them, and an MPI that
// does so in a call that is not intercepted (a library that Open MPI looks into then sleeps as it
// begins).
#pragma once

#include <unistd.h>

#include <ctime>

#include "exact_scenario.hpp"

namespace exact {

inline void sleep_in_handler(MPI_Comm*, int*, ...) { CHECK(usleep(10) == 0); }

inline void asleep(int rank) {
  int provided = 0;
  MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
  const timespec thirty = {0, 30'000}, five = {0, 5'000}, refused = {0, 2'000'000'000};
  if (rank == 0) {
    CHECK(nanosleep(&thirty, nullptr) == 0);
    MPI_Send(out, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    CHECK(nanosleep(&refused, nullptr) == -1 && errno == EINVAL);
  } else {
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    MPI_Comm_create_errhandler(sleep_in_handler, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, handler);
    MPI_Comm_call_errhandler(MPI_COMM_SELF, MPI_ERR_OTHER);
    MPI_Errhandler_free(&handler);
    MPI_Recv(in, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(clock_nanosleep(CLOCK_MONOTONIC, 0, &five, nullptr) == 0);
  }
  MPI_T_finalize();
}

}  // namespace exact
