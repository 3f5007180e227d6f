// SPDX-License-Identifier: BSD-3-Clause
// Scenarios of exact_times: receives from anybody.
#pragma once

#include "exact_scenario.hpp"

namespace exact {

// The message that is the last one to be sent on this host is the first one on the clocks.
inline void anybody(int rank) {
  if (rank == 0) {
    MPI_Status first;
    MPI_Recv(in, bytes, MPI_BYTE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &first);
    microseconds(first.MPI_SOURCE == 2 ? 1 : 100);
    MPI_Recv(in, bytes, MPI_BYTE, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return;
  }
  if (rank == 2) milliseconds_late(20);
  microseconds(rank == 2 ? 10 : 50);
  MPI_Send(out, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
}

// Nobody waits for a message that MPI has refused to send, for its own tag or for what is to be
// received beside it.
inline void after_a_refused_send(int rank) {
  if (rank == 0) {
    for (int i = 0; i < 2; ++i) {
      MPI_Recv(in, bytes, MPI_BYTE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    return;
  }
  if (rank == 1) {
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Send(out, bytes, MPI_BYTE, 0, -5, MPI_COMM_WORLD);
    MPI_Sendrecv(out, bytes, MPI_BYTE, 0, 0, in, bytes, MPI_BYTE, 3, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Sendrecv(out, bytes, MPI_BYTE, 0, 0, in, bytes, MPI_BYTE, 0, -5, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  }
  microseconds(rank == 1 ? 10 : 50);
  MPI_Send(out, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
}

// Two are posted, and waited for one after the other: the first takes the message that is first on
// the clocks, and the second need not be there meanwhile.
template <class Meanwhile>
void in_order_after(int rank, Meanwhile meanwhile) {
  MPI_Request requests[2];
  if (rank == 0) {
    for (MPI_Request& request : requests) {
      MPI_Irecv(in, bytes, MPI_BYTE, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &request);
    }
  }
  meanwhile();
  if (rank != 0) {
    if (rank == 2) milliseconds_late(20);
    microseconds(rank == 2 ? 10 : 50);
    MPI_Send(out, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    return;
  }
  MPI_Status first;
  MPI_Wait(&requests[0], &first);
  microseconds(first.MPI_SOURCE == 2 ? 1 : 100);
  MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
}

inline void in_order(int rank) {
  in_order_after(rank, [] {});
}

// ... also where all meet before: nobody waits for the receives then.
inline void in_order_after_a_barrier(int rank) {
  in_order_after(rank, [] { MPI_Barrier(MPI_COMM_WORLD); });
}

// ... and where one is asked about that is complete without any other process.
inline void in_order_beside_nobody(int rank) {
  in_order_after(rank, [rank] {
    if (rank != 0) return;
    MPI_Request requests[2];
    MPI_Irecv(in, bytes, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(out, bytes, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &requests[1]);
    int index, is_complete;
    for (int i = 0; i < 2; ++i) {
      MPI_Testany(2, requests, &index, &is_complete, MPI_STATUS_IGNORE);
    }
  });
}

// Of two processes one gets the other's message, and its own, which is there at once on this host.
template <class Post>
void other_before_own_by(int rank, Post post) {
  if (rank == 0) {
    milliseconds_late(20);
    microseconds(10);
    MPI_Send(out, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    return;
  }
  MPI_Request requests[2];
  for (MPI_Request& request : requests) post(request);
  microseconds(50);
  MPI_Send(out, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
  MPI_Status first;
  MPI_Wait(&requests[0], &first);
  microseconds(first.MPI_SOURCE == 0 ? 1 : 100);
  MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
  for (MPI_Request& request : requests) {
    if (request != MPI_REQUEST_NULL) MPI_Request_free(&request);
  }
}

inline void other_before_own(int rank) {
  other_before_own_by(rank, [](MPI_Request& request) {
    MPI_Irecv(in, bytes, MPI_BYTE, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &request);
  });
}

inline void other_before_own_started(int rank) {
  other_before_own_by(rank, [](MPI_Request& request) {
    MPI_Recv_init(in, bytes, MPI_BYTE, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &request);
    MPI_Start(&request);
  });
}

// Process 2 knows that process 1, which waits for all of more messages than it has got, sends none:
// so it takes process 0's at once.
inline void waits_for_many(int rank) {
  if (rank == 0) {
    microseconds(50);
    MPI_Send(out, bytes, MPI_BYTE, 2, 0, MPI_COMM_WORLD);
  } else if (rank == 1) {
    MPI_Request requests[10];
    for (int tag = 0; tag < 10; ++tag) {
      MPI_Irecv(in, bytes, MPI_BYTE, 2, tag, MPI_COMM_WORLD, &requests[tag]);
    }
    MPI_Waitall(10, requests, MPI_STATUSES_IGNORE);
  } else {
    for (int tag = 0; tag < 9; ++tag) MPI_Send(out, bytes, MPI_BYTE, 1, tag, MPI_COMM_WORLD);
    MPI_Recv(in, bytes, MPI_BYTE, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(out, bytes, MPI_BYTE, 1, 9, MPI_COMM_WORLD);
  }
}

// Processes 0 and 2 have got process 1's message for one of the receives that they have posted, and
// wait for each other's clocks: each says when it goes on.
inline void posted_by_both(int rank) {
  if (rank == 1) {
    microseconds(100);
    for (const int peer : {0, 2}) MPI_Send(out, bytes, MPI_BYTE, peer, 0, MPI_COMM_WORLD);
    return;
  }
  MPI_Request requests[2];
  for (MPI_Request& request : requests) {
    MPI_Irecv(in, bytes, MPI_BYTE, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &request);
  }
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  MPI_Send(out, bytes, MPI_BYTE, 2 - rank, 0, MPI_COMM_WORLD);
  MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
}

// Process 1 waits for the second of two messages that are alike, and has got the first: it sends
// none before, which process 2 knows.
inline void waits_for_the_second(int rank) {
  if (rank == 0) {
    MPI_Send(out, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    microseconds(60);
    MPI_Send(out, bytes, MPI_BYTE, 2, 0, MPI_COMM_WORLD);
    MPI_Recv(in, bytes, MPI_BYTE, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(out, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
  } else if (rank == 1) {
    MPI_Request requests[2];
    for (MPI_Request& request : requests) {
      MPI_Irecv(in, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &request);
    }
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    MPI_Send(out, bytes, MPI_BYTE, 2, 0, MPI_COMM_WORLD);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(in, bytes, MPI_BYTE, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(out, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    MPI_Recv(in, bytes, MPI_BYTE, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

// Process 2 takes process 0's message at once: the root of a broadcast that it has not come to, and
// that the host's MPI may not let go before, sends none until that is over.
inline void beside_a_broadcast(int rank) {
  static char much[100'000];
  if (rank == 0) {
    microseconds(100);
    MPI_Send(out, bytes, MPI_BYTE, 2, 0, MPI_COMM_WORLD);
  } else if (rank == 2) {
    MPI_Recv(in, bytes, MPI_BYTE, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Bcast(much, sizeof much, MPI_BYTE, 1, MPI_COMM_WORLD);
}

// All three receive from anybody, and each has got a message that is there later than the others'
// clocks say: the earliest one's is the first.
inline void all_from_anybody(int rank) {
  microseconds(1 + 40 * rank);
  MPI_Send(out, bytes, MPI_BYTE, (rank + 1) % 3, 0, MPI_COMM_WORLD);
  for (int round = 0; round < 3; ++round) {
    MPI_Recv(in, bytes, MPI_BYTE, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(out, bytes, MPI_BYTE, (rank + 1) % 3, 0, MPI_COMM_WORLD);
  }
  MPI_Recv(in, bytes, MPI_BYTE, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

// Process 2's message leaves after some sends, process 1's after computation: which comes first is
// a question of the lane. With Irecv, Recv and Probe.
inline void divided(int rank) {
  if (rank == 0) {
    for (int way = 0; way < 3; ++way) {
      MPI_Request requests[2];
      MPI_Status status;
      for (MPI_Request& request : requests) {
        if (way == 0) {
          MPI_Irecv(in, bytes, MPI_BYTE, MPI_ANY_SOURCE, way, MPI_COMM_WORLD, &request);
        } else if (way == 1) {
          MPI_Recv(in, bytes, MPI_BYTE, MPI_ANY_SOURCE, way, MPI_COMM_WORLD, &status);
        } else {
          MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
          MPI_Recv(in, bytes, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, &status);
        }
      }
      if (way == 0) MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
      MPI_Barrier(MPI_COMM_WORLD);
    }
    return;
  }
  for (int way = 0; way < 3; ++way) {
    if (rank == 1) {
      milliseconds_late(20);  // what is posted takes the first one
      microseconds(50);
    } else {
      for (int i = 0; i < 3; ++i) {
        MPI_Sendrecv(out, bytes, MPI_BYTE, 2, 9, in, bytes, MPI_BYTE, 2, 9, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
      }
    }
    MPI_Send(out, bytes, MPI_BYTE, 0, way, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
  }
}

// A message on one communicator of this process alone is none of another one's.
inline void own_communicators(int) {
  MPI_Comm other;
  MPI_Comm_dup(MPI_COMM_SELF, &other);
  MPI_Request request;
  MPI_Isend(out, bytes, MPI_BYTE, 0, 0, MPI_COMM_SELF, &request);
  int is_there = 0;
  MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, other, &is_there, MPI_STATUS_IGNORE);
  if (is_there != 0) microseconds(1000);
  MPI_Comm_free(&other);
  MPI_Recv(in, bytes, MPI_BYTE, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

}  // namespace exact
