// SPDX-License-Identifier: BSD-3-Clause
// What the collectives of array_cases.hpp are made of: a communicator as a process sees it, blocks
// of data with the arrays that describe them, and a call made in one of its ways.
#pragma once

#include <numeric>

#include "check.hpp"
#include "edge.hpp"
#include "persistent_names.hpp"

namespace array_cases {

enum class Way { blocking, nonblocking, persistent };

// Types of counts and places; what a call is with large ones is MPI-4.0 section 19.2.
struct Ints {
  using Count = int;
  using Place = int;
  static constexpr bool large = false;
};
struct Larges {
  using Count = MPI_Count;
  using Place = MPI_Aint;
  static constexpr bool large = true;
};

// A communicator as this process sees it: ranks in MPI_COMM_WORLD of its own group, and of those
// whom it exchanges with in collectives.
struct Sides {
  explicit Sides(MPI_Comm handle) : comm(handle) {
    int is_inter = 0;
    MPI_Comm_test_inter(comm, &is_inter);
    inter = is_inter != 0;
    MPI_Comm_rank(comm, &rank);
    MPI_Group group;
    MPI_Comm_group(comm, &group);
    own = world_ranks(group);
    peers = own;
    if (!inter) return;
    MPI_Comm_remote_group(comm, &group);
    peers = world_ranks(group);
  }
  int me() const { return own[static_cast<std::size_t>(rank)]; }
  int local_size() const { return static_cast<int>(own.size()); }
  int peer_count() const { return static_cast<int>(peers.size()); }

  MPI_Comm comm;
  bool inter = false;
  int rank = 0;
  std::vector<int> own, peers;

 private:
  static std::vector<int> world_ranks(MPI_Group group) {
    MPI_Group world;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    int size = 0;
    MPI_Group_size(group, &size);
    std::vector<int> ranks(static_cast<std::size_t>(size)), found(ranks.size());
    std::iota(ranks.begin(), ranks.end(), 0);
    MPI_Group_translate_ranks(group, size, ranks.data(), world, found.data());
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    return found;
  }
};

enum class Role { root, other, onlooker };  // an onlooker is in the root's group of two

struct Setting {
  Sides sides;
  int root = 0;            // in its group
  bool high_root = false;  // that is, of two groups, not the one with the lowest process
  bool in_place = false;
  int count = 1;
  Way way = Way::blocking;

