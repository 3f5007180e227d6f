// SPDX-License-Identifier: BSD-3-Clause
// From shmem_init, which begins the run unless MPI has begun it, to shmem_finalize, which ends it:
// Open MPI's ends MPI, whoever has begun that.
#include <pshmem.h>
#include <stdlib.h>

#include <cstdio>
#include <functional>

#include "revprof/mpi/world/start.hpp"
#include "revprof/run/plan.hpp"
#include "revprof/shmem/course_calls.hpp"
#include "revprof/shmem/symmetric.hpp"

namespace revprof::shmem {

namespace {

bool is_open = false;

void open_symmetric() {
  Process& process = *active_process;
  auto* const symmetric = new Symmetric(process);  // kept: calls of exit handlers may still look
  symmetric->world = MPI_COMM_WORLD;
  const std::size_t values = process.engine->clock_values();
  if (!symmetric->rings.open(*process.team, values)) {
    if (process.team->rank() == 0) {
      std::fputs(
          "revprof: OpenSHMEM programs are predicted where all processes share memory (/dev/shm): "
          "expected one node, or less in it\n",
          stderr);
    }
    process.team->end(exit_code_of_bad_input);
  }
  symmetric->last_changes.open(*process.team, values);
  symmetric->addresses.open();
  symmetric->window = process.windows.next_number();
  if (process.trace != nullptr) process.trace->window({symmetric->window, 0});
  for (int pe = 0; pe < process.team->processes(); ++pe) symmetric->all.push_back(pe);
  active_symmetric = symmetric;
}

void close_symmetric() {
  Symmetric* const symmetric = active_symmetric;
  if (symmetric == nullptr) return;
  active_symmetric = nullptr;
  for (auto& [members, communicator] : symmetric->sets) PMPI_Comm_free(&communicator);
  symmetric->rings.close();
  symmetric->last_changes.close();
}

// Also of a run that is timed and not predicted, which has no symmetric memory of ours.
void end() {
  if (active_symmetric != nullptr && active_process == nullptr) return;  // MPI_Finalize was it
  if (!is_open) return;
  is_open = false;
  {
    const OwnCall own;
    if (Symmetric* const symmetric = own.symmetric()) {
      symmetric->land();
      CallScope scope(*active_process,
                      Call::shmem_finalize);  // what was computed since the last call
    }
  }
  close_symmetric();
  end_with_last();
}

// A program may leave shmem_finalize to its exit. This comes before the library's own.
void end_at_exit(int /*code*/, void* /*nothing*/) {
  end();
  leave_with_failed_run();
}

void begin(const std::function<void()>& real, const std::function<bool()>& threaded) {
  const OwnCall own;
  int mpi_has_begun = 0;
  PMPI_Initialized(&mpi_has_begun);
  if (mpi_has_begun != 0) {  // with the run
    real();
  } else {
    begin_with(
        [&] {
          real();
          return MPI_SUCCESS;
        },
        [&] {
          Begun mpi;
          mpi.threaded = threaded();
          mpi.end = [] { pshmem_finalize(); };
          return mpi;
        });
  }
  if (!is_open) ::on_exit(end_at_exit, nullptr);  // atexit() does nothing: never_destroyed.cpp
  is_open = true;
  if (active_process != nullptr && active_symmetric == nullptr) open_symmetric();
}

}  // namespace

void init(Call, void (*real)()) {
  begin(real, [] { return false; });
}

int init_thread(Call, int (*real)(int, int*), int requested, int* provided) {
  int code = 0;
  begin([&] { code = real(requested, provided); },
        [&] { return *provided == SHMEM_THREAD_MULTIPLE; });
  return code;
}

void start_pes(Call, void (*real)(int), int npes) {
  begin([&] { real(npes); }, [] { return false; });
}

void finalize(Call, void (*real)()) {
  end();
  const OwnCall own;
  real();
  leave_with_failed_run();
}

void global_exit(Call, void (*real)(int), int status) {
  if (active_process != nullptr && active_process->trace != nullptr) active_process->trace->flush();
  const OwnCall own;
  real(status);
}

}  // namespace revprof::shmem
