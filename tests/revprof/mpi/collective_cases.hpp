// SPDX-License-Identifier: BSD-3-Clause
// Every collective of MPI-3.1 sections 5.3 to 5.12 as a case: how it is started, blocking,
// nonblocking or persistent, and what must then be where. Each is built for a count (per peer), a
// root, and with or without MPI_IN_PLACE.
#pragma once

#include <functional>
#include <memory>
#include <numeric>
#include <type_traits>

#include "check.hpp"
#include "persistent_names.hpp"

struct Case {
  std::function<void(MPI_Request*)> start;  // nullptr: the blocking call
  std::function<void()> check;
};

// A communicator and what a case varies.
struct Setting {
  MPI_Comm communicator = MPI_COMM_WORLD;
  int rank = 0, size = 1, root = 0, count = 1;
  bool in_place = false;
  bool is_root() const { return rank == root; }
};

namespace cases {

using Ints = std::vector<int>;

// With a request, calls are made by their persistent form, where the host has it.
#if MPI_VERSION >= 4 || defined(OMPI_HAVE_MPI_EXT_PCOLLREQ)
#define PERSISTENT(name) name
#else
#define PERSISTENT(name) nullptr
#endif
inline bool persistent = false;

template <class Blocking, class Nonblocking, class Persistent, class... Arguments>
void call(MPI_Request* request, Blocking blocking, Nonblocking nonblocking, Persistent init,
          Arguments... arguments) {
  if constexpr (!std::is_null_pointer_v<Persistent>) {
    if (request != nullptr && persistent) {
      CHECK_MPI(init(arguments..., MPI_INFO_NULL, request));
      CHECK_MPI(MPI_Start(request));
      return;
    }
  }
  CHECK_MPI(request == nullptr ? blocking(arguments...) : nonblocking(arguments..., request));
}

constexpr int untouched = -1;

// The i-th int that `from` has for `to`.
inline int value(int from, int to, int i) { return from * 10'000 + to * 100 + i % 97; }
// Uneven shares: some have none.
inline int share(int rank, int count) { return rank % 3 * count; }

inline void fill(int* at, int from, int to, int count) {
  for (int i = 0; i < count; ++i) at[i] = value(from, to, i);
}
inline void expect(const int* at, int from, int to, int count) {
  for (int i = 0; i < count; ++i) CHECK_EQUAL(at[i], value(from, to, i));
}

// Buffers of one case, with what the v- and w-variants need.
struct Buffers {
  explicit Buffers(const Setting& s)
      : setting(s), n(s.count), out(length(), untouched), in(length(), untouched) {
    for (int peer = 0; peer < s.size; ++peer) {
      counts.push_back(share(peer, n));
      // From the back, with a gap between two peers.
      displacements.push_back((s.size - 1 - peer) * (2 * n + 1));
      byte_displacements.push_back(displacements.back() * 4);
      mutual.push_back(share(peer + s.rank, n));
    }
    types.assign(static_cast<std::size_t>(s.size), MPI_INT);
  }
  std::size_t length() const {
    return static_cast<std::size_t>(setting.size * (2 * setting.count + 1) + 1);
  }
  int* out_at(int i) { return out.data() + i; }
  int* in_at(int i) { return in.data() + i; }
  int displacement(int peer) const { return displacements[static_cast<std::size_t>(peer)]; }

  Setting setting;
  int n;
  Ints out, in, counts, displacements, byte_displacements;
  Ints mutual;  // what this process and each peer have for each other
  std::vector<MPI_Datatype> types;
};

inline std::shared_ptr<Buffers> buffers(const Setting& s) { return std::make_shared<Buffers>(s); }

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

using Maker = Case (*)(const Setting&);
inline const std::vector<Maker>& all() {
  static const std::vector<Maker> makers = {
      barrier,  bcast,     bcast_spread,         gather,         gatherv,   scatter,
      scatterv, allgather, allgatherv,           alltoall,       alltoallv, alltoallw,
      reduce,   allreduce, reduce_scatter_block, reduce_scatter, scan,      exscan};
  return makers;
}

}  // namespace cases
