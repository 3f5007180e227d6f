// SPDX-License-Identifier: BSD-3-Clause
// Partners as on a mesh without structure: some processes send more than they get, others less.
#pragma once

#include <random>
#include <vector>

#include "world.hpp"

// To whom a process sends in each round: any others, between two and seven messages.
inline std::vector<int> partners(int rank, int size) {
  std::minstd_rand random(static_cast<unsigned>(rank + 1));
  random.discard(10);
  std::vector<int> all(2 + random() % 6);
  for (int& partner : all) {
    const auto apart = static_cast<int>(random() % static_cast<unsigned>(size - 1));
    partner = (rank + 1 + apart) % size;
  }
  return all;
}

// All are waited for together; receives take what comes from anybody.
inline void scattered(const World& w) {
  constexpr int bytes = 4096;
  const std::vector<int> to = partners(w.rank, w.size);
  std::size_t coming = 0;
  for (int from = 0; from < w.size; ++from) {
    for (const int partner : partners(from, w.size)) coming += partner == w.rank ? 1 : 0;
  }
  const std::vector<char> out = buffer(bytes);
  std::vector<std::vector<char>> in(coming, out);
  std::vector<MPI_Request> requests(coming + to.size());
  for (int round = 0; round < 10; ++round) {
    MPI_Request* request = requests.data();
    for (std::vector<char>& each : in) {
      CALL(MPI_Irecv, each.data(), bytes, MPI_BYTE, MPI_ANY_SOURCE, round, MPI_COMM_WORLD,
           request++);
    }
    for (const int partner : to) {
      CALL(MPI_Isend, out.data(), bytes, MPI_BYTE, partner, round, MPI_COMM_WORLD, request++);
    }
    CALL(MPI_Waitall, static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
    compute(20);
  }
}
