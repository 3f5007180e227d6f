// SPDX-License-Identifier: BSD-3-Clause
// What may happen to a request besides Wait and Test: looked at, freed while active, cancelled
// (MPI-3.1 sections 3.7.3, 3.7.6 and 3.8.4), generalised (12.2), or shared by MPI itself.
#include "check.hpp"

namespace {

// MPI_Request_get_status leaves the request, and may be asked again and again.
void looked_at(const World& world) {
  for (const int bytes : {0, 16, 4090, 20'000, 100'000}) {
    Guarded out(bytes), in(bytes + 8);
    out.fill(static_cast<std::size_t>(bytes));
    MPI_Request receive, send;
    MPI_Status status = wrong_status();
    int flag = 1;
    MPI_Irecv(in.get(), bytes + 8, MPI_BYTE, world.previous(), 1, MPI_COMM_WORLD, &receive);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK_MPI(MPI_Request_get_status(receive, &flag, &status));
    CHECK_EQUAL(flag, 0);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Isend(out.get(), bytes, MPI_BYTE, world.next(), 1, MPI_COMM_WORLD, &send);
    for (int times = 0; times < 3;) {
      status = wrong_status();
      CHECK_MPI(MPI_Request_get_status(receive, &flag, times == 1 ? MPI_STATUS_IGNORE : &status));
      if (flag == 0) continue;
      if (times != 1) CHECK_STATUS(status, world.previous(), 1, bytes);
      CHECK_BYTES(in, static_cast<std::size_t>(bytes), bytes);
      ++times;
    }
    in.clear();
    in.fill(5);  // the user has the data and may use the buffer: completing must not write again
    status = wrong_status();
    CHECK_MPI(MPI_Wait(&receive, &status));
    CHECK_STATUS(status, world.previous(), 1, bytes);
    CHECK_BYTES(in, 5, bytes + 8);
    do {
      CHECK_MPI(MPI_Request_get_status(send, &flag, MPI_STATUS_IGNORE));
    } while (flag == 0);
    CHECK_MPI(MPI_Wait(&send, MPI_STATUS_IGNORE));
  }
  MPI_Status status = wrong_status();
  int flag = 0;
  CHECK_MPI(MPI_Request_get_status(MPI_REQUEST_NULL, &flag, &status));
  CHECK_EQUAL(flag, 1);
  CHECK_EMPTY(status);
}

// Freed sends arrive; freed receives are filled, here known by a later message on the same way.
void freed(const World& world) {
  for (const int bytes : {0, 1, 4000, 4096, 16'384, 70'000, 500'000}) {
    for (const bool late : {false, true}) {
      Guarded out(bytes), in(bytes), echo(bytes);
      out.fill(static_cast<std::size_t>(bytes));
      MPI_Request send, receive, last;
      if (!late)
        MPI_Irecv(in.get(), bytes, MPI_BYTE, world.previous(), 2, MPI_COMM_WORLD, &receive);
      CHECK_MPI(MPI_Isend(out.get(), bytes, MPI_BYTE, world.next(), 2, MPI_COMM_WORLD, &send));
      CHECK_MPI(MPI_Request_free(&send));
      CHECK(send == MPI_REQUEST_NULL);
      if (late) MPI_Irecv(in.get(), bytes, MPI_BYTE, world.previous(), 2, MPI_COMM_WORLD, &receive);
      CHECK_MPI(MPI_Wait(&receive, MPI_STATUS_IGNORE));
      CHECK_BYTES(in, static_cast<std::size_t>(bytes), bytes);

      in.clear();
      CHECK_MPI(
          MPI_Irecv(in.get(), bytes, MPI_BYTE, world.previous(), 3, MPI_COMM_WORLD, &receive));
      CHECK_MPI(MPI_Request_free(&receive));
      CHECK(receive == MPI_REQUEST_NULL);
      // Synchronous: it is received when the send is complete, and the sender says so.
      int told = 0, one = 1;
      MPI_Irecv(&told, 1, MPI_INT, world.previous(), 4, MPI_COMM_WORLD, &last);
      CHECK_MPI(MPI_Isend(out.get(), bytes, MPI_BYTE, world.next(), 3, MPI_COMM_WORLD, &send));
      CHECK_MPI(MPI_Wait(&send, MPI_STATUS_IGNORE));
      MPI_Send(&one, 1, MPI_INT, world.next(), 4, MPI_COMM_WORLD);
      CHECK_MPI(MPI_Wait(&last, MPI_STATUS_IGNORE));
      CHECK_EQUAL(told, 1);
      CHECK_BYTES(in, static_cast<std::size_t>(bytes), bytes);
      MPI_Barrier(MPI_COMM_WORLD);
    }
  }
}

// Nobody sends what these receives ask for: they are cancelled, and say so in every way of
// completion.
void cancelled() {
  for (const int bytes : {4, 4096, 100'000}) {
    for (int way = 0; way < 4; ++way) {
      Guarded in(bytes);
      MPI_Request request;
      MPI_Status status = wrong_status();
      int flag = 0, index = 0;
      MPI_Irecv(in.get(), bytes, MPI_BYTE, 0, 5, MPI_COMM_SELF, &request);
      CHECK_MPI(MPI_Cancel(&request));
      CHECK(request != MPI_REQUEST_NULL);
      if (way == 0) CHECK_MPI(MPI_Wait(&request, &status));
      if (way == 1) CHECK_MPI(MPI_Waitall(1, &request, &status));
      if (way == 2) CHECK_MPI(MPI_Waitany(1, &request, &index, &status));
      while (way == 3 && flag == 0) CHECK_MPI(MPI_Test(&request, &flag, &status));
      int was = 0;
      MPI_Test_cancelled(&status, &was);
      CHECK_EQUAL(was, 1);
      CHECK(request == MPI_REQUEST_NULL);
      CHECK_BYTES(in, 0, 0);
    }
  }
  // Freed after the cancel, without a look.
  MPI_Request request;
  int in = 3;
  MPI_Irecv(&in, 1, MPI_INT, 0, 5, MPI_COMM_SELF, &request);
  CHECK_MPI(MPI_Cancel(&request));
  CHECK_MPI(MPI_Request_free(&request));
  CHECK_EQUAL(in, 3);
}

// A receive whose message is there is not cancelled any more.
void too_late() {
  for (const int bytes : {4, 900}) {  // within the eager limit to oneself
    Guarded out(bytes), in(bytes);
    out.fill(2);
    MPI_Request request;
    MPI_Status status = wrong_status();
    MPI_Irecv(in.get(), bytes, MPI_BYTE, 0, 6, MPI_COMM_SELF, &request);
    MPI_Send(out.get(), bytes, MPI_BYTE, 0, 6, MPI_COMM_SELF);
    CHECK_MPI(MPI_Cancel(&request));
    CHECK_MPI(MPI_Wait(&request, &status));
    CHECK_STATUS(status, 0, 6, bytes);
    CHECK_BYTES(in, 2, bytes);
  }
}

// One from anybody, of which that has been asked.
void too_late_from_anybody(const World& world) {
  int in = -1, there = 0, was = -1;
  MPI_Request request;
  MPI_Status status = wrong_status();
  CHECK_MPI(MPI_Irecv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 8, MPI_COMM_WORLD, &request));
  CHECK_MPI(MPI_Send(&world.rank, 1, MPI_INT, world.next(), 8, MPI_COMM_WORLD));
  while (there == 0) CHECK_MPI(MPI_Request_get_status(request, &there, MPI_STATUS_IGNORE));
  CHECK_MPI(MPI_Cancel(&request));
  CHECK_MPI(MPI_Wait(&request, &status));
  CHECK_STATUS(status, world.previous(), 8, 4);
  CHECK_MPI(MPI_Test_cancelled(&status, &was));
  CHECK_EQUAL(was, 0);
  CHECK_EQUAL(in, world.previous());
  MPI_Barrier(MPI_COMM_WORLD);
}

// Persistent: cancelled in one round, used in the next.
void cancelled_round() {
  int in = 0, out = 9, was = 0;
  MPI_Request request;
  MPI_Status status = wrong_status();
  MPI_Recv_init(&in, 1, MPI_INT, 0, 7, MPI_COMM_SELF, &request);
  for (int round = 0; round < 3; ++round) {
    CHECK_MPI(MPI_Start(&request));
    CHECK_MPI(MPI_Cancel(&request));
    CHECK_MPI(MPI_Wait(&request, &status));
    MPI_Test_cancelled(&status, &was);
    CHECK_EQUAL(was, 1);
    in = 0;
    CHECK_MPI(MPI_Start(&request));
    MPI_Send(&out, 1, MPI_INT, 0, 7, MPI_COMM_SELF);
    status = wrong_status();
    CHECK_MPI(MPI_Wait(&request, &status));
    CHECK_STATUS(status, 0, 7, 4);
    CHECK_EQUAL(in, 9);
  }
  CHECK_MPI(MPI_Request_free(&request));
}

// A generalised request that another request of the array completes only later.
void generalised(const World& world) {
  int queries = 0;
  const auto query = [](void* state, MPI_Status* status) {
    ++*static_cast<int*>(state);
    MPI_Status_set_elements(status, MPI_BYTE, 100);
    MPI_Status_set_cancelled(status, 0);
    status->MPI_SOURCE = status->MPI_TAG = 1;
    return MPI_SUCCESS;
  };
  const auto no_free = [](void*) { return MPI_SUCCESS; };
  const auto no_cancel = [](void*, int) { return MPI_SUCCESS; };
  int out = world.rank, in = -1, flag = 1;
  MPI_Request requests[3];
  MPI_Status statuses[3] = {wrong_status(), wrong_status(), wrong_status()};
  MPI_Grequest_start(query, no_free, no_cancel, &queries, &requests[1]);
  MPI_Irecv(&in, 1, MPI_INT, world.previous(), 8, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend(&out, 1, MPI_INT, world.next(), 8, MPI_COMM_WORLD, &requests[2]);
  CHECK_MPI(MPI_Test(&requests[1], &flag, &statuses[1]));
  CHECK_EQUAL(flag, 0);
  CHECK_MPI(MPI_Testall(3, requests, &flag, statuses));
  CHECK_EQUAL(flag, 0);
  CHECK_MPI(MPI_Grequest_complete(requests[1]));
  CHECK_MPI(MPI_Waitall(3, requests, statuses));
  CHECK_STATUS(statuses[0], world.previous(), 8, 4);
  CHECK_STATUS(statuses[1], 1, 1, 100);
  CHECK_EQUAL(in, world.previous());
  CHECK(queries >= 1);
}

// Open MPI hands out one and the same request for sends that were complete at once; each of them
// still has to be completed by its own Wait.
void many_at_once(const World& world) {
  constexpr int messages = 300;
  int out[messages], in[messages];
  MPI_Request sends[messages], receives[messages];
  for (int i = 0; i < messages; ++i) {
    out[i] = i * 3 + world.rank;
    MPI_Isend(&out[i], 1, MPI_INT, world.next(), i, MPI_COMM_WORLD, &sends[i]);
  }
  for (int i = messages; i-- > 0;) {
    MPI_Irecv(&in[i], 1, MPI_INT, world.previous(), i, MPI_COMM_WORLD, &receives[i]);
  }
  for (int i = 0; i < messages; i += 2) CHECK_MPI(MPI_Wait(&sends[i], MPI_STATUS_IGNORE));
  for (int i = 1; i < messages; i += 2) CHECK_MPI(MPI_Request_free(&sends[i]));
  CHECK_MPI(MPI_Waitall(messages, receives, MPI_STATUSES_IGNORE));
  for (int i = 0; i < messages; ++i) CHECK_EQUAL(in[i], i * 3 + world.previous());
  CHECK_MPI(MPI_Waitall(messages, sends, MPI_STATUSES_IGNORE));
}

}  // namespace

int main(int argc, char** argv) {
  const World world(&argc, &argv);
  looked_at(world);
  freed(world);
  cancelled();
  too_late();
  too_late_from_anybody(world);
  cancelled_round();
  generalised(world);
  many_at_once(world);
}
