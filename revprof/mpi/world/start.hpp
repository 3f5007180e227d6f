// SPDX-License-Identifier: BSD-3-Clause
// How the library begins and ends with MPI, whichever call begins or ends it.
#pragma once

#include <mpi.h>

#include <functional>

#include "revprof/mpi/host/host.hpp"

namespace revprof {

// What MPI is once it has begun.
struct Begun {
  MPI_Comm world = MPI_COMM_WORLD;   // all processes
  MPI_Comm parents = MPI_COMM_NULL;  // of a spawned program
  bool threaded = false;             // several threads may call MPI at once
  std::function<void()> end = [] {   // where the settings are wrong
    host().leave_together(MPI_COMM_WORLD);
    PMPI_Finalize();
  };
};

// Calls real(), which begins MPI, and makes the process's state of what ask() then says; only
// real() where there is one already. Returns real()'s code.
int begin_with(const std::function<int()>& real, const std::function<Begun()>& ask);

// Before the call that ends MPI or a session. Where it is the last one: writes the results, and the
// process's state is gone.
enum class Ending {
  none,        // others are still to come
  complete,    // all processes have been there
  incomplete,  // some have ended before
};
Ending end_with_last();

// Behind that call: the process ends where its run has failed, which has been said.
void leave_with_failed_run();

}  // namespace revprof
