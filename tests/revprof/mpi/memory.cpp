// SPDX-License-Identifier: BSD-3-Clause
// Memory does not grow with the number of requests, types and communicators that came and went.
#include <fstream>

#include "check.hpp"

namespace {

long resident_kilobytes() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    long kilobytes = 0;
    if (word == "VmRSS:" && status >> kilobytes) return kilobytes;
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

void some_communicators(const World& world) {
  for (int i = 0; i < 2; ++i) {
    MPI_Comm made;
    MPI_Comm_dup(MPI_COMM_WORLD, &made);
    int out = 1, in = 0;
    MPI_Sendrecv(&out, 1, MPI_INT, world.next(), 1, &in, 1, MPI_INT, world.previous(), 1, made,
                 MPI_STATUS_IGNORE);
    MPI_Comm_free(&made);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const World world(&argc, &argv);
  constexpr int rounds = 1000;  // 100,000 requests, 2,000 communicators
  constexpr long allowed_kilobytes = 4096;
  long half_way = 0;
  for (int round = 0; round < rounds; ++round) {
    if (round == rounds / 2) half_way = resident_kilobytes();
    some_requests(world);
    some_communicators(world);
  }
  const long growth = resident_kilobytes() - half_way;
  CHECK(half_way > 0);
  if (growth > allowed_kilobytes) {
    fail(__FILE__, __LINE__, "grew by " + std::to_string(growth) + " kB in the second half");
  }
}
