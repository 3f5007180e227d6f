// SPDX-License-Identifier: BSD-3-Clause
// Each process has one receive posted, asks for it between its sends, and posts the next one when
// it is done, as ABySS does. Whoever is inside MPI_Send has a receive that is free, or finds it
// done when it asks next, so nobody stands still; also where the messages are too long for the host
// to copy, and not there yet by the clocks when the program asks.
// withheld <bytes>
#include "check.hpp"

namespace {

constexpr int messages = 50, tag = 2, longest = 65'536;

struct Pump {
  int source;
  std::vector<char> buffer = std::vector<char>(longest);
  MPI_Request request = MPI_REQUEST_NULL;
  int received = 0;

  void post() {
    CHECK_MPI(MPI_Irecv(buffer.data(), longest, MPI_CHAR, source, tag, MPI_COMM_WORLD, &request));
  }
  bool take(int bytes, int from) {
    int done = 0;
    MPI_Status status;
    CHECK_MPI(MPI_Request_get_status(request, &done, &status));
    if (done == 0) return false;
    CHECK_MPI(MPI_Test(&request, &done, &status));
    CHECK(done != 0);
    CHECK_EQUAL(status.MPI_SOURCE, from);
    CHECK_EQUAL(buffer[0], static_cast<char>(received));
    CHECK_EQUAL(buffer[static_cast<std::size_t>(bytes) - 1], static_cast<char>(received));
    ++received;
    post();
    return true;
  }
};

void pump(const World& world, int bytes, int source) {
  Pump in{source};
  in.post();
  MPI_Barrier(MPI_COMM_WORLD);
  std::vector<char> out(static_cast<std::size_t>(bytes));
  const int from = (world.rank + world.size - 1) % world.size;
  for (int i = 0; i < messages; ++i) {
    out.assign(out.size(), static_cast<char>(i));
    CHECK_MPI(MPI_Send(out.data(), bytes, MPI_CHAR, world.next(), tag, MPI_COMM_WORLD));
    while (in.take(bytes, from)) {
    }
  }
  while (in.received < messages) in.take(bytes, from);
  CHECK_MPI(MPI_Cancel(&in.request));
  CHECK_MPI(MPI_Wait(&in.request, MPI_STATUS_IGNORE));
  MPI_Barrier(MPI_COMM_WORLD);
}

}  // namespace

int main(int argc, char** argv) {
  const World world(&argc, &argv);
  const int bytes = argc > 1 ? std::atoi(argv[1]) : 0;
  pump(world, bytes, MPI_ANY_SOURCE);
  pump(world, bytes, (world.rank + world.size - 1) % world.size);
}
