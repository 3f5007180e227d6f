// SPDX-License-Identifier: BSD-3-Clause
// Scenarios of exact_times: windows, their epochs and locks.
#pragma once

#include "exact_scenario.hpp"

namespace exact {

inline MPI_Win window_of_everybody() {
  void* memory = nullptr;
  MPI_Win window = MPI_WIN_NULL;
  MPI_Win_allocate(bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  return window;
}

inline void fence(int rank) {
  MPI_Win window = window_of_everybody();
  microseconds(rank);
  MPI_Win_fence(0, window);
  if (rank == 0) MPI_Put(out, bytes, MPI_BYTE, 3, 0, bytes, MPI_BYTE, window);
  MPI_Win_fence(0, window);
  MPI_Win_free(&window);
}

// Rank 0 has put before rank 1 has posted.
inline void epoch(int rank) {
  MPI_Win window = window_of_everybody();
  MPI_Group world = MPI_GROUP_NULL, other = MPI_GROUP_NULL;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  const int peer = 1 - rank;
  MPI_Group_incl(world, 1, &peer, &other);
  if (rank == 0) {
    MPI_Win_start(other, 0, window);
    MPI_Put(out, bytes, MPI_BYTE, 1, 0, bytes, MPI_BYTE, window);
    MPI_Win_complete(window);
  } else {
    microseconds(20);
    MPI_Win_post(other, 0, window);
    MPI_Win_wait(window);
  }
  MPI_Group_free(&world);
  MPI_Group_free(&other);
  MPI_Win_free(&window);
}

// Rank 1 gets the lock when rank 0 has had it for 50 us; the message says who is first.
inline void lock(int rank) {
  MPI_Win window = window_of_everybody();
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, window);
    MPI_Send(out, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    microseconds(50);
    MPI_Win_unlock(1, window);
  } else {
    MPI_Recv(in, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, window);
    MPI_Win_unlock(1, window);
  }
  MPI_Win_free(&window);
}

inline void transfers_with_requests(int rank) {
  MPI_Win window = window_of_everybody();
  MPI_Request requests[2];
  if (rank == 0) {
    MPI_Win_lock_all(0, window);
    MPI_Rput(out, bytes, MPI_BYTE, 1, 0, bytes, MPI_BYTE, window, &requests[0]);
    microseconds(3);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Rget(in, bytes, MPI_BYTE, 1, 0, bytes, MPI_BYTE, window, &requests[0]);
    MPI_Rget(in, bytes, MPI_BYTE, MPI_PROC_NULL, 0, bytes, MPI_BYTE, window, &requests[1]);
    MPI_Win_flush(1, window);
    MPI_Win_flush(1, window);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Win_unlock_all(window);
  }
  MPI_Win_free(&window);
}

// Rank 0 is late here, behind rank 1's first look, and its flag is there at its own time by the
// clocks; rank 1 looks until then.
inline void told_by_a_word(int rank) {
  int* told = nullptr;
  MPI_Win window = MPI_WIN_NULL;
  MPI_Win_allocate(bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &told, &window);
  *told = 0;
  const Whistle late;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, window);
  if (rank == 0) {
    const int flag = 1;
    microseconds(20);
    late.wait();
    MPI_Put(&flag, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
  } else {
    int flag = 0;
    while (flag == 0) {
      MPI_Get(&flag, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
      MPI_Win_flush(1, window);
      late.blow();
    }
  }
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
}

}  // namespace exact
