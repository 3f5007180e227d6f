// SPDX-License-Identifier: BSD-3-Clause
// Orders travel in a nonblocking broadcast: a blocking one would keep a core busy in most MPIs.
#include "characterize/order.hpp"

#include <algorithm>
#include <ctime>

namespace revprof {

void wait_idly(MPI_Request& request) {
  constexpr int prompt_tests = 50;
  constexpr long shortest_sleep = 10'000, longest_sleep = 500'000;  // nanoseconds
  long sleep = shortest_sleep;
  for (int tests = 0;; ++tests) {
    int done = 0;
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done != 0) return;
    if (tests < prompt_tests) continue;
    const timespec pause{0, sleep};
    nanosleep(&pause, nullptr);
    sleep = std::min(2 * sleep, longest_sleep);
  }
}

void pass_on(Order& order) {
  MPI_Request request;
  MPI_Ibcast(&order, sizeof order, MPI_BYTE, 0, MPI_COMM_WORLD, &request);
  wait_idly(request);
}

}  // namespace revprof
