// SPDX-License-Identifier: BSD-3-Clause
// Programs of the suite: what is done by collectives.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "world.hpp"

// Sizes that are no powers of two, between which a library changes its protocol: of messages from
// the first to the last process and back, and of all to all.
inline void between_powers(const World& w) {
  for (const int bytes : {300, 1200, 3000, 9000, 12'000, 60'000}) {
    std::vector<char> out = buffer(bytes * w.size), in = out;
    const int other = w.size - 1 - w.rank;
    const bool is_at_an_end = w.rank == 0 || other == 0;
    for (int i = 0; i < 5 && is_at_an_end; ++i) {
      const auto send = [&] {
        CALL(MPI_Send, out.data(), bytes, MPI_BYTE, other, 0, MPI_COMM_WORLD);
      };
      if (w.rank == 0) send();
      CALL(MPI_Recv, in.data(), bytes, MPI_BYTE, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (w.rank != 0) send();
    }
    for (int i = 0; i < 2; ++i) {  // none into what another one has still under way
      CALL(MPI_Barrier, MPI_COMM_WORLD);
      CALL(MPI_Alltoall, out.data(), bytes, MPI_BYTE, in.data(), bytes, MPI_BYTE, MPI_COMM_WORLD);
    }
  }
}

// The rows and columns of the grid of processes as communicators.
struct RowsAndColumns {
  explicit RowsAndColumns(const World& w) {
    const std::vector<int> extent = extents(w.size, 2);
    row_number = w.rank / extent[1];
    column_number = w.rank % extent[1];
    rows = extent[0];
    columns = extent[1];
    CALL(MPI_Comm_split, MPI_COMM_WORLD, row_number, w.rank, &row);
    CALL(MPI_Comm_split, MPI_COMM_WORLD, column_number, w.rank, &column);
  }
  ~RowsAndColumns() {
    MPI_Comm_free(&row);
    MPI_Comm_free(&column);
  }
  RowsAndColumns(const RowsAndColumns&) = delete;
  RowsAndColumns& operator=(const RowsAndColumns&) = delete;

  int row_number = 0, column_number = 0, rows = 1, columns = 1;
  MPI_Comm row = MPI_COMM_NULL, column = MPI_COMM_NULL;
};

inline void transpose(const World& w) {
  const RowsAndColumns grid(w);
  for (const int bytes : {4096, 32'768}) {
    std::vector<char> out = buffer(bytes * w.size), in = out;
    for (int i = 0; i < 5; ++i) {
      for (MPI_Comm comm : {grid.row, grid.column}) {
        CALL(MPI_Alltoall, out.data(), bytes, MPI_BYTE, in.data(), bytes, MPI_BYTE, comm);
      }
      compute(20);
    }
  }
}

// Panels along rows, then along columns, that shrink, as in an LU factorisation.
inline void panels(const World& w) {
  const RowsAndColumns grid(w);
  constexpr int steps = 16, largest = 65'536;
  std::vector<char> data = buffer(largest);
  for (int step = 0; step < steps; ++step) {
    const int bytes = largest - step * (largest / steps);
    CALL(MPI_Bcast, data.data(), bytes, MPI_BYTE, step % grid.columns, grid.row);
    compute(10);
    CALL(MPI_Bcast, data.data(), bytes, MPI_BYTE, step % grid.rows, grid.column);
    compute(10);
  }
}

// How many bytes of a process's data belong to another one: uneven, known to both.
inline int share(int from, int to) { return 512 + (from * 37 + to * 101) % 61 * 64; }

inline void sample_sort(const World& w) {
  const auto size = static_cast<std::size_t>(w.size);
  std::vector<int> out_counts(size), in_counts(size), out_places(size), in_places(size);
  int out_bytes = 0, in_bytes = 0;
  for (int peer = 0; peer < w.size; ++peer) {
    const auto i = static_cast<std::size_t>(peer);
    out_counts[i] = share(w.rank, peer);
    in_counts[i] = share(peer, w.rank);
    out_places[i] = out_bytes;
    in_places[i] = in_bytes;
    out_bytes += out_counts[i];
    in_bytes += in_counts[i];
  }
  std::vector<char> out = buffer(out_bytes), in = buffer(in_bytes), samples = buffer(64 * w.size);
  for (int round = 0; round < 3; ++round) {
    compute(50);
    CALL(MPI_Allgather, out.data(), 64, MPI_BYTE, samples.data(), 64, MPI_BYTE, MPI_COMM_WORLD);
    compute(10);
    std::vector<int> told(size);
    CALL(MPI_Alltoall, out_counts.data(), 1, MPI_INT, told.data(), 1, MPI_INT, MPI_COMM_WORLD);
    CALL(MPI_Alltoallv, out.data(), out_counts.data(), out_places.data(), MPI_BYTE, in.data(),
         in_counts.data(), in_places.data(), MPI_BYTE, MPI_COMM_WORLD);
    compute(50);
  }
}

inline void reduce_then_broadcast(const World& w) {
  constexpr int count = 1024;
  std::vector<double> own(count, w.rank), sum(count);
  for (int i = 0; i < 10; ++i) {
    const int root = i % w.size;
    CALL(MPI_Reduce, own.data(), sum.data(), count, MPI_DOUBLE, MPI_SUM, root, MPI_COMM_WORLD);
    CALL(MPI_Bcast, sum.data(), count, MPI_DOUBLE, root, MPI_COMM_WORLD);
  }
}

// What process 0 has read goes to all, item by item; what they have found comes back to it.
inline void input_and_results(const World& w) {
  constexpr int items[] = {4, 64, 1000, 6000, 20'000}, part = 3000, count = 500;
  std::vector<char> data = buffer(std::max(items[4], part * w.size)), own = buffer(part);
  std::vector<double> found(count, w.rank), sum(count);
  for (int file = 0; file < 4; ++file) {
    for (const int bytes : items) {
      CALL(MPI_Bcast, data.data(), bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
    }
    for (int block = 0; block < 3; ++block) {
      CALL(MPI_Scatter, data.data(), part, MPI_BYTE, own.data(), part, MPI_BYTE, 0, MPI_COMM_WORLD);
      compute(2);
    }
  }
  compute(200);
  for (int result = 0; result < 6; ++result) {
    CALL(MPI_Gather, own.data(), part / 2, MPI_BYTE, data.data(), part / 2, MPI_BYTE, 0,
         MPI_COMM_WORLD);
    CALL(MPI_Reduce, found.data(), sum.data(), count, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  }
}

inline void overlap(const World&) {
  constexpr int count = 1024;
  std::vector<double> own(count, 1), sum(count);
  for (int i = 0; i < 10; ++i) {
    MPI_Request request;
    CALL(MPI_Iallreduce, own.data(), sum.data(), count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD,
         &request);
    compute(i * 20);
    CALL(MPI_Wait, &request, MPI_STATUS_IGNORE);
  }
}
