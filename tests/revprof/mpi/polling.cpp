// SPDX-License-Identifier: BSD-3-Clause
// Programs that ask until something is there: results that are taken between other work, and a loop
// of probes beside one that waits. A sparse exchange does so in sparse_exchange.cpp.
#include <numeric>
#include <vector>

#include "check.hpp"
#include "revprof/revprof.h"

namespace {

// Everybody's results come while this process does something else.
void other_work(const World& world) {
  constexpr int results = 8;
  std::vector<MPI_Request> requests;
  std::vector<int> values(static_cast<std::size_t>(world.size * results), -1);
  for (int rank = 0; rank < world.size; ++rank) {
    for (int i = 0; i < results && rank != world.rank; ++i) {
      requests.emplace_back();
      MPI_Irecv(&values[static_cast<std::size_t>(rank * results + i)], 1, MPI_INT, rank, 100 + i,
                MPI_COMM_WORLD, &requests.back());
    }
  }
  for (int i = 0; i < results; ++i) {
    revprof_compute(300.0 * (world.rank + 1));
    for (int rank = 0; rank < world.size; ++rank) {
      if (rank != world.rank) MPI_Send(&i, 1, MPI_INT, rank, 100 + i, MPI_COMM_WORLD);
    }
  }
  const int count = static_cast<int>(requests.size());
  std::vector<int> indices(requests.size());
  for (int taken = 0, now = 0; taken < count; taken += now) {
    MPI_Testsome(count, requests.data(), &now, indices.data(), MPI_STATUSES_IGNORE);
    CHECK(now >= 0);
    if (now == 0) revprof_compute(100);
  }
  for (int rank = 0; rank < world.size; ++rank) {
    for (int i = 0; i < results && rank != world.rank; ++i) {
      CHECK_EQUAL(values[static_cast<std::size_t>(rank * results + i)], i);
    }
  }
}

// All but one ask for what the last one sends when it has come out of a collective that they have
// all begun, and only end when they have asked for long enough.
void beside_one_that_waits(const World& world) {
  const int last = world.size - 1;
  int in = 1, out = 0, value = -1;
  MPI_Request sum, receive;
  if (world.rank == last) {
    MPI_Iallreduce(&in, &out, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &sum);
    MPI_Wait(&sum, MPI_STATUS_IGNORE);
    for (int rank = 0; rank < last; ++rank) MPI_Send(&out, 1, MPI_INT, rank, 5, MPI_COMM_WORLD);
    return;
  }
  // Of each other first, so that the last one waits for two that ask.
  const int other = last < 2 ? world.rank : (world.rank + 1) % last;
  const int from = last < 2 ? world.rank : (world.rank + last - 1) % last;
  MPI_Request pair[2];
  MPI_Irecv(&value, 1, MPI_INT, from, 6, MPI_COMM_WORLD, &pair[0]);
  revprof_compute(2000.0 * world.rank);
  MPI_Isend(&world.rank, 1, MPI_INT, other, 6, MPI_COMM_WORLD, &pair[1]);
  for (int done = 0; done == 0;) MPI_Testall(2, pair, &done, MPI_STATUSES_IGNORE);
  CHECK_EQUAL(value, from);
  MPI_Iallreduce(&in, &out, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &sum);
  MPI_Irecv(&value, 1, MPI_INT, last, 5, MPI_COMM_WORLD, &receive);
  for (int done = 0; done == 0;) MPI_Test(&receive, &done, MPI_STATUS_IGNORE);
  for (int done = 0; done == 0;) MPI_Test(&sum, &done, MPI_STATUS_IGNORE);
  CHECK_EQUAL(value, world.size);
  CHECK_EQUAL(out, world.size);
}

// What takes no time between two questions is nothing else than asking.
void beside_what_takes_no_time(const World& world) {
  const int last = world.size - 1;
  if (world.rank == last) {
    revprof_compute(2000);
    for (int rank = 0; rank < last; ++rank) MPI_Send(&rank, 1, MPI_INT, rank, 8, MPI_COMM_WORLD);
    return;
  }
  int value = -1;
  MPI_Request receive;
  MPI_Irecv(&value, 1, MPI_INT, last, 8, MPI_COMM_WORLD, &receive);
  for (int done = 0; done == 0;) {
    revprof_begin("asks");
    MPI_Test(&receive, &done, MPI_STATUS_IGNORE);
    revprof_compute(0);
    revprof_compute_in("flop", 0);
    revprof_marker("asked");
    revprof_end();
  }
  CHECK_EQUAL(value, world.rank);
}

// One that only asks whether all have come has got what the others send it before they come.
void beside_synchronous_sends(const World& world) {
  std::vector<int> values(static_cast<std::size_t>(world.size), -1);
  std::vector<MPI_Request> requests;
  for (int rank = 1; rank < world.size && world.rank == 0; ++rank) {
    requests.emplace_back();
    MPI_Irecv(&values[static_cast<std::size_t>(rank)], 1, MPI_INT, MPI_ANY_SOURCE, 7,
              MPI_COMM_WORLD, &requests.back());
  }
  if (world.rank > 0) MPI_Ssend(&world.rank, 1, MPI_INT, 0, 7, MPI_COMM_WORLD);
  MPI_Request all;
  MPI_Ibarrier(MPI_COMM_WORLD, &all);
  for (int done = 0; done == 0;) MPI_Test(&all, &done, MPI_STATUS_IGNORE);
  MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
  if (world.rank == 0) {
    CHECK_EQUAL(std::accumulate(values.begin(), values.end(), 1),
                world.size * (world.size - 1) / 2);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const World world(&argc, &argv);
  other_work(world);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < 10; ++i) beside_one_that_waits(world);
  for (int i = 0; i < 10; ++i) beside_synchronous_sends(world);
  for (int i = 0; i < 3; ++i) beside_what_takes_no_time(world);
}
