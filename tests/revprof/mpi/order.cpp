// SPDX-License-Identifier: BSD-3-Clause
// Messages between two processes on one communicator do not overtake (MPI-3.1 section 3.5), however
// small and large ones, blocking and nonblocking calls, probes and receives are mixed.
#include <random>

#include "check.hpp"

namespace {

constexpr int messages = 600, longest = 80'000;
const int lengths[] = {0, 1, 4, 100, 4040, 4096, 4100, 16'300, 16'400, 65'500, 65'600, longest};

int length_of(int i) { return lengths[(i * 7 + i / 12) % 12]; }

// Even ranks send to the next one, which receives in other ways.
void send_all(int to, std::mt19937& random) {
  std::vector<Guarded> kept;
  std::vector<MPI_Request> requests;
  for (int i = 0; i < messages; ++i) {
    Guarded out(length_of(i));
    out.fill(static_cast<std::size_t>(i));
    const int way = static_cast<int>(random() % 3);
    if (way == 0) {
      CHECK_MPI(MPI_Send(out.get(), length_of(i), MPI_BYTE, to, 1, MPI_COMM_WORLD));
      continue;
    }
    kept.push_back(std::move(out));
    requests.emplace_back();
    const auto send = way == 1 ? MPI_Isend : MPI_Issend;
    CHECK_MPI(
        send(kept.back().get(), length_of(i), MPI_BYTE, to, 1, MPI_COMM_WORLD, &requests.back()));
  }
  CHECK_MPI(MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE));
}

void receive_all(int from, std::mt19937& random) {
  std::vector<Guarded> buffers;
  std::vector<MPI_Request> requests;
  std::vector<int> posted;
  const auto complete = [&] {
    std::vector<MPI_Status> statuses(requests.size(), wrong_status());
    MPI_Waitall(static_cast<int>(requests.size()), requests.data(), statuses.data());
    for (std::size_t k = 0; k < posted.size(); ++k) {
      CHECK_STATUS(statuses[k], from, 1, length_of(posted[k]));
      CHECK_BYTES(buffers[k], static_cast<std::size_t>(posted[k]), length_of(posted[k]));
    }
    buffers.clear();
    requests.clear();
    posted.clear();
  };
  for (int i = 0; i < messages; ++i) {
    const int way = static_cast<int>(random() % 4);
    const int source = random() % 2 == 0 ? from : MPI_ANY_SOURCE;
    const int tag = random() % 2 == 0 ? 1 : MPI_ANY_TAG;
    MPI_Status status = wrong_status();
    if (way == 0) {
      buffers.emplace_back(longest);
      requests.emplace_back();
      posted.push_back(i);
      MPI_Irecv(buffers.back().get(), longest, MPI_BYTE, source, tag, MPI_COMM_WORLD,
                &requests.back());
      continue;
    }
    if (random() % 4 == 0) complete();
    Guarded in(longest);
    if (way == 1) {
      MPI_Recv(in.get(), longest, MPI_BYTE, source, tag, MPI_COMM_WORLD, &status);
    } else if (way == 2) {
      MPI_Probe(source, tag, MPI_COMM_WORLD, &status);
      CHECK_STATUS(status, from, 1, length_of(i));
      MPI_Recv(in.get(), length_of(i), MPI_BYTE, from, 1, MPI_COMM_WORLD, &status);
    } else {
      MPI_Message message;
      MPI_Mprobe(source, tag, MPI_COMM_WORLD, &message, &status);
      CHECK_STATUS(status, from, 1, length_of(i));
      MPI_Mrecv(in.get(), longest, MPI_BYTE, &message, &status);
    }
    CHECK_STATUS(status, from, 1, length_of(i));
    CHECK_BYTES(in, static_cast<std::size_t>(i), length_of(i));
  }
  complete();
}

}  // namespace

int main(int argc, char** argv) {
  const World world(&argc, &argv);
  std::mt19937 random(static_cast<unsigned>(world.rank + 5));
  if (world.rank % 2 == 0 && world.rank + 1 < world.size) send_all(world.rank + 1, random);
  if (world.rank % 2 == 1) receive_all(world.rank - 1, random);
}
