// SPDX-License-Identifier: BSD-3-Clause
// Scenarios of exact_times: synchronous sends, complete when their receives have been posted.
#pragma once

#include "exact_scenario.hpp"

namespace exact {

inline void receive_after(int computed) {
  microseconds(computed);
  MPI_Recv(in, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

inline void ssend_to_one_that_waits(int rank) {
  if (rank == 1) return receive_after(0);
  microseconds(1);
  MPI_Ssend(out, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
}

inline void ssend_to_a_late_one(int rank) {
  if (rank == 1) return receive_after(20);
  MPI_Ssend(out, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
}

// Longer than what the machine copies.
constexpr int long_bytes = 5000;
inline char long_out[long_bytes], long_in[long_bytes];

inline void long_send_to_a_late_one(int rank) {
  if (rank == 0) {
    MPI_Send(long_out, long_bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    return;
  }
  microseconds(20);
  MPI_Recv(long_in, long_bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

// Its receiver, who has posted the receive late, waits for something else of the sender before.
inline void long_send_and_another(int rank) {
  if (rank == 0) {
    MPI_Send(long_out, long_bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    MPI_Send(out, bytes, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
    return;
  }
  microseconds(20);
  MPI_Request request;
  MPI_Irecv(long_in, long_bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &request);
  MPI_Recv(in, bytes, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

inline void ssend_init(int rank) {
  if (rank == 1) return receive_after(20);
  MPI_Request request;
  MPI_Ssend_init(out, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &request);
  microseconds(1);
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
}

// Its receiver waits for something else of the sender meanwhile.
inline void issend_to_an_early_receive(int rank) {
  MPI_Request request;
  if (rank == 1) {
    MPI_Irecv(in, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &request);
    char other[bytes];
    MPI_Recv(other, bytes, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    microseconds(5);
    MPI_Issend(out, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &request);
  }
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  if (rank == 0) MPI_Send(out, bytes, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
}

// ... asked about again and again; its receiver comes late, and then waits for the sender.
inline void issend_asked_about(int rank) {
  MPI_Request request;
  if (rank == 1) {
    microseconds(20);
    MPI_Irecv(in, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &request);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return;
  }
  MPI_Issend(out, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &request);
  for (int done = 0; done == 0;) MPI_Test(&request, &done, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
}

// Each waits for its send before it looks at what it has received.
inline void issend_to_each_other(int rank) {
  MPI_Request send, receive;
  microseconds(3 * rank);
  MPI_Issend(out, bytes, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, &send);
  MPI_Irecv(in, bytes, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, &receive);
  MPI_Wait(&send, MPI_STATUS_IGNORE);
  MPI_Wait(&receive, MPI_STATUS_IGNORE);
}

}  // namespace exact
