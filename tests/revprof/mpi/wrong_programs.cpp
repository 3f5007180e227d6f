// SPDX-License-Identifier: BSD-3-Clause
// Programs that cannot go on, one per word: wrong_programs.py knows what is to be said of each.
#include <mpi.h>

#include <cstdio>
#include <cstring>
#include <vector>

namespace {

int rank, processes;
int next() { return (rank + 1) % processes; }
int previous() { return (rank + processes - 1) % processes; }

constexpr int large = 1 << 22;  // more than any host copies
std::vector<char> buffer(large);
int number = 0;

void receive(int from, int tag, MPI_Comm where = MPI_COMM_WORLD) {
  MPI_Recv(&number, 1, MPI_INT, from, tag, where, MPI_STATUS_IGNORE);
}
void send(int to, int tag) { MPI_Send(&number, 1, MPI_INT, to, tag, MPI_COMM_WORLD); }
void send_large(int to) { MPI_Send(buffer.data(), large, MPI_CHAR, to, 1, MPI_COMM_WORLD); }
void barrier() { MPI_Barrier(MPI_COMM_WORLD); }

void receives() { receive(next(), 7); }
void wrong_tag() {
  send(next(), 8);
  receive(previous(), 7);
}
void wrong_communicator() {
  MPI_Comm other = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &other);
  send(next(), 7);
  receive(previous(), 7, other);
  MPI_Comm_free(&other);
}
void anybody() {
  if (rank == 0) receive(MPI_ANY_SOURCE, MPI_ANY_TAG);
}
void one_too_many() {
  if (rank == 1) send(0, 5);
  if (rank != 0) return;
  receive(1, 5);
  receive(1, 5);
}
void sends() {
  send_large(next());
  MPI_Recv(buffer.data(), large, MPI_CHAR, previous(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
void synchronous() {
  MPI_Ssend(&number, 1, MPI_INT, next(), 1, MPI_COMM_WORLD);
  receive(previous(), 1);
}
void synchronous_waits() {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Issend(&number, 1, MPI_INT, next(), 1, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  receive(previous(), 1);
}
// Each waits for the one before it, the first one for a process that has come to its end.
void chain() {
  if (rank + 1 < processes) receive(next(), 7);
  if (rank > 0 && rank + 1 < processes) send(previous(), 7);
}
void exchanges() {
  // Everybody sends up and expects from above.
  int got = 0;
  MPI_Sendrecv(&number, 1, MPI_INT, next(), 1, &got, 1, MPI_INT, next(), 1, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
}
void waits() {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Irecv(&number, 1, MPI_INT, next(), 3, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}
void waits_for_all() {
  int got[2];
  MPI_Request requests[2];
  std::vector<MPI_Status> statuses(2);
  for (int i = 0; i < 2; ++i) {
    MPI_Irecv(&got[i], 1, MPI_INT, previous(), 3, MPI_COMM_WORLD, &requests[i]);
  }
  send(next(), 3);
  MPI_Waitall(2, requests, statuses.data());
}
void waits_for_any() {
  int got[2], which = 0;
  MPI_Request requests[2];
  for (int i = 0; i < 2; ++i) {
    MPI_Irecv(&got[i], 1, MPI_INT, i == 0 ? next() : previous(), 3, MPI_COMM_WORLD, &requests[i]);
  }
  MPI_Waitany(2, requests, &which, MPI_STATUS_IGNORE);
}
void waits_to_send() {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Isend(buffer.data(), large, MPI_CHAR, next(), 1, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}
void persistent() {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Recv_init(&number, 1, MPI_INT, next(), 3, MPI_COMM_WORLD, &request);
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}
void probes() { MPI_Probe(next(), 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE); }
void matched_probes() {
  MPI_Message message = MPI_MESSAGE_NULL;
  MPI_Mprobe(MPI_ANY_SOURCE, 4, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
}
void barrier_missed() {
  if (rank == 0) {
    receive(1, 7);
  } else {
    barrier();
  }
}
void barrier_at_end() {
  if (rank != 0) barrier();
}
void root_missed() {
  if (rank == 0) receive(1, 7);
  MPI_Bcast(&number, 1, MPI_INT, 0, MPI_COMM_WORLD);
  if (rank == 1) send(0, 7);
}
void gathering() {
  std::vector<int> all(static_cast<std::size_t>(processes));
  if (rank == 1) receive(0, 7);
  MPI_Gather(&number, 1, MPI_INT, all.data(), 1, MPI_INT, 0, MPI_COMM_WORLD);
  if (rank == 0) send(1, 7);
}
void nonblocking() {
  MPI_Request request = MPI_REQUEST_NULL;
  if (rank == 0) receive(1, 7);
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  if (rank == 1) send(0, 7);
}
void two_communicators() {
  MPI_Comm a = MPI_COMM_NULL, b = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &a);
  MPI_Comm_dup(MPI_COMM_WORLD, &b);
  MPI_Barrier(rank == 0 ? a : b);
  MPI_Barrier(rank == 0 ? b : a);
}
void constructor() {
  MPI_Comm made = MPI_COMM_NULL;
  if (rank == 0) receive(1, 7);
  MPI_Comm_split(MPI_COMM_WORLD, 0, 0, &made);
  if (rank == 1) send(0, 7);
}
void fences() {
  MPI_Win window = MPI_WIN_NULL;
  MPI_Win_create(&number, sizeof number, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  if (rank == 0) receive(1, 7);
  MPI_Win_fence(0, window);
  if (rank == 1) send(0, 7);
  MPI_Win_free(&window);
}
void windows_at_end() {
  MPI_Win window = MPI_WIN_NULL;
  MPI_Win_create(&number, sizeof number, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  if (rank == 0) receive(1, 7);
  MPI_Win_free(&window);
  if (rank == 1) send(0, 7);
}
void other_collective() {
  int all = 0;
  if (rank == 0) {
    MPI_Allreduce(&number, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    receive(1, 7);
  } else {
    barrier();
    receive(0, 7);
  }
}
void roots() {
  int sum = 0;
  MPI_Reduce(&number, &sum, 1, MPI_INT, MPI_SUM, rank, MPI_COMM_WORLD);
}

// These come to their end.
void sizes() { MPI_Bcast(buffer.data(), rank == 0 ? 8 : 16, MPI_CHAR, 0, MPI_COMM_WORLD); }
void unreceived() {
  if (rank == 0) send(1, 9);
  barrier();
}
void leaked_request() {
  MPI_Request request = MPI_REQUEST_NULL;
  if (rank == 0) MPI_Irecv(&number, 1, MPI_INT, 1, 9, MPI_COMM_WORLD, &request);
  barrier();
}
void leaked_send() {
  MPI_Request request = MPI_REQUEST_NULL;
  if (rank == 0) MPI_Isend(&number, 1, MPI_INT, 1, 9, MPI_COMM_WORLD, &request);
  if (rank == 1) receive(0, 9);
  barrier();
}
void leaked_communicator() {
  MPI_Comm made = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &made);
}
void right() {
  MPI_Comm made = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &made);
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Irecv(&number, 1, MPI_INT, previous(), 9, MPI_COMM_WORLD, &request);
  send(next(), 9);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Comm_free(&made);
}
// And these do not by themselves.
void spins() {
  if (rank != 0) receive(0, 7);
  for (int found = 0; found == 0;) {
    MPI_Iprobe(1, 7, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
  }
}
void aborts() {
  if (rank != 0) receive(0, 7);
  MPI_Abort(MPI_COMM_WORLD, 5);
}

struct Program {
  const char* word;
  void (*run)();
};
constexpr Program programs[] = {{"receives", receives},
                                {"wrong_tag", wrong_tag},
                                {"wrong_communicator", wrong_communicator},
                                {"anybody", anybody},
                                {"one_too_many", one_too_many},
                                {"sends", sends},
                                {"synchronous", synchronous},
                                {"synchronous_waits", synchronous_waits},
                                {"chain", chain},
                                {"exchanges", exchanges},
                                {"waits", waits},
                                {"waits_for_all", waits_for_all},
                                {"waits_for_any", waits_for_any},
                                {"waits_to_send", waits_to_send},
                                {"persistent", persistent},
                                {"probes", probes},
                                {"matched_probes", matched_probes},
                                {"barrier_missed", barrier_missed},
                                {"barrier_at_end", barrier_at_end},
                                {"root_missed", root_missed},
                                {"gathering", gathering},
                                {"nonblocking", nonblocking},
                                {"two_communicators", two_communicators},
                                {"constructor", constructor},
                                {"fences", fences},
                                {"windows_at_end", windows_at_end},
                                {"other_collective", other_collective},
                                {"roots", roots},
                                {"sizes", sizes},
                                {"unreceived", unreceived},
                                {"leaked_request", leaked_request},
                                {"leaked_send", leaked_send},
                                {"leaked_communicator", leaked_communicator},
                                {"right", right},
                                {"spins", spins},
                                {"aborts", aborts}};

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  for (const Program& program : programs) {
    if (argc > 1 && std::strcmp(argv[1], program.word) == 0) program.run();
  }
  MPI_Finalize();
  return 0;
}
