// SPDX-License-Identifier: BSD-3-Clause
// Collectives with arrays, drawn at random: between two groups of random sizes, and within each.
// All processes draw the same.
#pragma once

#include <random>

#include "array_cases.hpp"

using Random = std::mt19937;

inline int draw(Random& random, int n) {
  return static_cast<int>(random() % static_cast<unsigned>(n));
}

namespace random_collectives {

using namespace array_cases;

inline void draw_cases(Random& random, const Sides& sides) {
  constexpr int counts[] = {0, 1, 2, 16, 17, 250, 520};
  std::vector<Case> cases = rooted<Ints>();
  for (const Case run : among_all<Ints>()) cases.push_back(run);
#if MPI_VERSION >= 4
  for (const Case run : rooted<Larges>()) cases.push_back(run);
  for (const Case run : among_all<Larges>()) cases.push_back(run);
#endif
  const int smaller = std::min(sides.local_size(), sides.peer_count());
  for (int i = 0; i < 20; ++i) {
    Setting s{sides};
    const int which = draw(random, static_cast<int>(cases.size()));
    s.way = static_cast<Way>(draw(random, 3));
    s.in_place = draw(random, 2) == 0;
    s.count = counts[draw(random, static_cast<int>(std::size(counts)))];
    const bool high = draw(random, 2) == 0;
    s.high_root = sides.inter && high;
    s.root = draw(random, 1000) % smaller;
    cases[static_cast<std::size_t>(which)](s);
  }
}

// MPI refuses a collective on one process alone; what comes then is as it would have been.
inline void refused_on_one(Random& random, MPI_Comm handle, int rank, int size) {
  const int who = draw(random, size);
  int value = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  const bool blocking = draw(random, 2) == 0;
  MPI_Comm_set_errhandler(handle, MPI_ERRORS_RETURN);
  if (rank == who) {
    const int error = blocking ? MPI_Bcast(&value, -1, MPI_INT, 0, handle)
                               : MPI_Ibcast(&value, -1, MPI_INT, 0, handle, &request);
    CHECK(error != MPI_SUCCESS);
  }
  MPI_Comm_set_errhandler(handle, MPI_ERRORS_ARE_FATAL);
}

inline void two_groups(const World& world, Random& random) {
  if (world.size == 1) return;
  const int low = 1 + draw(random, world.size - 1);
  const bool is_low = world.rank < low;
  MPI_Comm own, inter;
  CHECK_MPI(MPI_Comm_split(MPI_COMM_WORLD, is_low ? 0 : 1, world.rank, &own));
  CHECK_MPI(MPI_Intercomm_create(own, 0, MPI_COMM_WORLD, is_low ? low : 0, 1, &inter));
  for (int i = 0; i < 2; ++i) {
    refused_on_one(random, inter, world.rank, world.size);
    draw_cases(random, Sides(inter));
    refused_on_one(random, own, world.rank, world.size);
    draw_cases(random, Sides(own));
  }
  CHECK_MPI(MPI_Comm_free(&inter));
  CHECK_MPI(MPI_Comm_free(&own));
}

}  // namespace random_collectives
