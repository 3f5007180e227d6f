// SPDX-License-Identifier: BSD-3-Clause
// Every mode of sending against every way of receiving, over all sizes that could matter, in a ring
// (to oneself on one process).
#include "check.hpp"

namespace {

using Blocking = int (*)(const void*, int, MPI_Datatype, int, int, MPI_Comm);
using Nonblocking = int (*)(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);

constexpr int largest = 1 << 22;

struct Ring {
  const World& world;
  int tag = 0;

  std::size_t seed(int sender) const { return static_cast<std::size_t>(tag + sender * 17); }
};

void blocking_send(Ring& ring, Blocking send, int bytes, int capacity) {
  const World& world = ring.world;
  ++ring.tag;
  Guarded out(bytes), in(capacity);
  out.fill(ring.seed(world.rank));
  MPI_Request request;
  MPI_Status status = wrong_status();
  CHECK_MPI(MPI_Irecv(in.get(), capacity, MPI_BYTE, world.previous(), ring.tag, MPI_COMM_WORLD,
                      &request));
  if (send == MPI_Rsend) MPI_Barrier(MPI_COMM_WORLD);  // the receive has to be posted
  CHECK_MPI(send(out.get(), bytes, MPI_BYTE, world.next(), ring.tag, MPI_COMM_WORLD));
  CHECK_MPI(MPI_Wait(&request, &status));
  CHECK(request == MPI_REQUEST_NULL);
  CHECK_STATUS(status, world.previous(), ring.tag, bytes);
  CHECK_BYTES(in, ring.seed(world.previous()), bytes);
  CHECK_BYTES(out, ring.seed(world.rank), bytes);
}

void nonblocking_send(Ring& ring, Nonblocking send, int bytes, int capacity) {
  const World& world = ring.world;
  ++ring.tag;
  Guarded out(bytes), in(capacity);
  out.fill(ring.seed(world.rank));
  const bool posted = send == MPI_Irsend;
  MPI_Request requests[2];
  MPI_Status status = wrong_status();
  if (posted) {
    CHECK_MPI(MPI_Irecv(in.get(), capacity, MPI_BYTE, MPI_ANY_SOURCE, ring.tag, MPI_COMM_WORLD,
                        &requests[1]));
    MPI_Barrier(MPI_COMM_WORLD);
  }
  CHECK_MPI(send(out.get(), bytes, MPI_BYTE, world.next(), ring.tag, MPI_COMM_WORLD, &requests[0]));
  if (posted) {
    CHECK_MPI(MPI_Wait(&requests[1], &status));
  } else {
    CHECK_MPI(MPI_Recv(in.get(), capacity, MPI_BYTE, world.previous(), MPI_ANY_TAG, MPI_COMM_WORLD,
                       &status));
  }
  CHECK_STATUS(status, world.previous(), ring.tag, bytes);
  CHECK_BYTES(in, ring.seed(world.previous()), bytes);
  CHECK_MPI(MPI_Wait(&requests[0], &status));  // a status with the same count
  int count = -1;  // undefined: hosts count nothing or the message, or leave what was there
  MPI_Get_count(&status, MPI_BYTE, &count);
  CHECK(count == 0 || count == bytes);
  CHECK_BYTES(out, ring.seed(world.rank), bytes);
  if (send != MPI_Irsend) MPI_Barrier(MPI_COMM_WORLD);  // keeps the next MPI_ANY_TAG apart
}

// Receivers with room to spare on either side of what revprof packs or describes.
std::vector<int> capacities(int bytes) { return {bytes, bytes + 1, bytes + 5000, bytes + 70'000}; }

void all_sizes(Ring& ring) {
  for (const int bytes : sizes()) {
    blocking_send(ring, MPI_Send, bytes, bytes);
    nonblocking_send(ring, MPI_Isend, bytes, bytes + 16);
  }
  blocking_send(ring, MPI_Send, largest, largest);
  nonblocking_send(ring, MPI_Isend, largest, largest + 1);
}

void all_modes(Ring& ring) {
  std::vector<char> attached(1 << 20);
  MPI_Buffer_attach(attached.data(), static_cast<int>(attached.size()));
  for (const int bytes : {0, 1, 100, 4048, 4096, 16'384, 16'400, 65'536, 200'000}) {
    for (const int capacity : capacities(bytes)) {
      for (const Blocking send : {MPI_Send, MPI_Bsend, MPI_Ssend, MPI_Rsend}) {
        blocking_send(ring, send, bytes, capacity);
      }
      for (const Nonblocking send : {MPI_Isend, MPI_Ibsend, MPI_Issend, MPI_Irsend}) {
        nonblocking_send(ring, send, bytes, capacity);
      }
    }
  }
  void* detached = nullptr;
  int size = 0;
  MPI_Buffer_detach(&detached, &size);
  CHECK(detached == attached.data());
  CHECK_EQUAL(size, static_cast<int>(attached.size()));
}

// Every size in turn around the limits: the header must not move a byte. Eager and small, so that
// everybody can send first.
void every_byte(const World& world) {
  Guarded out(5000), in(5000);
  for (const auto& [first, last] :
       {std::pair{0, 70}, std::pair{950, 1100}, std::pair{3980, 4120}}) {
    for (int bytes = first; bytes <= last; ++bytes) {
      const auto seed = static_cast<std::size_t>(bytes);
      out.fill(seed);
      in.clear();
      MPI_Status status = wrong_status();
      if (world.rank == 0) {
        CHECK_MPI(MPI_Send(out.get(), bytes, MPI_CHAR, 1, bytes, MPI_COMM_WORLD));
        CHECK_MPI(MPI_Recv(in.get(), bytes, MPI_CHAR, 1, bytes, MPI_COMM_WORLD, &status));
      } else if (world.rank == 1) {
        CHECK_MPI(MPI_Recv(in.get(), 5000, MPI_BYTE, 0, bytes, MPI_COMM_WORLD, &status));
        CHECK_MPI(MPI_Send(in.get(), bytes, MPI_BYTE, 0, bytes, MPI_COMM_WORLD));
      }
      if (world.rank > 1) continue;
      CHECK_STATUS(status, 1 - world.rank, bytes, bytes);
      CHECK_BYTES(in, seed, bytes);
    }
  }
}

void sendrecv(const World& world) {
  for (const int bytes : {0, 1, 8, 4000, 4096, 16'384, 65'536, 1 << 20}) {
    const auto seed = [&](int sender) { return static_cast<std::size_t>(bytes + sender); };
    Guarded out(bytes), in(bytes + 100), both(bytes);
    MPI_Status status = wrong_status();
    out.fill(seed(world.rank));
    CHECK_MPI(MPI_Sendrecv(out.get(), bytes, MPI_BYTE, world.next(), 5, in.get(), bytes + 100,
                           MPI_BYTE, world.previous(), 5, MPI_COMM_WORLD, &status));
    CHECK_STATUS(status, world.previous(), 5, bytes);
    CHECK_BYTES(in, seed(world.previous()), bytes);

    both.fill(seed(world.rank));
    status = wrong_status();
    CHECK_MPI(MPI_Sendrecv_replace(both.get(), bytes, MPI_BYTE, world.next(), 6, MPI_ANY_SOURCE, 6,
                                   MPI_COMM_WORLD, &status));
    CHECK_STATUS(status, world.previous(), 6, bytes);
    CHECK_BYTES(both, seed(world.previous()), bytes);
    CHECK_MPI(MPI_Sendrecv_replace(both.get(), bytes, MPI_BYTE, world.rank, 7, world.rank, 7,
                                   MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    CHECK_BYTES(both, seed(world.previous()), bytes);
    MPI_Barrier(MPI_COMM_WORLD);
  }

  // What comes in may be shorter than what goes out.
  Guarded both(5000);
  MPI_Status status = wrong_status();
  std::vector<char> shorter(10, 'x');
  if (world.size > 1 && world.rank == 0) {
    MPI_Sendrecv_replace(both.get(), 5000, MPI_BYTE, 1, 8, 1, 8, MPI_COMM_WORLD, &status);
    CHECK_STATUS(status, 1, 8, 10);
    CHECK(std::equal(shorter.begin(), shorter.end(), both.get()));
    CHECK_EQUAL(int{both.get()[10]}, int{guard_byte});
  } else if (world.rank == 1) {
    Guarded in(5000);
    MPI_Sendrecv(shorter.data(), 10, MPI_BYTE, 0, 8, in.get(), 5000, MPI_BYTE, 0, 8, MPI_COMM_WORLD,
                 &status);
    CHECK_STATUS(status, 0, 8, 5000);
  }
}

// So many different long messages that whatever is remembered of them must be replaced, also while
// the other half of the same call needs it.
void many_lengths(const World& world) {
  for (int bytes = 17'000; bytes < 19'000; ++bytes) {
    Guarded out(bytes), in(bytes + 8);
    out.fill(static_cast<std::size_t>(world.rank));
    MPI_Status status = wrong_status();
    CHECK_MPI(MPI_Sendrecv(out.get(), bytes, MPI_BYTE, world.next(), 9, in.get(), bytes + 8,
                           MPI_BYTE, world.previous(), 9, MPI_COMM_WORLD, &status));
    CHECK_STATUS(status, world.previous(), 9, bytes);
    CHECK_BYTES(in, static_cast<std::size_t>(world.previous()), bytes);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const World world(&argc, &argv);
  Ring ring{world};
  all_sizes(ring);
  all_modes(ring);
  if (world.size > 1) every_byte(world);
  sendrecv(world);
  many_lengths(world);
}
