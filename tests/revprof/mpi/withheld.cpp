// SPDX-License-Identifier: BSD-3-Clause
// Each process has one receive posted, asks for it between its sends, and posts the next one when
// it is done, as ABySS does. Whoever is inside MPI_Send has a receive that is free, or finds it
// done when it asks next, so nobody stands still; also where the messages are too long for the host
// to copy, and not there yet by the clocks when the program asks; and also where it waits for a
// send that it has posted before it has asked or after that.
// withheld <bytes>
#include "check.hpp"

namespace {

constexpr int messages = 30, tag = 2, longest = 65'536;
// By revprof; of more a copy is made only once the program has been told that nothing is there.
constexpr int most_always_copied = 16'384;

enum class Way { send, posted_after, posted_before, among_several };

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

class Out {
 public:
  Out(const World& world, int bytes)
      : to_(world.next()),
        buffers_{std::vector<char>(static_cast<std::size_t>(bytes)),
                 std::vector<char>(static_cast<std::size_t>(bytes))} {}

  // Of what was posted before the program has asked, the call is over after that.
  void send(int i, Way way) {
    std::vector<char>& buffer = buffers_[i % 2];
    buffer.assign(buffer.size(), static_cast<char>(i));
    const int bytes = static_cast<int>(buffer.size());
    if (way == Way::send) {
      CHECK_MPI(MPI_Send(buffer.data(), bytes, MPI_CHAR, to_, tag, MPI_COMM_WORLD));
      return;
    }
    CHECK_MPI(MPI_Isend(buffer.data(), bytes, MPI_CHAR, to_, tag, MPI_COMM_WORLD, &requests_[0]));
    if (way == Way::posted_after) CHECK_MPI(MPI_Wait(&requests_[0], MPI_STATUS_IGNORE));
  }
  void end(Way way) {
    if (way == Way::posted_before) CHECK_MPI(MPI_Wait(&requests_[0], MPI_STATUS_IGNORE));
    if (way == Way::among_several) CHECK_MPI(MPI_Waitall(2, requests_, MPI_STATUSES_IGNORE));
  }

 private:
  int to_;
  std::vector<char> buffers_[2];
  MPI_Request requests_[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
};

void pump(const World& world, int bytes, int source, Way way) {
  Pump in{source};
  in.post();
  MPI_Barrier(MPI_COMM_WORLD);
  Out out(world, bytes);
  const int from = (world.rank + world.size - 1) % world.size;
  for (int i = 0; i < messages; ++i) {
    out.send(i, way);
    while (in.take(bytes, from)) {
    }
    out.end(way);
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
  for (const Way way : {Way::send, Way::posted_after, Way::posted_before, Way::among_several}) {
    if (bytes > most_always_copied && way >= Way::posted_before) continue;
    pump(world, bytes, MPI_ANY_SOURCE, way);
    pump(world, bytes, (world.rank + world.size - 1) % world.size, way);
  }
}
