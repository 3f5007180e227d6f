// SPDX-License-Identifier: BSD-3-Clause
// Probes and matched probes (MPI-3.1 section 3.8): what they say of a message is what is then
// received, wildcards included.
#include "check.hpp"

namespace {

enum class Look { probe, iprobe, mprobe, improbe };
enum class Take { blocking, nonblocking };

// Looks at the next message that matches and receives it into a buffer of just its size.
void look_and_take(Look look, Take take, int source, int tag, int expected_source, int expected_tag,
                   int bytes, std::size_t seed) {
  MPI_Status seen = wrong_status(), received = wrong_status();
  MPI_Message message = MPI_MESSAGE_NULL;
  const bool matched = look == Look::mprobe || look == Look::improbe;
  int flag = 0;
  if (look == Look::probe) CHECK_MPI(MPI_Probe(source, tag, MPI_COMM_WORLD, &seen));
  if (look == Look::mprobe) CHECK_MPI(MPI_Mprobe(source, tag, MPI_COMM_WORLD, &message, &seen));
  while (look == Look::iprobe && flag == 0) {
    CHECK_MPI(MPI_Iprobe(source, tag, MPI_COMM_WORLD, &flag, &seen));
  }
  while (look == Look::improbe && flag == 0) {
    CHECK_MPI(MPI_Improbe(source, tag, MPI_COMM_WORLD, &flag, &message, &seen));
  }
  CHECK_STATUS(seen, expected_source, expected_tag, bytes);
  int count = 0;
  MPI_Get_count(&seen, MPI_BYTE, &count);
  Guarded in(count);
  MPI_Request request = MPI_REQUEST_NULL;
  if (matched && take == Take::blocking) {
    CHECK_MPI(MPI_Mrecv(in.get(), count, MPI_BYTE, &message, &received));
  } else if (matched) {
    CHECK_MPI(MPI_Imrecv(in.get(), count, MPI_BYTE, &message, &request));
  } else if (take == Take::blocking) {
    CHECK_MPI(MPI_Recv(in.get(), count, MPI_BYTE, seen.MPI_SOURCE, seen.MPI_TAG, MPI_COMM_WORLD,
                       &received));
  } else {
    CHECK_MPI(MPI_Irecv(in.get(), count, MPI_BYTE, seen.MPI_SOURCE, seen.MPI_TAG, MPI_COMM_WORLD,
                        &request));
  }
  if (take == Take::nonblocking) CHECK_MPI(MPI_Wait(&request, &received));
  CHECK(message == MPI_MESSAGE_NULL);
  CHECK_STATUS(received, expected_source, expected_tag, bytes);
  CHECK_BYTES(in, seed, bytes);
}

void all_forms(const World& world) {
  for (const int bytes : {0, 1, 8, 1000, 4048, 4049, 4096, 16'384, 16'385, 65'536, 300'000}) {
    for (const Look look : {Look::probe, Look::iprobe, Look::mprobe, Look::improbe}) {
      for (const Take take : {Take::blocking, Take::nonblocking}) {
        for (const bool wildcard : {false, true}) {
          const auto seed = [&](int sender) { return static_cast<std::size_t>(bytes + sender); };
          Guarded out(bytes);
          out.fill(seed(world.rank));
          MPI_Request send;
          CHECK_MPI(MPI_Isend(out.get(), bytes, MPI_BYTE, world.next(), 9, MPI_COMM_WORLD, &send));
          look_and_take(look, take, wildcard ? MPI_ANY_SOURCE : world.previous(),
                        wildcard ? MPI_ANY_TAG : 9, world.previous(), 9, bytes,
                        seed(world.previous()));
          CHECK_MPI(MPI_Wait(&send, MPI_STATUS_IGNORE));
          if (wildcard) MPI_Barrier(MPI_COMM_WORLD);
        }
      }
    }
  }
}

// A message that a matched probe took is nobody else's; a larger buffer than it does no harm.
void taken_messages(const World& world) {
  constexpr int first = 24, second = 48;
  Guarded out(second), in(6000);
  out.fill(1);
  MPI_Request sends[2];
  MPI_Message message;
  MPI_Status status = wrong_status();
  MPI_Isend(out.get(), first, MPI_BYTE, world.next(), 1, MPI_COMM_WORLD, &sends[0]);
  MPI_Isend(out.get(), second, MPI_BYTE, world.next(), 1, MPI_COMM_WORLD, &sends[1]);
  CHECK_MPI(MPI_Mprobe(world.previous(), 1, MPI_COMM_WORLD, &message, &status));
  CHECK_STATUS(status, world.previous(), 1, first);
  CHECK_MPI(MPI_Recv(in.get(), 6000, MPI_BYTE, world.previous(), 1, MPI_COMM_WORLD, &status));
  CHECK_STATUS(status, world.previous(), 1, second);
  CHECK_BYTES(in, 1, second);
  in.clear();
  CHECK_MPI(MPI_Mrecv(in.get(), 6000, MPI_BYTE, &message, &status));
  CHECK_STATUS(status, world.previous(), 1, first);
  CHECK_BYTES(in, 1, first);
  MPI_Waitall(2, sends, MPI_STATUSES_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
}

// Nothing there: a probe says so and leaves nothing behind.
void nothing_there() {
  int flag = 1;
  MPI_Message message = MPI_MESSAGE_NULL;
  MPI_Status status;
  for (int i = 0; i < 100; ++i) {
    CHECK_MPI(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &status));
    CHECK_EQUAL(flag, 0);
    CHECK_MPI(MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &message,
                          MPI_STATUS_IGNORE));
    CHECK_EQUAL(flag, 0);
  }
}

// Statuses ignored everywhere.
void ignored(const World& world) {
  int out = world.rank, in = -1, flag = 0;
  MPI_Request send;
  MPI_Message message;
  MPI_Isend(&out, 1, MPI_INT, world.next(), 2, MPI_COMM_WORLD, &send);
  CHECK_MPI(MPI_Probe(world.previous(), 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  CHECK_MPI(MPI_Iprobe(world.previous(), 2, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE));
  CHECK_EQUAL(flag, 1);
  CHECK_MPI(MPI_Mprobe(world.previous(), 2, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE));
  CHECK_MPI(MPI_Mrecv(&in, 1, MPI_INT, &message, MPI_STATUS_IGNORE));
  CHECK_EQUAL(in, world.previous());
  CHECK_MPI(MPI_Wait(&send, MPI_STATUS_IGNORE));
}

}  // namespace

int main(int argc, char** argv) {
  const World world(&argc, &argv);
  all_forms(world);
  taken_messages(world);
  nothing_there();
  MPI_Barrier(MPI_COMM_WORLD);
  ignored(world);
}
