// SPDX-License-Identifier: BSD-3-Clause
// Programs of the suite: messages between two processes, along a ring, or to one.
#pragma once

#include <vector>

#include "world.hpp"

inline void ping_pong(const World& w) {
  const int last = w.size - 1;
  for (const int bytes : {8, 1024, 16'384, 262'144}) {
    std::vector<char> data = buffer(bytes);
    for (int i = 0; i < 10; ++i) {
      for (const bool there : {true, false}) {
        const int from = there ? 0 : last, to = there ? last : 0;
        if (w.rank == from) CALL(MPI_Send, data.data(), bytes, MPI_BYTE, to, 0, MPI_COMM_WORLD);
        if (w.rank == to) {
          CALL(MPI_Recv, data.data(), bytes, MPI_BYTE, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
      }
    }
  }
}

inline void ring_shift(const World& w) {
  for (const int bytes : {1024, 65'536}) {
    std::vector<char> out = buffer(bytes), in = out;
    for (int i = 0; i < 20; ++i) {
      CALL(MPI_Sendrecv, out.data(), bytes, MPI_BYTE, (w.rank + 1) % w.size, 0, in.data(), bytes,
           MPI_BYTE, (w.rank + w.size - 1) % w.size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  }
}

// Two processes that answer each other, after one of them has sent to a third.
inline void alternating(const World& w) {
  constexpr int bytes = 32'768;
  std::vector<char> data = buffer(bytes);
  const int one = w.size / 2 - 1, other = w.size - 1, third = one - 1;
  const auto message = [&](int from, int to) {
    if (w.rank == from) CALL(MPI_Send, data.data(), bytes, MPI_BYTE, to, 0, MPI_COMM_WORLD);
    if (w.rank == to) {
      CALL(MPI_Recv, data.data(), bytes, MPI_BYTE, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  };
  for (int i = 0; i < 4; ++i) message(one, third);
  for (int i = 0; i < 20; ++i) {
    message(one, other);
    message(other, one);
  }
}

inline void gather_by_sends(const World& w) {
  constexpr int bytes = 4096;
  std::vector<char> data = buffer(bytes);
  for (int i = 0; i < 5; ++i) {
    if (w.rank != 0) CALL(MPI_Send, data.data(), bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    for (int peer = 1; w.rank == 0 && peer < w.size; ++peer) {
      CALL(MPI_Recv, data.data(), bytes, MPI_BYTE, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    CALL(MPI_Barrier, MPI_COMM_WORLD);
  }
}

inline void stream(const World& w) {
  constexpr int messages = 1000, bytes = 1024;
  std::vector<char> data = buffer(bytes * messages);
  std::vector<MPI_Request> requests(messages);
  const int last = w.size - 1;
  if (w.rank != 0 && w.rank != last) return;
  for (int i = 0; i < messages; ++i) {
    char* const place = data.data() + i * bytes;
    MPI_Request* const request = &requests[static_cast<std::size_t>(i)];
    if (w.rank == 0) {
      CALL(MPI_Isend, place, bytes, MPI_BYTE, last, 0, MPI_COMM_WORLD, request);
    } else {
      CALL(MPI_Irecv, place, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, request);
    }
  }
  CALL(MPI_Waitall, messages, requests.data(), MPI_STATUSES_IGNORE);
}
