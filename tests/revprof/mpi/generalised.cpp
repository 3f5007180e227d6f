// SPDX-License-Identifier: BSD-3-Clause
// Generalised requests (MPI-3.1 section 12.2) beside others: how often each call asks the program's
// query function is printed, as the program may count, or free something, there.
#include <cstdio>

#include "check.hpp"

namespace {

struct Asked {
  int queries = 0, frees = 0;
};

int query(void* state, MPI_Status* status) {
  ++static_cast<Asked*>(state)->queries;
  MPI_Status_set_elements(status, MPI_BYTE, 100);
  MPI_Status_set_cancelled(status, 0);
  status->MPI_SOURCE = status->MPI_TAG = 1;
  return MPI_SUCCESS;
}
int free_it(void* state) {
  ++static_cast<Asked*>(state)->frees;
  return MPI_SUCCESS;
}
int nothing_to_cancel(void*, int) { return MPI_SUCCESS; }

// Two of the program's own, around a receive from oneself and one from nobody.
struct Four {
  Four() {
    for (const int i : {0, 3}) {
      MPI_Grequest_start(query, free_it, nothing_to_cancel, &asked[i], &requests[i]);
    }
    MPI_Irecv(&in, 1, MPI_INT, 0, 1, MPI_COMM_SELF, &requests[1]);
    MPI_Irecv(&none, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_SELF, &requests[2]);
  }
  void complete(int i) { CHECK_MPI(MPI_Grequest_complete(requests[i])); }
  void send() const { MPI_Send(&out, 1, MPI_INT, 0, 1, MPI_COMM_SELF); }
  void end(const char* call) {
    CHECK_MPI(MPI_Waitall(4, requests, MPI_STATUSES_IGNORE));
    say(call);
    CHECK_EQUAL(in, out);
  }
  void say(const char* call) const {
    std::printf("%s: %d and %d queries, %d and %d frees\n", call, asked[0].queries,
                asked[3].queries, asked[0].frees, asked[3].frees);
  }

  Asked asked[4];
  MPI_Request requests[4];
  MPI_Status status, statuses[4];
  int in = -1, out = 7, none = 0, index = -1, flag = 0, count = 0, indices[4];
};

// Of one that is complete beside one that is not, and then of all.
template <class Complete>
void ask(const char* call, Complete complete) {
  for (const int first : {3, 0}) {
    Four four;
    four.complete(first);
    complete(four);
    four.say(call);
    four.complete(3 - first);
    four.send();
    for (int round = 0; round < 4; ++round) complete(four);
    four.end(call);
  }
}

// The host may ask each that is complete where it looks at all, and all are not.
void not_all() {
  for (const int first : {3, 0}) {
    Four four;
    four.complete(first);
    CHECK_MPI(MPI_Testall(4, four.requests, &four.flag, four.statuses));
    CHECK_EQUAL(four.flag, 0);
    four.complete(3 - first);
    four.send();
    four.end("MPI_Testall");
  }
}

void one_after_the_other() {
  Four four;
  for (const int i : {3, 0}) {
    CHECK_MPI(MPI_Test(&four.requests[i], &four.flag, &four.status));
    CHECK_EQUAL(four.flag, 0);
    four.complete(i);
    four.say("MPI_Grequest_complete");
    CHECK_MPI(MPI_Request_get_status(four.requests[i], &four.flag, &four.status));
    four.say("MPI_Request_get_status");
    CHECK_MPI(MPI_Wait(&four.requests[i], &four.status));
    CHECK_STATUS(four.status, 1, 1, 100);
    four.say("MPI_Wait");
  }
  four.send();
  four.end("MPI_Wait");
}

// The program lets go of one, and the host may give its handle to another.
void freed() {
  for (int round = 0; round < 3; ++round) {
    Four four;
    for (const int i : {0, 3}) {
      four.complete(i);
      MPI_Request given = four.requests[i];
      four.requests[i] = MPI_REQUEST_NULL;
      CHECK_MPI(MPI_Request_free(&given));
    }
    four.say("MPI_Request_free");
    MPI_Request inactive;
    MPI_Recv_init(&four.none, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_SELF, &inactive);
    CHECK_MPI(MPI_Testany(1, &inactive, &four.index, &four.flag, &four.status));
    CHECK_EQUAL(four.index, MPI_UNDEFINED);
    CHECK_MPI(MPI_Request_free(&inactive));
    four.send();
    four.end("MPI_Request_free");
  }
}

}  // namespace

int main(int argc, char** argv) {
  const World world(&argc, &argv);
  if (world.rank != 0) return 0;
  ask("MPI_Waitany", [](Four& f) { CHECK_MPI(MPI_Waitany(4, f.requests, &f.index, &f.status)); });
  ask("MPI_Testany",
      [](Four& f) { CHECK_MPI(MPI_Testany(4, f.requests, &f.index, &f.flag, &f.status)); });
  ask("MPI_Waitsome",
      [](Four& f) { CHECK_MPI(MPI_Waitsome(4, f.requests, &f.count, f.indices, f.statuses)); });
  ask("MPI_Testsome",
      [](Four& f) { CHECK_MPI(MPI_Testsome(4, f.requests, &f.count, f.indices, f.statuses)); });
  not_all();
  one_after_the_other();
  freed();
}
