// SPDX-License-Identifier: BSD-3-Clause
// Buffered sends with attached buffers of exactly the size that the standard asks for
// (MPI-3.1 section 3.6): they must fit, and the user gets back what was attached.
#include <cstdio>

#include "check.hpp"

namespace {

struct Buffer {
  explicit Buffer(int bytes) : room(static_cast<std::size_t>(bytes)) {
    CHECK_MPI(MPI_Buffer_attach(room.data(), bytes));
  }
  // Also waits until all messages have left.
  ~Buffer() {
    void* detached = nullptr;
    int size = -1;
    CHECK_MPI(MPI_Buffer_detach(&detached, &size));
    CHECK(detached == room.data());
    CHECK_EQUAL(size, static_cast<int>(room.size()));
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  std::vector<char> room;
};

int packed_size(int count, MPI_Datatype datatype) {
  int size = 0;
  MPI_Pack_size(count, datatype, MPI_COMM_WORLD, &size);
  return size + MPI_BSEND_OVERHEAD;
}

// All messages are on their way before the first is received.
void exact_room(const World& world, const std::vector<int>& messages, bool nonblocking) {
  int room = 0;
  for (const int bytes : messages) room += packed_size(bytes, MPI_BYTE);
  const Buffer buffer(room);
  std::vector<MPI_Request> requests;
  std::vector<Guarded> out;
  for (const int bytes : messages) {
    const auto tag = static_cast<int>(out.size());
    out.emplace_back(bytes);
    out.back().fill(out.size());
    if (nonblocking) {
      requests.emplace_back();
      CHECK_MPI(MPI_Ibsend(out.back().get(), bytes, MPI_BYTE, world.next(), tag, MPI_COMM_WORLD,
                           &requests.back()));
    } else {
      CHECK_MPI(MPI_Bsend(out.back().get(), bytes, MPI_BYTE, world.next(), tag, MPI_COMM_WORLD));
    }
    out.back().clear();  // the message is in the buffer
  }
  if (nonblocking) {
    CHECK_MPI(MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE));
  }
  MPI_Barrier(MPI_COMM_WORLD);
  for (std::size_t i = messages.size(); i-- > 0;) {
    Guarded in(messages[i]);
    MPI_Status status = wrong_status();
    CHECK_MPI(MPI_Recv(in.get(), messages[i], MPI_BYTE, world.previous(), static_cast<int>(i),
                       MPI_COMM_WORLD, &status));
    CHECK_STATUS(status, world.previous(), static_cast<int>(i), messages[i]);
    CHECK_BYTES(in, i + 1, messages[i]);
  }
}

// A persistent buffered send whose data changes between its starts. Above the eager limit Open MPI
// changes the request's handle from the second start on.
void persistent(const World& world, int bytes, bool all) {
  constexpr int rounds = 20;
  const Buffer buffer(rounds * packed_size(bytes, MPI_BYTE));
  Guarded out(bytes), in(bytes);
  MPI_Request send;
  CHECK_MPI(MPI_Bsend_init(out.get(), bytes, MPI_BYTE, world.next(), 3, MPI_COMM_WORLD, &send));
  for (int round = 0; round < rounds; ++round) {
    out.fill(static_cast<std::size_t>(round));
    CHECK_MPI(all ? MPI_Startall(1, &send) : MPI_Start(&send));
    CHECK_MPI(MPI_Wait(&send, MPI_STATUS_IGNORE));
  }
  for (int round = 0; round < rounds; ++round) {
    MPI_Status status = wrong_status();
    CHECK_MPI(MPI_Recv(in.get(), bytes, MPI_BYTE, world.previous(), 3, MPI_COMM_WORLD, &status));
    CHECK_STATUS(status, world.previous(), 3, bytes);
    CHECK_BYTES(in, static_cast<std::size_t>(round), bytes);
  }
  CHECK_MPI(MPI_Request_free(&send));
}

// Each message is received before the next start. Plain Open MPI 4.1.4 then sends what is left of
// the first one in its buffer, so that only its size can be checked.
void received_between(const World& world, int bytes) {
  constexpr int rounds = 4;
  const Buffer buffer(rounds * packed_size(bytes, MPI_BYTE));
  Guarded out(bytes);
  out.fill(5);
  MPI_Request send;
  CHECK_MPI(MPI_Bsend_init(out.get(), bytes, MPI_BYTE, world.next(), 5, MPI_COMM_WORLD, &send));
  for (int round = 0; round < rounds; ++round) {
    Guarded in(bytes);
    MPI_Status status = wrong_status();
    CHECK_MPI(MPI_Start(&send));
    CHECK_MPI(MPI_Wait(&send, MPI_STATUS_IGNORE));
    CHECK_MPI(MPI_Recv(in.get(), bytes, MPI_BYTE, world.previous(), 5, MPI_COMM_WORLD, &status));
    CHECK_STATUS(status, world.previous(), 5, bytes);
  }
  MPI_Request_free(&send);
}

// A communicator lives as long as its requests.
void on_freed_communicator(const World& world) {
  const Buffer buffer(3 * packed_size(8, MPI_BYTE));
  MPI_Comm freed, other;
  MPI_Comm_dup(MPI_COMM_WORLD, &freed);
  Guarded out(8), in(8);
  MPI_Request request = MPI_REQUEST_NULL;
  if (world.rank == 0) {
    CHECK_MPI(MPI_Bsend_init(out.get(), 8, MPI_BYTE, world.size - 1, 6, freed, &request));
  } else if (world.rank == world.size - 1) {
    CHECK_MPI(MPI_Recv_init(in.get(), 8, MPI_BYTE, 0, 6, freed, &request));
  }
  MPI_Comm_free(&freed);
  MPI_Comm_dup(MPI_COMM_WORLD, &other);  // would have its place
  const bool takes_part = world.size > 1 && request != MPI_REQUEST_NULL;
  for (std::size_t round = 0; takes_part && round < 3; ++round) {
    out.fill(round);
    CHECK_MPI(MPI_Start(&request));
    CHECK_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
    if (world.rank > 0) CHECK_BYTES(in, round, 8);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (request != MPI_REQUEST_NULL) MPI_Request_free(&request);
  MPI_Comm_free(&other);
}

// A vector with gaps: its packed size counts.
void derived(const World& world) {
  constexpr int count = 3, blocks = 100;
  MPI_Datatype columns;
  MPI_Type_vector(blocks, 1, 2, MPI_INT, &columns);
  MPI_Type_commit(&columns);
  std::vector<int> out(2 * blocks * count), in(blocks * count);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<int>(i);
  {
    const Buffer buffer(packed_size(count, columns));
    CHECK_MPI(MPI_Bsend(out.data(), count, columns, world.next(), 4, MPI_COMM_WORLD));
    MPI_Type_free(&columns);  // freed while in use
    MPI_Status status = wrong_status();
    CHECK_MPI(
        MPI_Recv(in.data(), blocks * count, MPI_INT, world.previous(), 4, MPI_COMM_WORLD, &status));
    CHECK_STATUS(status, world.previous(), 4, blocks * count * 4);
  }
  // The type's extent ends with its last int: the next element begins right behind it.
  for (int i = 0; i < blocks * count; ++i) {
    CHECK_EQUAL(in[static_cast<std::size_t>(i)], i / blocks * (2 * blocks - 1) + i % blocks * 2);
  }
}

// What has no room is refused, whatever room the stamps have. Open MPI sends it where it can leave
// at once.
void without_room() {
  const Buffer buffer(1000);
  Guarded out(1200), in(1200);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  for (const int bytes : {900, 904, 912, 913, 920, 1000, 1001, 1200}) {
    int error = MPI_Bsend(out.get(), bytes, MPI_BYTE, 0, 0, MPI_COMM_SELF);
    if (error == MPI_SUCCESS) {
      CHECK_MPI(MPI_Recv(in.get(), bytes, MPI_BYTE, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE));
    } else {
      MPI_Error_class(error, &error);
    }
    std::printf("%d bytes: %s\n", bytes, error == MPI_SUCCESS ? "sent" : "refused");
    if (error != MPI_SUCCESS) CHECK_EQUAL(error, MPI_ERR_BUFFER);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const World world(&argc, &argv);
  for (const bool nonblocking : {false, true}) {
    exact_room(world, {0}, nonblocking);
    exact_room(world, {1}, nonblocking);
    exact_room(world, {100, 0, 1, 4000, 4096, 5000, 16'384, 20'000, 7, 70'000}, nonblocking);
    exact_room(world, std::vector<int>(500, 8), nonblocking);
  }
  for (const int bytes : {800, 3000, 100'000}) {
    for (const bool all : {false, true}) persistent(world, bytes, all);
    received_between(world, bytes);
  }
  on_freed_communicator(world);
  derived(world);
  if (host_is_mpich && world.rank == 0) without_room();
}
