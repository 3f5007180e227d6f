// SPDX-License-Identifier: BSD-3-Clause
// What the cases of collectives share: settings, buffers, and what must be in them.
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

}  // namespace cases
