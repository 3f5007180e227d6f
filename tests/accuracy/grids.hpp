// SPDX-License-Identifier: BSD-3-Clause
// Programs of the suite: processes on a grid and the faces that they exchange.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "world.hpp"

// A torus of processes and the faces that they exchange.
struct Grid {
  Grid(const World& w, int dimensions) {
    const std::vector<int> extent = extents(w.size, dimensions), periodic(extent.size(), 1);
    CALL(MPI_Cart_create, MPI_COMM_WORLD, dimensions, extent.data(), periodic.data(), 0, &comm);
    for (int d = 0; d < dimensions; ++d) {
      std::array<int, 2> pair{};
      MPI_Cart_shift(comm, d, 1, &pair[0], &pair[1]);
      int coordinates[3];
      MPI_Cart_coords(comm, w.rank, dimensions, coordinates);
      neighbours.push_back(pair);
      position.push_back(coordinates[d]);
    }
  }
  ~Grid() { MPI_Comm_free(&comm); }
  Grid(const Grid&) = delete;
  Grid& operator=(const Grid&) = delete;

  MPI_Comm comm = MPI_COMM_NULL;
  std::vector<std::array<int, 2>> neighbours;  // lower and upper, by dimension
  std::vector<int> position;
};

enum class Way { blocking, send_receive, nonblocking, persistent };

class Halo {
 public:
  Halo(const Grid& grid, int bytes, Way way) : grid_(grid), bytes_(bytes), way_(way) {
    const std::size_t faces = 2 * grid.neighbours.size();
    in_.assign(faces, buffer(bytes));
    out_ = in_;
    requests_.assign(2 * faces, MPI_REQUEST_NULL);
    if (way == Way::persistent) {
      for_faces([&](int face, int peer, int tag, int opposite) {
        MPI_Recv_init(in(face), bytes_, MPI_BYTE, peer, opposite, grid_.comm, receive(face));
        MPI_Send_init(out(face), bytes_, MPI_BYTE, peer, tag, grid_.comm, send(face));
      });
    }
  }
  ~Halo() {
    for (MPI_Request& request : requests_) {
      if (request != MPI_REQUEST_NULL) MPI_Request_free(&request);
    }
  }
  Halo(const Halo&) = delete;
  Halo& operator=(const Halo&) = delete;

  void exchange() {
    if (way_ == Way::blocking) return ordered();
    if (way_ == Way::send_receive) {
      for_faces([&](int face, int peer, int tag, int) {
        CALL(MPI_Sendrecv, out(face), bytes_, MPI_BYTE, peer, tag, in(face), bytes_, MPI_BYTE,
             grid_.neighbours[static_cast<std::size_t>(face / 2)][1 - face % 2], tag, grid_.comm,
             MPI_STATUS_IGNORE);
      });
      return;
    }
    const int requests = static_cast<int>(requests_.size());
    if (way_ == Way::persistent) {
      CALL(MPI_Startall, requests, requests_.data());
    } else {
      for_faces([&](int face, int peer, int, int opposite) {
        CALL(MPI_Irecv, in(face), bytes_, MPI_BYTE, peer, opposite, grid_.comm, receive(face));
      });
      for_faces([&](int face, int peer, int tag, int) {
        CALL(MPI_Isend, out(face), bytes_, MPI_BYTE, peer, tag, grid_.comm, send(face));
      });
    }
    CALL(MPI_Waitall, requests, requests_.data(), MPI_STATUSES_IGNORE);
  }

 private:
  // body(face, neighbour there, tag of what is sent there, tag of what comes from there)
  template <class Body>
  void for_faces(Body body) {
    for (std::size_t d = 0; d < grid_.neighbours.size(); ++d) {
      for (std::size_t side = 0; side < 2; ++side) {
        const int face = static_cast<int>(2 * d + side);
        body(face, grid_.neighbours[d][side], face, face ^ 1);
      }
    }
  }
  // Even positions send first, odd ones receive first.
  void ordered() {
    for (std::size_t d = 0; d < grid_.neighbours.size(); ++d) {
      for (std::size_t side = 0; side < 2; ++side) {
        const int face = static_cast<int>(2 * d + side);
        const int to = grid_.neighbours[d][side], from = grid_.neighbours[d][1 - side];
        for (const bool sends : {grid_.position[d] % 2 == 0, grid_.position[d] % 2 != 0}) {
          if (sends) {
            CALL(MPI_Send, out(face), bytes_, MPI_BYTE, to, face, grid_.comm);
          } else {
            CALL(MPI_Recv, in(face), bytes_, MPI_BYTE, from, face, grid_.comm, MPI_STATUS_IGNORE);
          }
        }
      }
    }
  }
  char* in(int face) { return in_[static_cast<std::size_t>(face)].data(); }
  char* out(int face) { return out_[static_cast<std::size_t>(face)].data(); }
  MPI_Request* receive(int face) { return &requests_[static_cast<std::size_t>(2 * face)]; }
  MPI_Request* send(int face) { return &requests_[static_cast<std::size_t>(2 * face + 1)]; }

