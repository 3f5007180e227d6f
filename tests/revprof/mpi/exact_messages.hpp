// SPDX-License-Identifier: BSD-3-Clause
// Scenarios of exact_times: messages from one process to another.
#pragma once

#include "exact_scenario.hpp"

namespace exact {

inline void send(int rank) {
  if (rank == 0) {
    microseconds(1);
    MPI_Send(out, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(in, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

inline void late_receiver(int rank) {
  if (rank == 0) {
    MPI_Send(out, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
  } else {
    microseconds(20);
    MPI_Recv(in, bytes, MPI_BYTE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

// The message is long there: the receive counts from its start, which is the first of both.
inline void started_together(int rank) {
  if (rank == 0) {
    MPI_Send(out, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    MPI_Recv(in, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return;
  }
  MPI_Request requests[2];
  MPI_Send_init(out, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Recv_init(in, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &requests[1]);
  microseconds(20);
  MPI_Startall(2, requests);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  for (MPI_Request& request : requests) MPI_Request_free(&request);
}

// Asks 101 times before it answers; then until the answer to that is there.
inline void asked(int rank) {
  if (rank == 1) {
    microseconds(1);
    MPI_Recv(in, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(out, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    return;
  }
  MPI_Request request;
  int done = 0;
  MPI_Irecv(in, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &request);
  for (int i = 0; i < 101; ++i) MPI_Test(&request, &done, MPI_STATUS_IGNORE);
  MPI_Send(out, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
  while (done == 0) MPI_Test(&request, &done, MPI_STATUS_IGNORE);
}

// A send that the machine does not copy, and whose receiver comes late, is complete with that.
inline void asked_of_a_send(int rank) {
  constexpr int more = 8000;
  char buffer[more] = {};
  if (rank == 1) {
    microseconds(1000);
    MPI_Recv(buffer, more, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return;
  }
  MPI_Request request;
  MPI_Isend(buffer, more, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &request);
  for (int done = 0; done == 0;) MPI_Test(&request, &done, MPI_STATUS_IGNORE);
}

inline void nonblocking(int rank) {
  MPI_Request request;
  if (rank == 0) {
    MPI_Isend(out, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &request);
    microseconds(10);
  } else {
    MPI_Irecv(in, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &request);
    microseconds(3);
  }
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

inline void persistent(int rank) {
  MPI_Request request;
  if (rank == 0) {
    MPI_Send_init(out, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &request);
    MPI_Start(&request);
    microseconds(10);
  } else {
    MPI_Recv_init(in, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &request);
    MPI_Start(&request);
    microseconds(3);
  }
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
}

inline void sendrecv(int rank) {
  MPI_Sendrecv(out, bytes, MPI_BYTE, 1 - rank, 0, in, bytes, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
}

inline void probed(int rank) {
  if (rank == 0) {
    MPI_Send(out, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Probe(0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(in, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

inline void frozen(int rank) {
  MPI_Pcontrol(0);
  send(rank);
  MPI_Pcontrol(1);
  if (rank == 0) microseconds(2);
}

inline void looks_at_the_clock(int rank) {
  for (int i = 0; i < 10 + rank; ++i) MPI_Wtime();
}

}  // namespace exact
