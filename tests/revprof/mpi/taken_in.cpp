// SPDX-License-Identifier: BSD-3-Clause
// taken_in: process 0 asks for a message that this host has already, and the target not yet; then
// it waits for that and for a long send, and tells process 3, which has been computing for long and
// asks whether somebody has.
#include <poll.h>

#include <vector>

#include "check.hpp"
#include "revprof/revprof.h"

namespace {

constexpr int asked_for = 1, told = 2, long_tag = 3, later = 4, long_bytes = 1 << 20;

void compute_ms(double milliseconds) { revprof_compute(milliseconds * 1e6); }  // steps of 1 ns

// Of this host's time alone, in which other processes get on there (to sleep would move the clock).
void pause_ms(int milliseconds) { poll(nullptr, 0, milliseconds); }

void wait_for_both() {
  int got = 0, found = 0;
  std::vector<char> sent(long_bytes);
  MPI_Request both[2];
  MPI_Irecv(&got, 1, MPI_INT, 1, asked_for, MPI_COMM_WORLD, &both[0]);
  MPI_Isend(sent.data(), long_bytes, MPI_BYTE, 2, long_tag, MPI_COMM_WORLD, &both[1]);
  pause_ms(50);
  MPI_Test(&both[0], &found, MPI_STATUS_IGNORE);
  MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
  MPI_Send(&got, 1, MPI_INT, 3, told, MPI_COMM_WORLD);
}

void send_what_is_asked_for() {
  int one = 1;
  compute_ms(0.1);
  MPI_Send(&one, 1, MPI_INT, 0, asked_for, MPI_COMM_WORLD);
  MPI_Recv(&one, 1, MPI_INT, 2, later, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

// Its clock is far ahead, which it says, while process 0 still waits for it on this host.
void take_long_message() {
  const int one = 1;
  std::vector<char> got(long_bytes);
  compute_ms(900);
  MPI_Send(&one, 1, MPI_INT, 1, later, MPI_COMM_WORLD);
  pause_ms(200);
  MPI_Recv(got.data(), long_bytes, MPI_BYTE, 0, long_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

void ask_whether_it_was_told() {
  int found = 0, got = 0;
  compute_ms(500);
  MPI_Iprobe(0, told, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
  compute_ms(found != 0 ? 1 : 100);
  MPI_Recv(&got, 1, MPI_INT, 0, told, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

}  // namespace

int main(int argc, char** argv) {
  const World world(&argc, &argv);
  if (world.rank == 0) wait_for_both();
  if (world.rank == 1) send_what_is_asked_for();
  if (world.rank == 2) take_long_message();
  if (world.rank == 3) ask_whether_it_was_told();
  return 0;
}