  const Grid& grid_;
  int bytes_;
  Way way_;
  std::vector<std::vector<char>> in_, out_;
  std::vector<MPI_Request> requests_;
};

template <int dimensions, Way way>
inline void halo(const World& w) {
  const Grid grid(w, dimensions);
  for (const int bytes : {2048, 32'768}) {
    Halo faces(grid, bytes, way);
    for (int i = 0; i < 10; ++i) {
      faces.exchange();
      compute(20);
    }
  }
}

// All faces, edges and corners of a three-dimensional grid, as a 27-point stencil has them.
inline void neighbours26(const World& w) {
  const Grid grid(w, 3);
  int extent[3], periodic[3], own[3];
  MPI_Cart_get(grid.comm, 3, extent, periodic, own);
  std::vector<int> peers;
  for (int offset = 0; offset < 27; ++offset) {
    const int there[3] = {own[0] + offset / 9 - 1, own[1] + offset / 3 % 3 - 1,
                          own[2] + offset % 3 - 1};
    int peer = 0;
    MPI_Cart_rank(grid.comm, there, &peer);
    if (offset != 13) peers.push_back(peer);
  }
  const int count = static_cast<int>(peers.size());
  for (const int bytes : {8, 512, 8192}) {
    std::vector<char> out = buffer(bytes * count), in = out;
    std::vector<MPI_Request> requests(2 * peers.size());
    for (int i = 0; i < 5; ++i) {
      for (int n = 0; n < count; ++n) {  // what goes there comes from the opposite side
        CALL(MPI_Irecv, in.data() + n * bytes, bytes, MPI_BYTE, peers[static_cast<std::size_t>(n)],
             count - 1 - n, grid.comm, &requests[static_cast<std::size_t>(n)]);
      }
      for (int n = 0; n < count; ++n) {
        CALL(MPI_Isend, out.data() + n * bytes, bytes, MPI_BYTE, peers[static_cast<std::size_t>(n)],
             n, grid.comm, &requests[static_cast<std::size_t>(count + n)]);
      }
      CALL(MPI_Waitall, 2 * count, requests.data(), MPI_STATUSES_IGNORE);
      compute(10);
    }
  }
}

// ... in a box with ends: in its middle a process has 26 neighbours, at a corner seven.
inline void neighbours_in_a_box(const World& w) {
  const std::vector<int> extent = extents(w.size, 3);
  const int own[3] = {w.rank / (extent[1] * extent[2]), w.rank / extent[2] % extent[1],
                      w.rank % extent[2]};
  std::vector<int> peers;
  for (int offset = 0; offset < 27; ++offset) {
    const int there[3] = {own[0] + offset / 9 - 1, own[1] + offset / 3 % 3 - 1,
                          own[2] + offset % 3 - 1};
    bool inside = offset != 13;
    for (int d = 0; d < 3; ++d) inside = inside && there[d] >= 0 && there[d] < extent[d];
    if (inside) peers.push_back((there[0] * extent[1] + there[1]) * extent[2] + there[2]);
  }
  constexpr int bytes = 4096;
  const std::size_t count = peers.size();
  std::vector<char> out = buffer(bytes), in = buffer(bytes * static_cast<int>(count));
  std::vector<MPI_Request> requests(2 * count);
  for (int i = 0; i < 10; ++i) {
    for (std::size_t n = 0; n < count; ++n) {
      CALL(MPI_Irecv, in.data() + n * bytes, bytes, MPI_BYTE, peers[n], 0, MPI_COMM_WORLD,
           &requests[n]);
    }
    for (std::size_t n = 0; n < count; ++n) {
      CALL(MPI_Isend, out.data(), bytes, MPI_BYTE, peers[n], 0, MPI_COMM_WORLD,
           &requests[count + n]);
    }
    CALL(MPI_Waitall, static_cast<int>(2 * count), requests.data(), MPI_STATUSES_IGNORE);
    compute(10);
  }
}

// Faces too long to be copied, by blocking sends to the upper neighbours, then to the lower ones,
// on a grid with ends: who receives posts that between its own two rows of sends, so each of the
// first ones lasts until its receiver's have ended. Or posted ones, each row waited for.
template <Way way>
void long_sends(const World& w) {
  const std::vector<int> extent = extents(w.size, 2);
  const int place[2] = {w.rank / extent[1], w.rank % extent[1]}, steps[2] = {extent[1], 1};
  const std::vector<char> out = buffer(98304);
  std::vector<char> in[4] = {out, out, out, out};
  const int bytes = static_cast<int>(out.size());
  for (int i = 0; i < 8; ++i) {
    MPI_Request requests[4];
    int count = 0;
    for (const int side : {1, -1}) {
      MPI_Request sends[2];
      int sent = 0;
      for (int d = 0; d < 2; ++d) {
        if (place[d] + side < 0 || place[d] + side >= extent[d]) continue;
        CALL(MPI_Irecv, in[count].data(), bytes, MPI_BYTE, w.rank + side * steps[d], d,
             MPI_COMM_WORLD, &requests[count]);
        ++count;
      }
      for (int d = 0; d < 2; ++d) {
        if (place[d] + side < 0 || place[d] + side >= extent[d]) continue;
        const int peer = w.rank + side * steps[d];
        if (way == Way::blocking) {
          CALL(MPI_Send, out.data(), bytes, MPI_BYTE, peer, d, MPI_COMM_WORLD);
        } else {
          CALL(MPI_Isend, out.data(), bytes, MPI_BYTE, peer, d, MPI_COMM_WORLD, &sends[sent]);
          ++sent;
        }
      }
      if (sent > 0) CALL(MPI_Waitall, sent, sends, MPI_STATUSES_IGNORE);
    }
    CALL(MPI_Waitall, count, requests, MPI_STATUSES_IGNORE);
    compute(20);
  }
}

// Blocks of a matrix product, too long to be copied, go round by rows and by columns (Cannon 1969),
// among processes that compute for unequal times.
inline void block_shifts(const World& w) {
  const Grid grid(w, 2);
  std::vector<char> block = buffer(98304);
  for (int i = 0; i < 12; ++i) {
    compute(20 + 40 * ((w.rank + 5 * i) % 7));
    for (const auto& [lower, upper] : grid.neighbours) {
      CALL(MPI_Sendrecv_replace, block.data(), 98304, MPI_BYTE, lower, 0, upper, 0, grid.comm,
           MPI_STATUS_IGNORE);
    }
  }
}

// One step of a sweep over the grid, from its lower or its upper end in each dimension.
inline void sweep(const Grid& grid, std::array<bool, 2> up, std::vector<char>& data, int work) {
  const int bytes = static_cast<int>(data.size());
  int extent[2], periodic[2], coordinates[2];
  MPI_Cart_get(grid.comm, 2, extent, periodic, coordinates);
  for (std::size_t d = 0; d < 2; ++d) {
    if (coordinates[d] == (up[d] ? 0 : extent[d] - 1)) continue;
    CALL(MPI_Recv, data.data(), bytes, MPI_BYTE, grid.neighbours[d][up[d] ? 0 : 1], 0, grid.comm,
         MPI_STATUS_IGNORE);
  }
  compute(work);
  for (std::size_t d = 0; d < 2; ++d) {
    if (coordinates[d] == (up[d] ? extent[d] - 1 : 0)) continue;
    CALL(MPI_Send, data.data(), bytes, MPI_BYTE, grid.neighbours[d][up[d] ? 1 : 0], 0, grid.comm);
  }
}

// From two corners in turn, a small message to the next row and column each.
inline void wavefront(const World& w) {
  const Grid grid(w, 2);
  std::vector<char> data = buffer(400);
  for (int i = 0; i < 20; ++i) {
    const bool up = i / 5 % 2 == 0;
    sweep(grid, {up, up}, data, 5);
  }
}

// From all four corners in turn, eight planes that follow each other at once.
inline void pipeline(const World& w) {
  const Grid grid(w, 2);
  std::vector<char> data = buffer(1024);
  for (int i = 0; i < 8 * 4 * 8; ++i) sweep(grid, {i / 8 % 2 == 0, i / 16 % 2 == 0}, data, 0);
}

inline void conjugate_gradients(const World& w) {
  const Grid grid(w, 2);
  Halo faces(grid, 4096, Way::nonblocking);
  for (int i = 0; i < 20; ++i) {
    double own = 1, sum = 0;
    faces.exchange();
    compute(30);
    for (int dot = 0; dot < 2; ++dot) {
      CALL(MPI_Allreduce, &own, &sum, 1, MPI_DOUBLE, MPI_SUM, grid.comm);
      compute(5);
    }
  }
}
