// SPDX-License-Identifier: BSD-3-Clause
// Meets processes of another MPI_COMM_WORLD, and the calls that bring them about.
#include "revprof/mpi/world/other_world.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "revprof/mpi/world/constructors.hpp"
#include "revprof/mpi/world/world_calls.hpp"
#include "revprof/run/stand_by.hpp"

namespace revprof {

namespace {

// Both sides are inside the call that connects them, or in MPI_Init: a process with revprof answers
// at once, on the slowest host.
constexpr std::time_t greeting_patience_seconds = 15;
constexpr std::chrono::milliseconds greeting_pause{1};
constexpr int greeting_tag = 29'286;  // below the 32767 that every MPI allows

[[noreturn]] void refuse(const char* why) {
  std::fprintf(stderr, "revprof: processes of another MPI_COMM_WORLD %s\n", why);
  let_words_out();
  PMPI_Abort(MPI_COMM_WORLD, 2);
  std::abort();
}

// Between the first processes of the two groups.
Greeting exchange_greetings(MPI_Comm inter, const Greeting& own) {
  constexpr int bytes = sizeof(Greeting);
  Greeting other;
  other.mark = 0;
  MPI_Request requests[2];
  PMPI_Irecv(&other, bytes, MPI_BYTE, 0, greeting_tag, inter, &requests[0]);
  PMPI_Isend(&own, bytes, MPI_BYTE, 0, greeting_tag, inter, &requests[1]);
  const std::time_t start = std::time(nullptr);
  for (int done = 0; done == 0;) {
    PMPI_Testall(2, requests, &done, MPI_STATUSES_IGNORE);
    if (done == 0 && std::time(nullptr) - start > greeting_patience_seconds) {
      refuse("run without librevprof; expected it in every program that takes part");
    }
    if (done == 0) stand_by(greeting_pause);
  }
  return other;
}

}  // namespace

Greeting meet(MPI_Comm inter, MPI_Comm local, const Greeting& own) {
  int rank = 0;
  PMPI_Comm_rank(local, &rank);
  Greeting other;
  if (rank == 0) other = exchange_greetings(inter, own);
  PMPI_Bcast(&other, sizeof(other), MPI_BYTE, 0, local);
  if (other.mark != Greeting::mark_value || other.lanes != own.lanes ||
      other.fingerprint != own.fingerprint) {
    refuse("run with another revprof, model, scenario or settings; expected the same everywhere");
  }
  return other;
}

namespace handle {

namespace {

// `real()` makes the intercommunicator, or MPI_COMM_NULL where nothing could be started.
template <class Real>
int connect_worlds(Call call, MPI_Comm local, const MPI_Comm* inter, Real real) {
  if (active_process == nullptr) return real();
  CallScope scope(*active_process, call);
  const int error = real();
  if (error != MPI_SUCCESS || *inter == MPI_COMM_NULL) return error;
  meet(*inter, local, active_process->greeting);
  agree_on_communicator(scope, call, *inter);
  return error;
}

}  // namespace

int spawn(Call call, decltype(&PMPI_Comm_spawn) real, const char* command, char* argv[],
          int processes, MPI_Info info, int root, MPI_Comm local, MPI_Comm* inter, int* errors) {
  return connect_worlds(call, local, inter, [&] {
    return real(command, argv, processes, info, root, local, inter, errors);
  });
}

int spawn_multiple(Call call, decltype(&PMPI_Comm_spawn_multiple) real, int count, char* commands[],
                   char** argvs[], const int processes[], const MPI_Info infos[], int root,
                   MPI_Comm local, MPI_Comm* inter, int* errors) {
  return connect_worlds(call, local, inter, [&] {
    return real(count, commands, argvs, processes, infos, root, local, inter, errors);
  });
}

int port(Call call, decltype(&PMPI_Comm_accept) real, const char* name, MPI_Info info, int root,
         MPI_Comm local, MPI_Comm* inter) {
  return connect_worlds(call, local, inter, [&] { return real(name, info, root, local, inter); });
}

int join(Call call, decltype(&PMPI_Comm_join) real, int socket, MPI_Comm* inter) {
  return connect_worlds(call, MPI_COMM_SELF, inter, [&] { return real(socket, inter); });
}

}  // namespace handle
}  // namespace revprof
