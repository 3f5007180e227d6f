// SPDX-License-Identifier: BSD-3-Clause
// long_sends SCENARIO: process 0 sends what this host copies and the machine does not
// (long_sends.py). A host that is late makes no difference.
#include <string>
#include <utility>

#include "exact_scenario.hpp"

namespace {

using namespace exact;

constexpr int most = 2000;
char from[most], to[most];

void send(int tag = 1) { MPI_Send(from, most, MPI_BYTE, 1, tag, MPI_COMM_WORLD); }
void receive(int source, int tag) {
  MPI_Recv(to, most, MPI_BYTE, source, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

void sends() { send(); }
void receives() { receive(0, 1); }

// Its receiver computes 20 before, and this host is late in it, or in what follows.
void late(int rank, void (*sender)(), void (*receiver)()) {
  if (rank == 0) return sender();
  if (rank != 1) return;
  milliseconds_late(5);
  microseconds(20);
  receiver();
}

void from_anybody(int rank) {
  late(rank, sends, [] { receive(MPI_ANY_SOURCE, MPI_ANY_TAG); });
}
void posted_from_anybody(int rank) {
  late(rank, sends, [] {
    MPI_Request request;
    MPI_Irecv(to, most, MPI_BYTE, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &request);
    microseconds(50);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  });
}
void persistent(int rank) {
  late(rank, sends, [] {
    MPI_Request request;
    MPI_Recv_init(to, most, MPI_BYTE, 0, 1, MPI_COMM_WORLD, &request);
    MPI_Start(&request);
    milliseconds_late(5);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
  });
}
void matched(int rank) {
  late(rank, sends, [] {
    MPI_Message message;
    MPI_Mprobe(0, 1, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    milliseconds_late(5);
    MPI_Mrecv(to, most, MPI_BYTE, &message, MPI_STATUS_IGNORE);
  });
}

// Posted: it ends as late.
MPI_Request posted() {
  MPI_Request request;
  MPI_Isend(from, most, MPI_BYTE, 1, 1, MPI_COMM_WORLD, &request);
  return request;
}
void waited_for(int rank) {
  const auto sender = [] {
    MPI_Request request = posted();
    microseconds(5);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  };
  late(rank, sender, receives);
}
void asked_for(int rank) {
  const auto sender = [] {
    MPI_Request request = posted();
    for (int flag = 0; flag == 0;) {
      microseconds(1);
      MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    }
  };
  late(rank, sender, receives);
}
void started(int rank) {
  const auto sender = [] {
    MPI_Request request;
    MPI_Send_init(from, most, MPI_BYTE, 1, 1, MPI_COMM_WORLD, &request);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
  };
  late(rank, sender, receives);
}
// What the next process sends is there before.
void second(int rank) {
  if (rank == 2) MPI_Send(from, 8, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
  const auto sender = [] {
    MPI_Request requests[2] = {posted(), MPI_REQUEST_NULL};
    MPI_Irecv(to, 8, MPI_BYTE, 2, 1, MPI_COMM_WORLD, &requests[1]);
    int first = 0;
    MPI_Waitany(2, requests, &first, MPI_STATUS_IGNORE);
    if (first == 1) microseconds(1);
    MPI_Waitany(2, requests, &first, MPI_STATUS_IGNORE);
    if (first == 0) microseconds(1);
  };
  late(rank, sender, receives);
}

// By MPI_Sendrecv, with what the next process sends, or nobody.
void exchange(int source) {
  MPI_Sendrecv(from, most, MPI_BYTE, 1, 1, to, 8, MPI_BYTE, source, 1, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
}
void exchanged(int rank) {
  if (rank == 2) MPI_Send(from, 8, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
  late(
      rank, [] { exchange(2); }, receives);
}
void exchanged_with_nobody(int rank) {
  late(
      rank, [] { exchange(MPI_PROC_NULL); }, receives);
}
// Each one's receive is of anybody, and told when it has its message.
void all_from_anybody(int rank) {
  milliseconds_late(3 * rank);
  MPI_Sendrecv(from, most, MPI_BYTE, (rank + 1) % 3, 1, to, most, MPI_BYTE, MPI_ANY_SOURCE, 1,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

// The first of two with one tag comes to the first of their receives, which wait for all.
void in_order(int rank) {
  if (rank == 0) {
    for (const int tag : {1, 2, 1}) send(tag);
  } else if (rank == 1) {
    static char into[3][most];
    MPI_Request requests[3];
    for (const int i : {0, 1, 2}) {
      microseconds(10);
      MPI_Irecv(into[i], most, MPI_BYTE, 0, i == 1 ? 2 : 1, MPI_COMM_WORLD, &requests[i]);
      milliseconds_late(3);
    }
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
  }
}

// Each receiver waits for all that it gets before it looks at any of it: two of its three.
void beside_others(int rank) {
  const int peers[2] = {(rank + 1) % 3, (rank + 2) % 3};
  static char into[2][most];
  MPI_Request requests[2];
  for (const int i : {0, 1}) {
    MPI_Irecv(into[i], most, MPI_BYTE, peers[i], 1, MPI_COMM_WORLD, &requests[i]);
  }
  for (const int peer : peers) {
    milliseconds_late(rank);
    MPI_Send(from, most, MPI_BYTE, peer, 1, MPI_COMM_WORLD);
  }
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

// Its receive is one of anybody, whose message is not looked for while the other one is waited for.
void beside_one_from_anybody(int rank) {
  if (rank == 0) {
    for (const int tag : {1, 2}) send(tag);
  } else if (rank == 1) {
    static char first[most];
    MPI_Request request;
    MPI_Irecv(first, most, MPI_BYTE, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &request);
    receive(0, 2);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
}

// Which of the two receives takes which message is the host's affair.
void out_of_order(int rank) {
  if (rank == 0) {
    for (const int tag : {1, 1}) send(tag);
  } else if (rank == 1) {
    microseconds(20);
    static char first[most];
    MPI_Request request;
    MPI_Irecv(first, most, MPI_BYTE, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &request);
    receive(0, 1);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
}
void after_cancelled(int rank) {
  late(rank, sends, [] {
    MPI_Request request;
    MPI_Irecv(to, most, MPI_BYTE, 0, 9, MPI_COMM_WORLD, &request);
    MPI_Cancel(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    receive(0, 1);
  });
}

// Asked about, where its receiver's order was lost before it was sent.
void asked_for_after_cancelled(int rank) {
  if (rank == 1) {
    MPI_Request request;
    MPI_Irecv(to, most, MPI_BYTE, 0, 9, MPI_COMM_WORLD, &request);
    MPI_Cancel(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Send(from, 8, MPI_BYTE, 0, 3, MPI_COMM_WORLD);
  }
  if (rank == 0) receive(1, 3);
  asked_for(rank);
}

// On the machine none of them would ever end.
void circle(int rank) {
  milliseconds_late(5 * (2 - rank));
  microseconds(rank);
  MPI_Send(from, most, MPI_BYTE, (rank + 1) % 3, 1, MPI_COMM_WORLD);
  receive((rank + 2) % 3, 1);
}
void posted_circle(int rank) {
  milliseconds_late(5 * (2 - rank));
  microseconds(rank);
  MPI_Request request;
  MPI_Isend(from, most, MPI_BYTE, (rank + 1) % 3, 1, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  receive((rank + 2) % 3, 1);
}
void waits_for_another(int rank) {
  if (rank == 0) {
    send(1);
    microseconds(5);
    send(2);
  } else if (rank == 1) {
    receive(0, 2);
    receive(0, 1);
  }
}

void exchange_waits_for_another(int rank) {
  if (rank == 0) {
    exchange(2);
    send(2);
  } else if (rank == 1) {
    receive(0, 2);
    receive(0, 1);
  } else {
    MPI_Send(from, 8, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string scenario = argc > 1 ? argv[1] : "";
  const World world(&argc, &argv);
  const std::pair<const char*, void (*)(int)> scenarios[] = {
      {"from_anybody", from_anybody},
      {"posted_from_anybody", posted_from_anybody},
      {"persistent", persistent},
      {"matched", matched},
      {"waited_for", waited_for},
      {"asked_for", asked_for},
      {"started", started},
      {"second", second},
      {"exchanged", exchanged},
      {"exchanged_with_nobody", exchanged_with_nobody},
      {"all_from_anybody", all_from_anybody},
      {"in_order", in_order},
      {"beside_others", beside_others},
      {"beside_one_from_anybody", beside_one_from_anybody},
      {"out_of_order", out_of_order},
      {"after_cancelled", after_cancelled},
      {"asked_for_after_cancelled", asked_for_after_cancelled},
      {"circle", circle},
      {"posted_circle", posted_circle},
      {"waits_for_another", waits_for_another},
      {"exchange_waits_for_another", exchange_waits_for_another},
  };
  for (const auto& [name, run] : scenarios) {
    if (name == scenario) return run(world.rank), 0;
  }
  return 1;
}
