// SPDX-License-Identifier: BSD-3-Clause
// The collectives that reduce as cases (MPI-3.1 sections 5.9 to 5.11).
#pragma once

#include "collective_case.hpp"

namespace cases {

// The sum over ranks first..last of value(rank, to, i).
inline int sum(int first, int last, int to, int i) {
  int total = 0;
  for (int rank = first; rank <= last; ++rank) total += value(rank, to, i);
  return total;
}
inline void expect_sum(const int* at, int first, int last, int to, int count) {
  for (int i = 0; i < count; ++i) CHECK_EQUAL(at[i], sum(first, last, to, i));
}

inline Case reduce(const Setting& s) {
  auto b = buffers(s);
  const bool in_place = s.in_place && s.is_root() && !(host_is_mpich && s.root > 0);  // it crashes
  fill(in_place ? b->in_at(0) : b->out_at(0), s.rank, 0, s.count);
  return {[=](MPI_Request* r) {
            const void* const out = in_place ? MPI_IN_PLACE : b->out_at(0);
            call(r, MPI_Reduce, MPI_Ireduce, PERSISTENT(MPI_Reduce_init), out, b->in_at(0), b->n,
                 MPI_INT, MPI_SUM, s.root, s.communicator);
          },
          [=] {
            if (s.is_root()) expect_sum(b->in_at(0), 0, s.size - 1, 0, b->n);
          }};
}

inline Case allreduce(const Setting& s) {
  auto b = buffers(s);
  fill(s.in_place ? b->in_at(0) : b->out_at(0), s.rank, 0, s.count);
  return {[=](MPI_Request* r) {
            const void* const out = s.in_place ? MPI_IN_PLACE : b->out_at(0);
            call(r, MPI_Allreduce, MPI_Iallreduce, PERSISTENT(MPI_Allreduce_init), out, b->in_at(0),
                 b->n, MPI_INT, MPI_SUM, s.communicator);
          },
          [=] { expect_sum(b->in_at(0), 0, s.size - 1, 0, b->n); }};
}

inline Case reduce_scatter_block(const Setting& s) {
  auto b = buffers(s);
  for (int peer = 0; peer < s.size; ++peer) {
    fill((s.in_place ? b->in_at(0) : b->out_at(0)) + peer * s.count, s.rank, peer, s.count);
  }
  return {[=](MPI_Request* r) {
            const void* const out = s.in_place ? MPI_IN_PLACE : b->out_at(0);
            call(r, MPI_Reduce_scatter_block, MPI_Ireduce_scatter_block,
                 PERSISTENT(MPI_Reduce_scatter_block_init), out, b->in_at(0), b->n, MPI_INT,
                 MPI_SUM, s.communicator);
          },
          [=] { expect_sum(b->in_at(0), 0, s.size - 1, s.rank, b->n); }};
}

inline Case reduce_scatter(const Setting& s) {
  auto b = buffers(s);
  int* at = s.in_place ? b->in_at(0) : b->out_at(0);
  for (int peer = 0; peer < s.size; at += share(peer++, s.count)) {
    fill(at, s.rank, peer, share(peer, s.count));
  }
  return {[=](MPI_Request* r) {
            const void* const out = s.in_place ? MPI_IN_PLACE : b->out_at(0);
            call(r, MPI_Reduce_scatter, MPI_Ireduce_scatter, PERSISTENT(MPI_Reduce_scatter_init),
                 out, b->in_at(0), b->counts.data(), MPI_INT, MPI_SUM, s.communicator);
          },
          [=] { expect_sum(b->in_at(0), 0, s.size - 1, s.rank, share(s.rank, b->n)); }};
}

inline Case scan(const Setting& s) {
  auto b = buffers(s);
  fill(s.in_place ? b->in_at(0) : b->out_at(0), s.rank, 0, s.count);
  return {[=](MPI_Request* r) {
            const void* const out = s.in_place ? MPI_IN_PLACE : b->out_at(0);
            call(r, MPI_Scan, MPI_Iscan, PERSISTENT(MPI_Scan_init), out, b->in_at(0), b->n, MPI_INT,
                 MPI_SUM, s.communicator);
          },
          [=] { expect_sum(b->in_at(0), 0, s.rank, 0, b->n); }};
}

inline Case exscan(const Setting& s) {
  auto b = buffers(s);
  fill(s.in_place ? b->in_at(0) : b->out_at(0), s.rank, 0, s.count);
  return {[=](MPI_Request* r) {
            const void* const out = s.in_place ? MPI_IN_PLACE : b->out_at(0);
            call(r, MPI_Exscan, MPI_Iexscan, PERSISTENT(MPI_Exscan_init), out, b->in_at(0), b->n,
                 MPI_INT, MPI_SUM, s.communicator);
          },
          [=] {
            if (s.rank > 0) expect_sum(b->in_at(0), 0, s.rank - 1, 0, b->n);
          }};
}

}  // namespace cases
