// SPDX-License-Identifier: BSD-3-Clause
// The collectives that move data as cases (MPI-3.1 sections 5.3 to 5.8).
#pragma once

#include "collective_case.hpp"

namespace cases {

inline Case barrier(const Setting& s) {
  return {[s](MPI_Request* r) {
            call(r, MPI_Barrier, MPI_Ibarrier, PERSISTENT(MPI_Barrier_init), s.communicator);
          },
          [] {}};
}

inline Case bcast(const Setting& s) {
  auto b = buffers(s);
  if (s.is_root()) fill(b->in_at(0), s.root, 0, b->n);
  return {[=](MPI_Request* r) {
            call(r, MPI_Bcast, MPI_Ibcast, PERSISTENT(MPI_Bcast_init), b->in_at(0), b->n, MPI_INT,
                 s.root, s.communicator);
          },
          [=] {
            expect(b->in_at(0), s.root, 0, b->n);
            CHECK_EQUAL(b->in[static_cast<std::size_t>(b->n)], untouched);
          }};
}

// The root sends ints in a row, the others receive them two apart.
inline Case bcast_spread(const Setting& s) {
  auto b = buffers(s);
  if (s.is_root()) fill(b->in_at(0), s.root, 0, b->n);
  const bool spread = !s.is_root() && s.count > 0;
  return {[=](MPI_Request* r) {
            MPI_Datatype type = MPI_INT;
            int count = b->n;
            if (spread) {
              MPI_Type_vector(b->n, 1, 2, MPI_INT, &type);
              MPI_Type_commit(&type);
              count = 1;
            }
            call(r, MPI_Bcast, MPI_Ibcast, PERSISTENT(MPI_Bcast_init), b->in_at(0), count, type,
                 s.root, s.communicator);
            if (spread) MPI_Type_free(&type);
          },
          [=] {
            const int step = s.is_root() ? 1 : 2;
            for (int i = 0; i < b->n; ++i) CHECK_EQUAL(*b->in_at(i * step), value(s.root, 0, i));
          }};
}

inline Case gather(const Setting& s) {
  auto b = buffers(s);
  const bool in_place = s.in_place && s.is_root();
  fill(in_place ? b->in_at(s.rank * s.count) : b->out_at(0), s.rank, 0, s.count);
  return {[=](MPI_Request* r) {
            const void* const out = in_place ? MPI_IN_PLACE : b->out_at(0);
            call(r, MPI_Gather, MPI_Igather, PERSISTENT(MPI_Gather_init), out, b->n, MPI_INT,
                 b->in_at(0), b->n, MPI_INT, s.root, s.communicator);
          },
          [=] {
            for (int peer = 0; s.is_root() && peer < s.size; ++peer) {
              expect(b->in_at(peer * b->n), peer, 0, b->n);
            }
          }};
}

inline Case gatherv(const Setting& s) {
  auto b = buffers(s);
  const bool in_place = s.in_place && s.is_root();
  const int own = share(s.rank, s.count);
  fill(in_place ? b->in_at(b->displacement(s.rank)) : b->out_at(0), s.rank, 0, own);
  return {[=](MPI_Request* r) {
            const void* const out = in_place ? MPI_IN_PLACE : b->out_at(0);
            call(r, MPI_Gatherv, MPI_Igatherv, PERSISTENT(MPI_Gatherv_init), out, own, MPI_INT,
                 b->in_at(0), b->counts.data(), b->displacements.data(), MPI_INT, s.root,
                 s.communicator);
          },
          [=] {
            for (int peer = 0; s.is_root() && peer < s.size; ++peer) {
              expect(b->in_at(b->displacement(peer)), peer, 0, share(peer, b->n));
            }
          }};
}

inline Case scatter(const Setting& s) {
  auto b = buffers(s);
  for (int peer = 0; s.is_root() && peer < s.size; ++peer) {
    fill(b->out_at(peer * b->n), s.rank, peer, b->n);
  }
  const bool in_place = s.in_place && s.is_root();
  return {[=](MPI_Request* r) {
            void* const in = in_place ? MPI_IN_PLACE : b->in_at(0);
            call(r, MPI_Scatter, MPI_Iscatter, PERSISTENT(MPI_Scatter_init), b->out_at(0), b->n,
                 MPI_INT, in, b->n, MPI_INT, s.root, s.communicator);
          },
          [=] {
            if (!in_place) expect(b->in_at(0), s.root, s.rank, b->n);
          }};
}

inline Case scatterv(const Setting& s) {
  auto b = buffers(s);
  for (int peer = 0; s.is_root() && peer < s.size; ++peer) {
    fill(b->out_at(b->displacement(peer)), s.rank, peer, share(peer, b->n));
  }
  const bool in_place = s.in_place && s.is_root();
  return {[=](MPI_Request* r) {
            void* const in = in_place ? MPI_IN_PLACE : b->in_at(0);
            call(r, MPI_Scatterv, MPI_Iscatterv, PERSISTENT(MPI_Scatterv_init), b->out_at(0),
                 b->counts.data(), b->displacements.data(), MPI_INT, in, share(s.rank, b->n),
                 MPI_INT, s.root, s.communicator);
          },
          [=] {
            if (!in_place) expect(b->in_at(0), s.root, s.rank, share(s.rank, b->n));
          }};
}

inline Case allgather(const Setting& s) {
  auto b = buffers(s);
  fill(s.in_place ? b->in_at(s.rank * s.count) : b->out_at(0), s.rank, 0, s.count);
  return {[=](MPI_Request* r) {
            const void* const out = s.in_place ? MPI_IN_PLACE : b->out_at(0);
            call(r, MPI_Allgather, MPI_Iallgather, PERSISTENT(MPI_Allgather_init), out, b->n,
                 MPI_INT, b->in_at(0), b->n, MPI_INT, s.communicator);
          },
          [=] {
            for (int peer = 0; peer < s.size; ++peer) {
              expect(b->in_at(peer * b->n), peer, 0, b->n);
            }
          }};
}

inline Case allgatherv(const Setting& s) {
  auto b = buffers(s);
  const int own = share(s.rank, s.count);
  fill(s.in_place ? b->in_at(b->displacement(s.rank)) : b->out_at(0), s.rank, 0, own);
  return {[=](MPI_Request* r) {
            const void* const out = s.in_place ? MPI_IN_PLACE : b->out_at(0);
            call(r, MPI_Allgatherv, MPI_Iallgatherv, PERSISTENT(MPI_Allgatherv_init), out, own,
                 MPI_INT, b->in_at(0), b->counts.data(), b->displacements.data(), MPI_INT,
                 s.communicator);
          },
          [=] {
            for (int peer = 0; peer < s.size; ++peer) {
              expect(b->in_at(b->displacement(peer)), peer, 0, share(peer, b->n));
            }
          }};
}

inline Case alltoall(const Setting& s) {
  auto b = buffers(s);
  for (int peer = 0; peer < s.size; ++peer) {
    fill((s.in_place ? b->in_at(0) : b->out_at(0)) + peer * s.count, s.rank, peer, s.count);
  }
  return {[=](MPI_Request* r) {
            const void* const out = s.in_place ? MPI_IN_PLACE : b->out_at(0);
            call(r, MPI_Alltoall, MPI_Ialltoall, PERSISTENT(MPI_Alltoall_init), out, b->n, MPI_INT,
                 b->in_at(0), b->n, MPI_INT, s.communicator);
          },
          [=] {
            for (int peer = 0; peer < s.size; ++peer) {
              expect(b->in_at(peer * b->n), peer, s.rank, b->n);
            }
          }};
}

inline void fill_mutual(Buffers& b, bool in_place) {
  for (int peer = 0; peer < b.setting.size; ++peer) {
    fill((in_place ? b.in_at(0) : b.out_at(0)) + b.displacement(peer), b.setting.rank, peer,
         b.mutual[static_cast<std::size_t>(peer)]);
  }
}
inline void expect_mutual(Buffers& b) {
  for (int peer = 0; peer < b.setting.size; ++peer) {
    const int count = b.mutual[static_cast<std::size_t>(peer)];
    expect(b.in_at(b.displacement(peer)), peer, b.setting.rank, count);
    CHECK_EQUAL(*b.in_at(b.displacement(peer) + count), untouched);
  }
}

inline Case alltoallv(const Setting& s) {
  auto b = buffers(s);
  fill_mutual(*b, s.in_place);
  return {[=](MPI_Request* r) {
            const void* const out = s.in_place ? MPI_IN_PLACE : b->out_at(0);
            call(r, MPI_Alltoallv, MPI_Ialltoallv, PERSISTENT(MPI_Alltoallv_init), out,
                 b->mutual.data(), b->displacements.data(), MPI_INT, b->in_at(0), b->mutual.data(),
                 b->displacements.data(), MPI_INT, s.communicator);
          },
          [=] { expect_mutual(*b); }};
}

inline Case alltoallw(const Setting& s) {
  auto b = buffers(s);
  fill_mutual(*b, s.in_place);
  return {[=](MPI_Request* r) {
            const void* const out = s.in_place ? MPI_IN_PLACE : b->out_at(0);
            call(r, MPI_Alltoallw, MPI_Ialltoallw, PERSISTENT(MPI_Alltoallw_init), out,
                 b->mutual.data(), b->byte_displacements.data(), b->types.data(), b->in_at(0),
                 b->mutual.data(), b->byte_displacements.data(), b->types.data(), s.communicator);
          },
          [=] { expect_mutual(*b); }};
}

}  // namespace cases
