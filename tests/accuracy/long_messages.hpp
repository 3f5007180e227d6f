// SPDX-License-Identifier: BSD-3-Clause
// Messages too long to be copied: each holds its sender until its receiver takes part.
#pragma once

#include <algorithm>
#include <vector>

#include "grids.hpp"

// One process deals blocks out, one after the other; all meet after each round.
inline void deal(const World& w) {
  std::vector<char> block = buffer(131'072);
  const int bytes = static_cast<int>(block.size());
  for (int i = 0; i < 5; ++i) {
    if (w.rank == 0) {
      for (int to = 1; to < w.size; ++to) {
        CALL(MPI_Send, block.data(), bytes, MPI_BYTE, to, 0, MPI_COMM_WORLD);
      }
    } else {
      CALL(MPI_Recv, block.data(), bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    CALL(MPI_Barrier, MPI_COMM_WORLD);
  }
}

// Each process in turn sends a block to all, which pass it on along a binomial tree.
inline void pass_on(const World& w) {
  std::vector<char> block = buffer(131'072);
  const int bytes = static_cast<int>(block.size());
  for (int root = 0; root < std::min(w.size, 8); ++root) {
    const int own = (w.rank - root + w.size) % w.size;
    int step = 1;
    for (; step < w.size; step *= 2) {
      if ((own & step) == 0) continue;
      CALL(MPI_Recv, block.data(), bytes, MPI_BYTE, (w.rank - step + w.size) % w.size, 0,
           MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      break;
    }
    for (step /= 2; step > 0; step /= 2) {
      if (own + step >= w.size) continue;
      CALL(MPI_Send, block.data(), bytes, MPI_BYTE, (w.rank + step) % w.size, 0, MPI_COMM_WORLD);
    }
  }
}

// Faces that are long, edges and corners that are not, to the neighbours in a box with ends: posted
// receives, one MPI_Send after the other, and each receive waited for in that order.
inline void long_faces(const World& w) {
  const std::vector<int> extent = extents(w.size, 3);
  const int own[3] = {w.rank / (extent[1] * extent[2]), w.rank / extent[2] % extent[1],
                      w.rank % extent[2]};
  struct Neighbour {
    int rank, bytes, tag;
  };
  std::vector<Neighbour> neighbours;
  for (int offset = 0; offset < 27; ++offset) {
    const int by[3] = {offset / 9 - 1, offset / 3 % 3 - 1, offset % 3 - 1};
    int there[3], away = 0;
    bool inside = offset != 13;
    for (int d = 0; d < 3; ++d) {
      there[d] = own[d] + by[d];
      away += by[d] != 0 ? 1 : 0;
      inside = inside && there[d] >= 0 && there[d] < extent[d];
    }
    if (!inside) continue;
    neighbours.push_back({(there[0] * extent[1] + there[1]) * extent[2] + there[2],
                          away == 1   ? 131'072
                          : away == 2 ? 2048
                                      : 8,
                          offset});
  }
  const std::vector<char> out = buffer(131'072);
  std::vector<std::vector<char>> in(neighbours.size(), out);
  std::vector<MPI_Request> requests(neighbours.size());
  for (int i = 0; i < 4; ++i) {
    for (std::size_t n = 0; n < neighbours.size(); ++n) {
      CALL(MPI_Irecv, in[n].data(), neighbours[n].bytes, MPI_BYTE, neighbours[n].rank,
           26 - neighbours[n].tag, MPI_COMM_WORLD, &requests[n]);
    }
    for (const Neighbour& to : neighbours) {
      CALL(MPI_Send, out.data(), to.bytes, MPI_BYTE, to.rank, to.tag, MPI_COMM_WORLD);
    }
    for (MPI_Request& request : requests) CALL(MPI_Wait, &request, MPI_STATUS_IGNORE);
    compute(20);
  }
}
