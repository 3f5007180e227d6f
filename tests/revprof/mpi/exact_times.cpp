// SPDX-License-Identifier: BSD-3-Clause
// exact_times SCENARIO: small programs whose predicted times on models/exact.json are worked out by
// hand in exact_times.py.
#define REVPROF_SESSIONS  // one scenario does without MPI_Init
#include <unistd.h>

#include "check.hpp"
#include "exact_onlookers.hpp"
#include "exact_sizes.hpp"
#include "revprof/revprof.h"

namespace {

constexpr int bytes = 1000;
char out[bytes], in[bytes];
const char* program = nullptr;

// A step is 1 ns.
void microseconds(int n) {
  revprof_compute(900.0 * n);
  revprof_compute_in("step", 100.0 * n);
}

void send(int rank) {
  if (rank == 0) {
    microseconds(1);
    MPI_Send(out, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(in, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

void late_receiver(int rank) {
  if (rank == 0) {
    MPI_Send(out, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
  } else {
    microseconds(20);
    MPI_Recv(in, bytes, MPI_BYTE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

// The message is long there: the receive counts from its start, which is the first of both.
void started_together(int rank) {
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
void asked(int rank) {
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

// A send that the host does not copy, and whose receiver comes late, is complete by its own time.
void asked_of_a_send(int rank) {
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

// The message that is the last one to be sent on this host is the first one on the clocks.
void anybody(int rank) {
  if (rank == 0) {
    MPI_Status first;
    MPI_Recv(in, bytes, MPI_BYTE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &first);
    microseconds(first.MPI_SOURCE == 2 ? 1 : 100);
    MPI_Recv(in, bytes, MPI_BYTE, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return;
  }
  if (rank == 2) usleep(20'000);
  microseconds(rank == 2 ? 10 : 50);
  MPI_Send(out, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
}

// Process 2's message leaves after some sends, process 1's after computation: which comes first is
// a question of the lane. With Irecv, Recv and Probe.
void divided(int rank) {
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
      usleep(20'000);  // what is posted takes the first one
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

void nonblocking(int rank) {
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

void sendrecv(int rank) {
  MPI_Sendrecv(out, bytes, MPI_BYTE, 1 - rank, 0, in, bytes, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
}

void probed(int rank) {
  if (rank == 0) {
    MPI_Send(out, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Probe(0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(in, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

void frozen(int rank) {
  MPI_Pcontrol(0);
  send(rank);
  MPI_Pcontrol(1);
  if (rank == 0) microseconds(2);
}

void looks_at_the_clock(int rank) {
  for (int i = 0; i < 10 + rank; ++i) MPI_Wtime();
}

void collectives(int rank) {
  int size = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  std::vector<char> all(static_cast<std::size_t>(size * bytes));
  MPI_Request request;
  microseconds(rank);
  MPI_Allreduce(out, in, bytes, MPI_CHAR, MPI_MAX, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Bcast(in, bytes, MPI_CHAR, 2, MPI_COMM_WORLD);
  MPI_Reduce(out, in, bytes, MPI_CHAR, MPI_MAX, 0, MPI_COMM_WORLD);
  if (rank == 3) microseconds(5);
  MPI_Gather(out, bytes, MPI_CHAR, all.data(), bytes, MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_Scan(out, in, bytes, MPI_CHAR, MPI_MAX, MPI_COMM_WORLD);
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  microseconds(10);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void files(int rank) {
  MPI_File file = MPI_FILE_NULL;
  MPI_Request request;
  microseconds(rank);
  MPI_File_open(MPI_COMM_WORLD, "revprof_exact_times.tmp",
                MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
  MPI_File_write_at(file, rank * bytes, out, bytes, MPI_CHAR, MPI_STATUS_IGNORE);
  MPI_File_iwrite_at(file, rank * bytes, out, bytes, MPI_CHAR, &request);
  microseconds(3);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  if (rank == 1) microseconds(2);
  MPI_File_write_at_all(file, rank * bytes, out, bytes, MPI_CHAR, MPI_STATUS_IGNORE);
  MPI_File_write_at_all_begin(file, rank * bytes, out, bytes, MPI_CHAR);
  if (rank == 0) microseconds(5);
  MPI_File_write_at_all_end(file, out, MPI_STATUS_IGNORE);
  MPI_File_close(&file);
}

// Of a ring of 4: a process with its neighbours is 3.
void measured_collectives(int rank) {
  char around[2 * bytes];
  const int extent = 4, periodic = 1, counts[] = {bytes, bytes}, places[] = {0, 0};
  MPI_Comm ring = MPI_COMM_NULL;
  MPI_Request request;
  microseconds(rank);
  MPI_Iallreduce(out, in, bytes, MPI_CHAR, MPI_MAX, MPI_COMM_WORLD, &request);
  microseconds(10);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Cart_create(MPI_COMM_WORLD, 1, &extent, &periodic, 0, &ring);
  if (rank == 0) microseconds(6);
  MPI_Neighbor_allgather(out, bytes, MPI_CHAR, around, bytes, MPI_CHAR, ring);
  const int places_of_arrival[] = {0, bytes};
  MPI_Neighbor_alltoallv(out, counts, places, MPI_CHAR, around, counts, places_of_arrival, MPI_CHAR,
                         ring);
  MPI_Ineighbor_allgather(out, bytes, MPI_CHAR, around, bytes, MPI_CHAR, ring, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Comm_free(&ring);
}

// Two from the same root, and one from another.
void measured_rows(int) {
  for (const int root : {0, 0, 1}) MPI_Bcast(in, bytes, MPI_CHAR, root, MPI_COMM_WORLD);
}

void measured_rounds(int rank) {
  microseconds(10 * rank);
  MPI_Barrier(MPI_COMM_WORLD);
  microseconds(rank == 0 ? 30 : 0);
  MPI_Barrier(MPI_COMM_WORLD);
}

void measured_parts(int rank) {
  MPI_Comm half = MPI_COMM_NULL, alone = MPI_COMM_NULL;
  microseconds(rank);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Reduce(out, in, bytes, MPI_CHAR, MPI_MAX, 0, MPI_COMM_WORLD);
  MPI_Scan(out, in, bytes, MPI_CHAR, MPI_MAX, MPI_COMM_WORLD);
  MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &half);
  MPI_Comm_split(MPI_COMM_WORLD, rank, rank, &alone);
  MPI_Barrier(half);
  MPI_Comm_free(&half);
  MPI_Comm_free(&alone);
}

void measured_files(int rank) {
  MPI_File file = MPI_FILE_NULL;
  MPI_Request request;
  microseconds(rank);
  MPI_File_open(MPI_COMM_WORLD, "revprof_exact_times.tmp",
                MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
  if (rank == 0) {
    MPI_File_write(file, out, bytes, MPI_CHAR, MPI_STATUS_IGNORE);
  } else {
    MPI_File_read_at(file, 0, in, bytes, MPI_CHAR, MPI_STATUS_IGNORE);
    MPI_File_iwrite_at(file, rank * bytes, out, bytes, MPI_CHAR, &request);
    microseconds(5);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_File_write_all(file, out, bytes, MPI_CHAR, MPI_STATUS_IGNORE);
  MPI_File_read_at_all(file, 0, in, bytes, MPI_CHAR, MPI_STATUS_IGNORE);
  MPI_File_write_at_all_begin(file, rank * bytes, out, bytes, MPI_CHAR);
  if (rank == 0) microseconds(5);
  MPI_File_write_at_all_end(file, out, MPI_STATUS_IGNORE);
  MPI_File_close(&file);
}

// The children are this program again, with the same scenario.
void spawned(int rank) {
  MPI_Comm parents = MPI_COMM_NULL, children = MPI_COMM_NULL;
  MPI_Comm_get_parent(&parents);
  if (parents != MPI_COMM_NULL) {
    microseconds(3);
    MPI_Send(out, bytes, MPI_BYTE, rank, 0, parents);
    MPI_Comm_disconnect(&parents);
    return;
  }
  microseconds(rank + 1);
  char scenario[] = "spawned";
  char* arguments[] = {scenario, nullptr};
  MPI_Comm_spawn(program, arguments, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children,
                 MPI_ERRCODES_IGNORE);
  MPI_Recv(in, bytes, MPI_BYTE, rank, 0, children, MPI_STATUS_IGNORE);
  MPI_Comm_disconnect(&children);
}

MPI_Win window_of_everybody() {
  void* memory = nullptr;
  MPI_Win window = MPI_WIN_NULL;
  MPI_Win_allocate(bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  return window;
}

void fence(int rank) {
  MPI_Win window = window_of_everybody();
  microseconds(rank);
  MPI_Win_fence(0, window);
  if (rank == 0) MPI_Put(out, bytes, MPI_BYTE, 3, 0, bytes, MPI_BYTE, window);
  MPI_Win_fence(0, window);
  MPI_Win_free(&window);
}

// Rank 0 has put before rank 1 has posted.
void epoch(int rank) {
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
void lock(int rank) {
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

void transfers_with_requests(int rank) {
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

#if MPI_VERSION >= 4
// Four partitions of the sender, two of the receiver, who looks at each before it goes on.
void partitioned(int rank) {
  MPI_Request request = MPI_REQUEST_NULL;
  if (rank == 0) {
    MPI_Psend_init(out, 4, bytes / 4, MPI_BYTE, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    MPI_Start(&request);
    microseconds(3);
    MPI_Pready_range(0, 2, request);
    microseconds(2);
    MPI_Pready(3, request);
    microseconds(1);
  } else {
    MPI_Precv_init(in, 2, bytes / 2, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    MPI_Start(&request);
    for (int i = 0; i < 2; ++i) {
      for (int flag = 0; flag == 0;) MPI_Parrived(request, i, &flag);
    }
    microseconds(1);
  }
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
}

// Without MPI_Init.
void session() {
  MPI_Session open = MPI_SESSION_NULL;
  MPI_Group group = MPI_GROUP_NULL;
  MPI_Comm all = MPI_COMM_NULL;
  int rank = 0;
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &open);
  MPI_Group_from_session_pset(open, "mpi://WORLD", &group);
  MPI_Comm_create_from_group(group, "all", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &all);
  MPI_Group_free(&group);
  MPI_Comm_rank(all, &rank);
  if (rank == 0) {
    microseconds(1);
    MPI_Send(out, bytes, MPI_BYTE, 1, 0, all);
  } else {
    MPI_Recv(in, bytes, MPI_BYTE, 0, 0, all, MPI_STATUS_IGNORE);
  }
  MPI_Comm_free(&all);
  if (rank == 1) microseconds(4);
  MPI_Session_finalize(&open);
}
#endif

}  // namespace

int main(int argc, char** argv) {
  program = argv[0];
  const std::string scenario = argc > 1 ? argv[1] : "";
#if MPI_VERSION >= 4
  if (scenario == "session") return session(), 0;
#endif
  const World world(&argc, &argv);
  const std::pair<const char*, void (*)(int)> scenarios[] = {
    {"send", send},
    {"late_receiver", late_receiver},
    {"started_together", started_together},
    {"anybody", anybody},
    {"asked", asked},
    {"asked_of_a_send", asked_of_a_send},
    {"divided", divided},
    {"nonblocking", nonblocking},
    {"sendrecv", sendrecv},
    {"probed", probed},
    {"frozen", frozen},
    {"looks_at_the_clock", looks_at_the_clock},
    {"collectives", collectives},
    {"sizes", exact_sizes::run},
    {"onlookers", exact_onlookers::run},
    {"fence", fence},
    {"epoch", epoch},
    {"lock", lock},
    {"transfers_with_requests", transfers_with_requests},
    {"files", files},
    {"measured_collectives", measured_collectives},
    {"measured_parts", measured_parts},
    {"measured_rounds", measured_rounds},
    {"measured_rows", measured_rows},
    {"measured_files", measured_files},
#if MPI_VERSION >= 4
    {"partitioned", partitioned},
#endif
    {"spawned", spawned}
  };
  for (const auto& [name, run] : scenarios) {
    if (scenario == name) return run(world.rank), 0;
  }
  fail(__FILE__, __LINE__, "no scenario " + scenario);
}
