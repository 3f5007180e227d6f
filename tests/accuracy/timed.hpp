// SPDX-License-Identifier: BSD-3-Clause
// What the two builds of the programs do differently: computation, and, where the machine is
// simulated, a look at its clock around every call.
#pragma once

#include <mpi.h>

#include <cstdio>

#ifdef SMPI_H
#include <time.h>
#include <unistd.h>

#include <map>
#include <string>
#include <utility>

// Every simulated process has its own: SimGrid loads the program once for each. (An inline variable
// would be one for all.)
static std::map<std::string, std::pair<long, double>> calls_made;

template <class Function>
void timed(const char* name, Function call) {
  const double start = MPI_Wtime();
  call();
  auto& [count, seconds] = calls_made[name];
  count += 1;
  seconds += MPI_Wtime() - start;
}

static double origin = 0;

// All processes begin at the same time, after what body() does, which is left out.
template <class Function>
void leave_out(Function body) {
  body();
  const double now = MPI_Wtime();
  MPI_Allreduce(&now, &origin, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  origin += 0.5;
  const double left = origin - MPI_Wtime();
  const timespec delay{0, static_cast<long>(left * 1e9)};
  nanosleep(&delay, nullptr);
  calls_made.clear();
}

// This process's calls and when it has ended.
inline void print_times() {
  for (const auto& [name, made] : calls_made) {
    std::printf("call %s %ld %.12g\n", name.c_str(), made.first, made.second);
  }
  std::printf("end %.15g\n", MPI_Wtime() - origin);
}

inline void compute(int microseconds) { usleep(static_cast<useconds_t>(microseconds)); }
#else
#include "revprof/revprof.h"

template <class Function>
void timed(const char*, Function call) {
  call();
}
template <class Function>
void leave_out(Function body) {
  MPI_Pcontrol(0);
  body();
  MPI_Pcontrol(1);
}
inline void print_times() {}
inline void compute(int microseconds) { revprof_compute(1000.0 * microseconds); }  // steps of 1 ns
#endif

#define CALL(function, ...) timed(#function, [&] { function(__VA_ARGS__); })