  bool root_is_peer() const {
    const bool low = *std::min_element(sides.own.begin(), sides.own.end()) <
                     *std::min_element(sides.peers.begin(), sides.peers.end());
    return sides.inter && low == high_root;
  }
  Role role() const {
    if (root_is_peer()) return Role::other;
    if (sides.rank == root) return Role::root;
    return sides.inter ? Role::onlooker : Role::other;
  }
  int root_argument() const {
    if (!sides.inter || root_is_peer()) return root;
    return role() == Role::root ? MPI_ROOT : MPI_PROC_NULL;
  }
  int root_in_world() const {
    return (root_is_peer() ? sides.peers : sides.own)[static_cast<std::size_t>(root)];
  }
  bool root_in_place() const { return in_place && !sides.inter && role() == Role::root; }
  bool all_in_place() const { return in_place && !sides.inter; }
};

constexpr int untouched = -1;
constexpr int senseless = -7;  // a count that is not significant

inline int value(int from, int to, int i) { return from * 10'000 + to * 100 + i % 97; }
// Uneven, and known to both; some have nothing for each other.
inline int share(int from, int to, int count) { return (2 * from + to) % 3 * count; }

// Blocks of ints for or from several processes, each behind a gap, with the arrays that say so.
template <class Size>
struct Blocks {
  using Count = typename Size::Count;
  using Place = typename Size::Place;

  explicit Blocks(const std::vector<int>& block_counts, int gap = 1)
      : counts(std::vector<Count>(block_counts.begin(), block_counts.end())),
        places(places_of(block_counts, gap, 1)),
        byte_places(places_of(block_counts, gap, sizeof(int))),
        types(std::vector<MPI_Datatype>(block_counts.size(), MPI_INT)),
        data(std::vector<int>(length_of(block_counts, gap), untouched)) {}

  int* block(std::size_t i) const { return data.get() + places.get()[i]; }
  int count(std::size_t i) const { return static_cast<int>(counts.get()[i]); }
  void fill(std::size_t i, int from, int to) const {
    for (int k = 0; k < count(i); ++k) block(i)[k] = value(from, to, k);
  }
  void expect(std::size_t i, int from, int to) const {
    for (int k = 0; k < count(i); ++k) CHECK_EQUAL(block(i)[k], value(from, to, k));
  }
  void expect_gaps() const {
    std::size_t inside = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) inside += static_cast<std::size_t>(count(i));
    const auto gaps = std::count(data.get(), data.get() + data.size(), untouched);
    CHECK_EQUAL(static_cast<std::size_t>(gaps), data.size() - inside);
  }

  AtEdge<Count> counts;
  AtEdge<Place> places, byte_places;
  AtEdge<MPI_Datatype> types;
  AtEdge<int> data;

 private:
  static std::size_t length_of(const std::vector<int>& counts, int gap) {
    return static_cast<std::size_t>(
        std::accumulate(counts.begin(), counts.end(), gap * static_cast<int>(counts.size())));
  }
  static std::vector<Place> places_of(const std::vector<int>& counts, int gap, int unit) {
    std::vector<Place> made;
    int next = 0;
    for (const int count : counts) {
      made.push_back(static_cast<Place>((next + gap) * unit));
      next += gap + count;
    }
    return made;
  }
};

inline std::vector<int> shares_from(const std::vector<int>& ranks, int to, int count) {
  std::vector<int> made;
  for (const int from : ranks) made.push_back(share(from, to, count));
  return made;
}
inline std::vector<int> shares_for(const std::vector<int>& ranks, int from, int count) {
  std::vector<int> made;
  for (const int to : ranks) made.push_back(share(from, to, count));
  return made;
}

inline AtEdge<int> values(int from, int to, int count) {
  std::vector<int> made;
  for (int i = 0; i < count; ++i) made.push_back(value(from, to, i));
  return AtEdge<int>(made);
}
inline void expect(const int* at, int from, int to, int count) {
  for (int i = 0; i < count; ++i) CHECK_EQUAL(at[i], value(from, to, i));
}
inline AtEdge<int> room(int count) {
  return AtEdge<int>(std::vector<int>(static_cast<std::size_t>(count), untouched));
}
inline void expect_sum(const int* at, const std::vector<int>& from, int first, int count) {
  for (int i = 0; i < count; ++i) {
    int sum = 0;
    for (const int rank : from) sum += value(rank, 0, first + i);
    CHECK_EQUAL(at[i], sum);
  }
}

// Makes a call in its way: NAME(...), INAME(..., request), or NAME_init(..., info, request).
template <class Blocking, class Nonblocking, class Persistent>
void make(Way way, Blocking blocking, Nonblocking nonblocking, Persistent persistent) {
  MPI_Request request = MPI_REQUEST_NULL;
  if (way == Way::blocking) {
    CHECK_MPI(blocking());
  } else if (way == Way::nonblocking) {
    CHECK_MPI(nonblocking(&request));
    CHECK_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
  } else {
    CHECK_MPI(persistent(&request));
    CHECK_MPI(MPI_Start(&request));
    CHECK_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK_MPI(MPI_Request_free(&request));
  }
}
#define SMALL(way, Name, name, ...)                                \
  make(                                                            \
      way, [&] { return MPI_##Name(__VA_ARGS__); },                \
      [&](MPI_Request* r) { return MPI_I##name(__VA_ARGS__, r); }, \
      [&](MPI_Request* r) { return MPI_##Name##_init(__VA_ARGS__, MPI_INFO_NULL, r); })
#if MPI_VERSION >= 4
#define CALL(way, Name, name, ...)                                                           \
  if constexpr (Size::large)                                                                 \
    make(                                                                                    \
        way, [&] { return MPI_##Name##_c(__VA_ARGS__); },                                    \
        [&](MPI_Request* r) { return MPI_I##name##_c(__VA_ARGS__, r); },                     \
        [&](MPI_Request* r) { return MPI_##Name##_init_c(__VA_ARGS__, MPI_INFO_NULL, r); }); \
  else                                                                                       \
    SMALL(way, Name, name, __VA_ARGS__)
#else
#define CALL SMALL
#endif

}  // namespace array_cases
