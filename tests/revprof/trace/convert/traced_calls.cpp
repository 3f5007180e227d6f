// SPDX-License-Identifier: BSD-3-Clause
// Makes every kind of call that a trace has a record for: messages with and without requests,
// collectives, communicators, windows and their epochs. With an argument its last process is killed
// half way.
#include <mpi.h>

#include <csignal>
#include <vector>

#include "revprof/revprof.h"

namespace {

int rank = 0, size = 1;

// A halo in a ring: nonblocking, blocking, and both at once.
void messages(MPI_Comm comm) {
  int own = 0, count = 1;
  MPI_Comm_rank(comm, &own);
  MPI_Comm_size(comm, &count);
  const int right = (own + 1) % count, left = (own + count - 1) % count;
  std::vector<double> out(200), in(200);
  MPI_Request requests[2];
  MPI_Irecv(in.data(), 200, MPI_DOUBLE, left, 1, comm, &requests[0]);
  MPI_Isend(out.data(), 200, MPI_DOUBLE, right, 1, comm, &requests[1]);
  revprof_compute(1000);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  MPI_Sendrecv(out.data(), 8, MPI_DOUBLE, left, 2, in.data(), 8, MPI_DOUBLE, right, 2, comm,
               MPI_STATUS_IGNORE);
  if (own % 2 == 0 && own + 1 < count) MPI_Send(out.data(), 3, MPI_DOUBLE, own + 1, 3, comm);
  if (own % 2 == 0) return;
  MPI_Message message;
  MPI_Mprobe(own - 1, 3, comm, &message, MPI_STATUS_IGNORE);
  MPI_Mrecv(in.data(), 3, MPI_DOUBLE, &message, MPI_STATUS_IGNORE);
}

void persistent() {
  char out = 0, in = 0;
  MPI_Request requests[2];
  MPI_Recv_init(&in, 1, MPI_CHAR, MPI_ANY_SOURCE, 4, MPI_COMM_WORLD, &requests[0]);
  MPI_Send_init(&out, 1, MPI_CHAR, (rank + 1) % size, 4, MPI_COMM_WORLD, &requests[1]);
  for (int round = 0; round < 3; ++round) {
    MPI_Startall(2, requests);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Request_free(&requests[0]);
  MPI_Request_free(&requests[1]);
  MPI_Irecv(&in, 1, MPI_CHAR, rank, 5, MPI_COMM_WORLD, &requests[0]);
  MPI_Cancel(&requests[0]);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
}

void collectives(MPI_Comm comm) {
  double value = 1, sum = 0;
  std::vector<double> all(static_cast<std::size_t>(size));
  MPI_Request requests[2];
  MPI_Ibcast(&value, 1, MPI_DOUBLE, 0, comm, &requests[0]);
  MPI_Ibarrier(comm, &requests[1]);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  MPI_Allreduce(&value, &sum, 1, MPI_DOUBLE, MPI_SUM, comm);
  MPI_Gather(&value, 1, MPI_DOUBLE, all.data(), 1, MPI_DOUBLE, 0, comm);
  MPI_Scan(&value, &sum, 1, MPI_DOUBLE, MPI_SUM, comm);
  MPI_Reduce(&value, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, comm);
}

// Two groups and a message from each to the other.
void intercommunicator() {
  MPI_Comm half, inter;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
  messages(half);
  collectives(half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, 9, &inter);
  int out = rank, in = -1, remote = 0, own = 0;
  MPI_Comm_remote_size(inter, &remote);
  MPI_Comm_rank(half, &own);
  if (own < remote && rank - rank % 2 + 1 < size) {
    MPI_Sendrecv(&out, 1, MPI_INT, own, 6, &in, 1, MPI_INT, own, 6, inter, MPI_STATUS_IGNORE);
  }
  int word = 0;
  const int root = rank == 0 ? MPI_ROOT : rank % 2 == 0 ? MPI_PROC_NULL : 0;
  MPI_Bcast(&word, 1, MPI_INT, root, inter);
  MPI_Comm_free(&inter);
  MPI_Comm_free(&half);
}

void one_sided() {
  std::vector<double> memory(8, 1);
  double value = 2, result = 0;
  const int target = (rank + 1) % size;
  MPI_Win window;
  MPI_Win_create(memory.data(), 64, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, window);
  MPI_Put(&value, 1, MPI_DOUBLE, target, 0, 1, MPI_DOUBLE, window);
  MPI_Get(&result, 1, MPI_DOUBLE, target, 1, 1, MPI_DOUBLE, window);
  MPI_Accumulate(&value, 1, MPI_DOUBLE, target, 2, 1, MPI_DOUBLE, MPI_SUM, window);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, window);

  // Post, start, complete, wait: to the right.
  const int left = (rank + size - 1) % size;
  MPI_Group world, sources, targets;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &left, &sources);
  MPI_Group_incl(world, 1, &target, &targets);
  MPI_Win_post(sources, 0, window);
  MPI_Win_start(targets, 0, window);
  MPI_Put(&value, 1, MPI_DOUBLE, target, 3, 1, MPI_DOUBLE, window);
  MPI_Win_complete(window);
  MPI_Win_wait(window);
  MPI_Group_free(&sources);
  MPI_Group_free(&targets);
  MPI_Group_free(&world);

  // Locks.
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, window);
  MPI_Get(&result, 1, MPI_DOUBLE, target, 4, 1, MPI_DOUBLE, window);
  MPI_Win_flush(target, window);
  MPI_Win_unlock(target, window);
  MPI_Win_lock(MPI_LOCK_SHARED, target, 0, window);
  MPI_Put(&value, 1, MPI_DOUBLE, target, 5, 1, MPI_DOUBLE, window);
  MPI_Win_flush_local(target, window);
  MPI_Win_unlock(target, window);
  MPI_Win_lock_all(0, window);
  MPI_Request request;
  MPI_Rput(&value, 1, MPI_DOUBLE, target, 6, 1, MPI_DOUBLE, window, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Fetch_and_op(&value, &result, MPI_DOUBLE, target, 7, MPI_SUM, window);
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);

  // No event makes this window; events use it all the same.
  MPI_Pcontrol(0);
  MPI_Win_create(memory.data(), 64, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Pcontrol(1);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, window);
  MPI_Put(&value, 1, MPI_DOUBLE, target, 0, 1, MPI_DOUBLE, window);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, window);
  MPI_Win_free(&window);
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  revprof_begin("all \"of\" it");
  messages(MPI_COMM_WORLD);
  messages(MPI_COMM_SELF);
  revprof_begin("requests");
  persistent();
  revprof_end();
  if (argc > 1 && rank == size - 1) std::raise(SIGKILL);
  collectives(MPI_COMM_WORLD);
  if (size > 1) intercommunicator();
  revprof_begin("windows");
  one_sided();
  revprof_end();
  revprof_end();
  revprof_begin("never ends");
  revprof_compute(500);
  MPI_Finalize();
}
