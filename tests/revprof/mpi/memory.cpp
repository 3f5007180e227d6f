// SPDX-License-Identifier: BSD-3-Clause
// A million requests and ten thousand communicators that come and go; prints by how many kB each
// process has grown meanwhile (memory.py compares).
#include <fstream>

#include "check.hpp"

namespace {

// Of its own: the pages of mapped files, a trace's among them, are not counted.
long resident_kilobytes() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    long kilobytes = 0;
    if (word == "RssAnon:" && status >> kilobytes) return kilobytes;
  }
  return 0;
}

void some_requests(const World& world) {
  constexpr int messages = 50;
  std::vector<std::vector<char>> out(messages, std::vector<char>(3000)), in = out;
  MPI_Request requests[2 * messages];
  for (int i = 0; i < messages; ++i) {
    const auto k = static_cast<std::size_t>(i);
    const int bytes = i * 60;
    MPI_Irecv(in[k].data(), 3000, MPI_BYTE, world.previous(), i, MPI_COMM_WORLD, &requests[i]);
    MPI_Isend(out[k].data(), bytes, MPI_BYTE, world.next(), i, MPI_COMM_WORLD,
              &requests[messages + i]);
  }
  MPI_Request_free(&requests[messages]);
  CHECK_MPI(MPI_Waitall(2 * messages, requests, MPI_STATUSES_IGNORE));

  std::vector<char> large_out(40'000), large_in(40'000);
  MPI_Datatype type;
  MPI_Type_vector(100, 10, 20, MPI_CHAR, &type);
  MPI_Type_commit(&type);
  MPI_Sendrecv(large_out.data(), 1, type, world.next(), 1, large_in.data(), 1, type,
               world.previous(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Sendrecv(large_out.data(), 40'000, MPI_CHAR, world.next(), 2, large_in.data(), 40'000,
               MPI_CHAR, world.previous(), 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Type_free(&type);
  int sum = 0;
  MPI_Request reduction;
  MPI_Iallreduce(&world.rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &reduction);
  MPI_Wait(&reduction, MPI_STATUS_IGNORE);
}

void some_communicator(const World& world) {
  MPI_Comm made;
  MPI_Comm_dup(MPI_COMM_WORLD, &made);
  int out = 1, in = 0;
  MPI_Sendrecv(&out, 1, MPI_INT, world.next(), 1, &in, 1, MPI_INT, world.previous(), 1, made,
               MPI_STATUS_IGNORE);
  MPI_Comm_free(&made);
  MPI_Comm_split(MPI_COMM_WORLD, world.rank, 0, &made);  // of this process alone
  MPI_Comm_free(&made);
}

}  // namespace

int main(int argc, char** argv) {
  const World world(&argc, &argv);
  constexpr int warm_up = 200, rounds = 10'000;  // 100 requests and a communicator each
  long start = 0;
  for (int round = 0; round < warm_up + rounds; ++round) {
    if (round == warm_up) start = resident_kilobytes();
    some_requests(world);
    some_communicator(world);
  }
  CHECK(start > 0);
  std::printf("%ld\n", resident_kilobytes() - start);
}
