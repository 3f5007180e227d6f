// SPDX-License-Identifier: BSD-3-Clause
// Receives from anybody that are posted before the program does something else: waits in other
// calls that need them, posts others behind them, cancels, frees and starts them again.
#include "check.hpp"

namespace {

constexpr int any = MPI_ANY_SOURCE, large = 300'000;

struct Post {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Status status = wrong_status();
  Guarded buffer;

  Post(int bytes, int source, int tag, MPI_Comm where) : buffer(bytes) {
    CHECK_MPI(MPI_Irecv(buffer.get(), bytes, MPI_BYTE, source, tag, where, &request));
  }
  void check(int source, int tag, int bytes, std::size_t pattern) {
    CHECK_STATUS(status, source, tag, bytes);
    CHECK_BYTES(buffer, pattern, bytes);
  }
};

void send(int bytes, std::size_t pattern, int to, int tag, MPI_Comm where) {
  Guarded out(bytes);
  out.fill(pattern);
  CHECK_MPI(MPI_Send(out.get(), bytes, MPI_BYTE, to, tag, where));
}

// Each sends what no host copies, and counts on the other's receive.
void ring_of_long_messages(const World& world) {
  for (const int tag : {3, MPI_ANY_TAG}) {
    Post post(large, any, tag, MPI_COMM_WORLD);
    send(large, 1, world.next(), 3, MPI_COMM_WORLD);
    CHECK_MPI(MPI_Wait(&post.request, &post.status));
    CHECK(post.request == MPI_REQUEST_NULL);
    post.check(world.previous(), 3, large, 1);
  }
}

// The receive completes while its process waits elsewhere: in a collective, for another request,
// for a message on another communicator.
void waits_elsewhere(const World& world) {
  MPI_Comm other;
  MPI_Comm_dup(MPI_COMM_WORLD, &other);
  for (int place = 0; place < 3; ++place) {
    Post post(large, any, 4, MPI_COMM_WORLD), named(8, world.previous(), 5, other);
    send(large, 2, world.next(), 4, MPI_COMM_WORLD);
    if (place == 0) MPI_Barrier(MPI_COMM_WORLD);
    send(8, 3, world.next(), 5, other);
    CHECK_MPI(MPI_Wait(&named.request, &named.status));
    named.check(world.previous(), 5, 8, 3);
    if (place == 1) {
      send(1, 4, world.next(), 6, other);
      Guarded in(1);
      MPI_Recv(in.get(), 1, MPI_BYTE, any, 6, other, MPI_STATUS_IGNORE);
    }
    if (place == 2) MPI_Comm_free(&other);
    CHECK_MPI(MPI_Wait(&post.request, &post.status));
    post.check(world.previous(), 4, large, 2);
  }
}

// Freed with a receive on it, which goes on.
void on_a_freed_communicator(const World& world) {
  for (const bool starts : {false, true}) {
    MPI_Comm gone;
    MPI_Comm_dup(MPI_COMM_WORLD, &gone);
    Guarded in(16);
    MPI_Request request;
    if (starts) {
      MPI_Recv_init(in.get(), 16, MPI_BYTE, any, 7, gone, &request);
    } else {
      MPI_Irecv(in.get(), 16, MPI_BYTE, any, 7, gone, &request);
    }
    send(16, 5, world.next(), 7, gone);
    MPI_Comm_free(&gone);
    if (starts) MPI_Start(&request);
    MPI_Status status = wrong_status();
    CHECK_MPI(MPI_Wait(&request, &status));
    CHECK_STATUS(status, world.previous(), 7, 16);
    CHECK_BYTES(in, 5, 16);
    if (starts) MPI_Request_free(&request);
  }
}

// Messages go to the receives in the order in which these were posted, whoever asks first.
void in_order(const World& world) {
  const MPI_Comm where = MPI_COMM_WORLD;
  for (int way = 0; way < 5; ++way) {
    Post first(16, any, 8, where), second(16, way == 3 ? world.previous() : any, 8, where);
    Post third(16, any, way == 4 ? MPI_ANY_TAG : 9, where);
    for (const std::size_t pattern : {1, 2}) send(16, pattern, world.next(), 8, where);
    send(16, 3, world.next(), 9, where);
    MPI_Request requests[] = {first.request, second.request, third.request};
    MPI_Status statuses[3];
    if (way == 0 || way > 2) {
      CHECK_MPI(MPI_Waitall(3, requests, statuses));
    } else if (way == 1) {
      for (int flag = 0; flag == 0;) MPI_Testall(3, requests, &flag, statuses);
    } else {
      for (const int i : {1, 2, 0}) {
        for (int flag = 0; flag == 0;) MPI_Test(&requests[i], &flag, &statuses[i]);
      }
    }
    Post* const posts[] = {&first, &second, &third};
    for (std::size_t i = 0; i < 3; ++i) {
      CHECK(requests[i] == MPI_REQUEST_NULL);
      posts[i]->status = statuses[i];
      posts[i]->check(world.previous(), i == 2 ? 9 : 8, 16, i + 1);
    }
    MPI_Barrier(where);
  }
}

// A probe sees what no receive that was posted before takes.
void probed(const World& world) {
  Post post(16, any, 10, MPI_COMM_WORLD);
  for (const std::size_t pattern : {1, 2}) send(16, pattern, world.next(), 10, MPI_COMM_WORLD);
  MPI_Status status = wrong_status();
  for (int found = 0; found == 0;) MPI_Iprobe(any, 10, MPI_COMM_WORLD, &found, &status);
  CHECK_STATUS(status, world.previous(), 10, 16);
  Guarded in(16);
  MPI_Recv(in.get(), 16, MPI_BYTE, world.previous(), 10, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  CHECK_BYTES(in, 2, 16);
  CHECK_MPI(MPI_Wait(&post.request, &post.status));
  post.check(world.previous(), 10, 16, 1);
}

void given_up(const World& world) {
  Post nothing(16, any, 11, MPI_COMM_WORLD);
  int flag = 1;
  CHECK_MPI(MPI_Test(&nothing.request, &flag, &nothing.status));
  CHECK_EQUAL(flag, 0);
  CHECK_MPI(MPI_Cancel(&nothing.request));
  CHECK_MPI(MPI_Wait(&nothing.request, &nothing.status));
  MPI_Test_cancelled(&nothing.status, &flag);
  CHECK_EQUAL(flag, 1);
  CHECK(nothing.request == MPI_REQUEST_NULL);

  Post freed(16, any, 12, MPI_COMM_WORLD);
  CHECK_MPI(MPI_Request_free(&freed.request));
  CHECK(freed.request == MPI_REQUEST_NULL);
  send(16, 6, world.next(), 12, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  while (freed.buffer.get()[15] == guard_byte) {  // nothing else says that it is here
    MPI_Iprobe(world.rank, 13, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
  }
  CHECK_BYTES(freed.buffer, 6, 16);
}

// Too long for its receive, which says so, and nothing else is hurt.
void truncated(const World& world) {
  const MPI_Comm where = MPI_COMM_WORLD;
  for (const MPI_Comm comm : {where, MPI_COMM_SELF}) {
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  }
  for (const bool tests : {false, true}) {
    Post post(8, any, 14, where);
    send(16, 7, world.next(), 14, where);
    int flag = 0, error = MPI_SUCCESS, kind = 0;
    if (!tests) error = MPI_Wait(&post.request, MPI_STATUS_IGNORE);
    while (tests && flag == 0 && error == MPI_SUCCESS) {
      error = MPI_Test(&post.request, &flag, MPI_STATUS_IGNORE);
    }
    MPI_Error_class(error, &kind);
    CHECK_EQUAL(kind, MPI_ERR_TRUNCATE);
    Post after(16, any, 14, where);
    send(16, 8, world.next(), 14, where);
    CHECK_MPI(MPI_Wait(&after.request, &after.status));
    after.check(world.previous(), 14, 16, 8);
  }
}

// Started again and again; the handle stays.
void persistent(const World& world) {
  Guarded in(large);
  MPI_Request request;
  MPI_Recv_init(in.get(), large, MPI_BYTE, any, 15, MPI_COMM_WORLD, &request);
  for (const int bytes : {0, 16, large}) {
    const MPI_Request before = request;
    CHECK_MPI(MPI_Start(&request));
    send(bytes, 9, world.next(), 15, MPI_COMM_WORLD);
    MPI_Status status = wrong_status();
    int flag = 0;
    while (flag == 0) CHECK_MPI(MPI_Request_get_status(request, &flag, &status));
    CHECK_STATUS(status, world.previous(), 15, bytes);
    status = wrong_status();
    CHECK_MPI(MPI_Wait(&request, &status));
    CHECK_STATUS(status, world.previous(), 15, bytes);
    CHECK_BYTES(in, 9, bytes);
    CHECK(request == before);
    CHECK_MPI(MPI_Test(&request, &flag, &status));  // inactive
    CHECK_EQUAL(flag, 1);
  }
  CHECK_MPI(MPI_Request_free(&request));
}

}  // namespace

int main(int argc, char** argv) {
  const World world(&argc, &argv);
  ring_of_long_messages(world);
  waits_elsewhere(world);
  on_a_freed_communicator(world);
  in_order(world);
  probed(world);
  given_up(world);
  truncated(world);
  persistent(world);
  if (world.rank == 0) std::puts("from_anybody: all as the standard says");
  return 0;
}
