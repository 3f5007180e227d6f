// SPDX-License-Identifier: BSD-3-Clause
// Up and down a binomial tree by messages between two, which can be waited for with patience; a
// collective cannot.
#include "revprof/mpi/world/roll_call.hpp"

#include <dlfcn.h>
#include <sched.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "revprof/run/output.hpp"
#include "revprof/run/stand_by.hpp"

namespace revprof {

namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

// All have just left MPI_Init together: a process with revprof answers at once, on the slowest
// host. Each level of the tree has a second more than the one that it waits for, so that the
// process next to the silent one is the first to lose patience, and names the right one.
constexpr std::chrono::seconds patience = 30s, more_each_level = 1s;
constexpr auto wakeful = 10ms;  // then it leaves its core to others for longer
constexpr std::chrono::milliseconds pause{1};
constexpr int roll_call_tag = 29'287;  // below the 32767 that every MPI allows

[[noreturn]] void refuse(int silent) {
  Dl_info library{};
  dladdr(reinterpret_cast<const void*>(&call_roll), &library);
  const char* const name = library.dli_fname != nullptr ? library.dli_fname : "librevprof";
  std::fprintf(stderr,
               "revprof: process %d runs without librevprof: expected %s, which is there on %s, on "
               "all nodes and in the environment of all processes (LD_PRELOAD, or linked)\n",
               silent, name, node_name().c_str());
  let_words_out();
  PMPI_Abort(MPI_COMM_WORLD, 2);
  std::abort();
}

void wait(MPI_Request& request, int partner, int levels) {
  const auto start = Clock::now();
  for (;;) {
    int done = 0;
    PMPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done != 0) return;
    const auto waited = Clock::now() - start;
    if (waited > patience + levels * more_each_level) refuse(partner);
    waited < wakeful ? static_cast<void>(sched_yield()) : stand_by(pause);
  }
}

void tell(MPI_Comm world, int partner, int levels) {
  const int word = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  PMPI_Isend(&word, 1, MPI_INT, partner, roll_call_tag, world, &request);
  wait(request, partner, levels);
}

void hear(MPI_Comm world, int partner, int levels) {
  int word = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  PMPI_Irecv(&word, 1, MPI_INT, partner, roll_call_tag, world, &request);
  wait(request, partner, levels);
}

}  // namespace

void call_roll(MPI_Comm world) {
  int rank = 0, processes = 1;
  PMPI_Comm_rank(world, &rank);
  PMPI_Comm_size(world, &processes);
  int below = 0;  // levels of the tree, of this process's part
  std::vector<int> children;
  for (int step = 1; rank + step < processes && (rank & step) == 0; step *= 2) {
    children.push_back(rank + step);
  }
  int all = 0, above = 0;
  for (int step = 1; step < processes; step *= 2) ++all;
  for (int rest = rank; rest != 0; rest &= rest - 1) ++above;

  for (const int child : children) hear(world, child, below++);
  if (rank != 0) {
    const int parent = rank & (rank - 1);
    tell(world, parent, all + above);
    hear(world, parent, all + above);
  }
  for (const int child : children) tell(world, child, all + above);
}

}  // namespace revprof
