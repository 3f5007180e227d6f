// SPDX-License-Identifier: BSD-3-Clause
// Collectives with arrays of counts, places and types, or with arguments that are significant on
// some processes only (MPI-3.1 sections 5.4 to 5.10), within one group and between two. Each array
// ends where nothing may be read any more, and what is not significant points there.
#pragma once

#include "array_arguments.hpp"

namespace array_cases {

// Both hosts look at an onlooker's count and type, here and in a reduction.
template <class Size>
void bcast(const Setting& s) {
  // MPICH 4.0.2 then delivers nothing between groups.
  if (host_is_mpich && s.sides.inter && s.root > 0 && s.way != Way::blocking) return;
  const int from = s.root_in_world();
  const bool onlooker = s.role() == Role::onlooker;
  const auto data = s.role() == Role::root ? values(from, 0, s.count) : room(s.count);
  CALL(s.way, Bcast, bcast, onlooker ? nowhere<int>() : data.get(), s.count, MPI_INT,
       s.root_argument(), s.sides.comm);
  if (!onlooker) expect(data.get(), from, 0, s.count);
}

// What a process gives to a gather, or the root in place of it.
struct Given {
  Given(const Setting& s, int n) : data(values(s.sides.me(), s.root_in_world(), n)) {
    const bool nothing = s.role() == Role::onlooker || (s.sides.inter && s.role() == Role::root);
    if (!nothing && !s.root_in_place()) {
      buffer = data.get();
      count = n;
      type = MPI_INT;
    } else if (s.root_in_place()) {
      buffer = MPI_IN_PLACE;
    }
  }
  AtEdge<int> data;
  const void* buffer = nowhere<void>();
  int count = senseless;
  MPI_Datatype type = MPI_DATATYPE_NULL;
};

// What a process gets of a scatter.
struct Got {
  Got(const Setting& s, int n) : data(room(n)) {
    const bool nothing = s.role() == Role::onlooker || (s.sides.inter && s.role() == Role::root);
    if (!nothing && !s.root_in_place()) {
      buffer = data.get();
      count = n;
      type = MPI_INT;
    } else if (s.root_in_place()) {
      buffer = MPI_IN_PLACE;
    }
  }
  void check(const Setting& s) const {
    if (buffer == data.get()) expect(data.get(), s.root_in_world(), s.sides.me(), count);
  }
  AtEdge<int> data;
  void* buffer = nowhere<void>();
  int count = senseless;
  MPI_Datatype type = MPI_DATATYPE_NULL;
};

template <class Size>
void fill_peers(const Setting& s, const Blocks<Size>& out) {
  for (std::size_t i = 0; i < s.sides.peers.size(); ++i)
    out.fill(i, s.sides.me(), s.sides.peers[i]);
}
template <class Size>
void expect_peers(const Setting& s, const Blocks<Size>& in) {
  for (std::size_t i = 0; i < s.sides.peers.size(); ++i)
    in.expect(i, s.sides.peers[i], s.sides.me());
  in.expect_gaps();
}
template <class Size>
void fill_own(const Setting& s, const Blocks<Size>& in) {
  in.fill(static_cast<std::size_t>(s.sides.rank), s.sides.me(), s.sides.me());
}

template <class Size>
void gather(const Setting& s) {
  const bool root = s.role() == Role::root;
  const Given out(s, s.count);
  const Blocks<Size> in(std::vector<int>(s.sides.peers.size(), s.count), 0);
  if (s.root_in_place()) fill_own(s, in);
  CALL(s.way, Gather, gather, out.buffer, out.count, out.type,
       root ? in.data.get() : nowhere<int>(), root ? s.count : senseless,
       root ? MPI_INT : MPI_DATATYPE_NULL, s.root_argument(), s.sides.comm);
  if (root) expect_peers(s, in);
}

template <class Size>
void gatherv(const Setting& s) {
  const bool root = s.role() == Role::root;
  const int to = s.root_in_world();
  const Given out(s, share(s.sides.me(), to, s.count));
  const Blocks<Size> in(shares_from(s.sides.peers, to, s.count));
  if (s.root_in_place()) fill_own(s, in);
  CALL(s.way, Gatherv, gatherv, out.buffer, out.count, out.type,
       root ? in.data.get() : nowhere<int>(),
       root ? in.counts.get() : nowhere<typename Size::Count>(),
       root ? in.places.get() : nowhere<typename Size::Place>(), root ? MPI_INT : MPI_DATATYPE_NULL,
       s.root_argument(), s.sides.comm);
  if (root) expect_peers(s, in);
}

template <class Size>
void scatter(const Setting& s) {
  const bool root = s.role() == Role::root;
  const Got in(s, s.count);
  const Blocks<Size> out(std::vector<int>(s.sides.peers.size(), s.count), 0);
  if (root) fill_peers(s, out);
  CALL(s.way, Scatter, scatter, root ? out.data.get() : nowhere<int>(), root ? s.count : senseless,
       root ? MPI_INT : MPI_DATATYPE_NULL, in.buffer, in.count, in.type, s.root_argument(),
       s.sides.comm);
  in.check(s);
}

template <class Size>
void scatterv(const Setting& s) {
  const bool root = s.role() == Role::root;
  const int from = s.root_in_world();
  const Got in(s, share(from, s.sides.me(), s.count));
  const Blocks<Size> out(shares_for(s.sides.peers, from, s.count));
  if (root) fill_peers(s, out);
  CALL(s.way, Scatterv, scatterv, root ? out.data.get() : nowhere<int>(),
       root ? out.counts.get() : nowhere<typename Size::Count>(),
       root ? out.places.get() : nowhere<typename Size::Place>(),
       root ? MPI_INT : MPI_DATATYPE_NULL, in.buffer, in.count, in.type, s.root_argument(),
       s.sides.comm);
  in.check(s);
}

template <class Size>
void reduce(const Setting& s) {
  const bool root = s.role() == Role::root, onlooker = s.role() == Role::onlooker;
  const bool in_place = s.root_in_place() && !(host_is_mpich && s.root > 0);  // it crashes
  const bool gives = !onlooker && !(s.sides.inter && root);
  const auto out = values(s.sides.me(), 0, s.count);
  const auto in = in_place ? values(s.sides.me(), 0, s.count) : room(s.count);
  const void* const given = in_place ? MPI_IN_PLACE : gives ? out.get() : nowhere<int>();
  CALL(s.way, Reduce, reduce, given, root ? in.get() : nowhere<int>(), s.count, MPI_INT, MPI_SUM,
       s.root_argument(), s.sides.comm);
  if (root) expect_sum(in.get(), s.sides.peers, 0, s.count);
}

// As an all-gather's send arguments.
struct Shared {
  Shared(const Setting& s, int n) : data(values(s.sides.me(), 0, n)) {
    if (s.all_in_place()) return;
    buffer = data.get();
    count = n;
    type = MPI_INT;
  }
  AtEdge<int> data;
  const void* buffer = MPI_IN_PLACE;
  int count = senseless;
  MPI_Datatype type = MPI_DATATYPE_NULL;
};
template <class Size>
void place_own(const Setting& s, const Blocks<Size>& in) {
  if (s.all_in_place()) in.fill(static_cast<std::size_t>(s.sides.rank), s.sides.me(), 0);
}
template <class Size>
void expect_shared(const Setting& s, const Blocks<Size>& in) {
  for (std::size_t i = 0; i < s.sides.peers.size(); ++i) in.expect(i, s.sides.peers[i], 0);
  in.expect_gaps();
}

template <class Size>
void allgather(const Setting& s) {
  const Shared out(s, s.count);
  const Blocks<Size> in(std::vector<int>(s.sides.peers.size(), s.count), 0);
  place_own(s, in);
  CALL(s.way, Allgather, allgather, out.buffer, out.count, out.type, in.data.get(), s.count,
       MPI_INT, s.sides.comm);
  expect_shared(s, in);
}

template <class Size>
void allgatherv(const Setting& s) {
  const Shared out(s, share(s.sides.me(), 0, s.count));
  const bool gap = !(host_is_mpich && s.sides.own.size() == 1);  // it puts what is its own in front
  const Blocks<Size> in(shares_from(s.sides.peers, 0, s.count), gap ? 1 : 0);
  place_own(s, in);
  CALL(s.way, Allgatherv, allgatherv, out.buffer, out.count, out.type, in.data.get(),
       in.counts.get(), in.places.get(), MPI_INT, s.sides.comm);
  expect_shared(s, in);
}

// In place a process has as much for another one as that has for it.
inline std::vector<int> mutual_shares(const Setting& s) {
  std::vector<int> made;
  for (const int peer : s.sides.peers) made.push_back((s.sides.me() + peer) % 3 * s.count);
  return made;
}

template <class Size>
void alltoall(const Setting& s) {
  const bool in_place = s.all_in_place();
  const Blocks<Size> out(std::vector<int>(s.sides.peers.size(), s.count), 0);
  const Blocks<Size> in(std::vector<int>(s.sides.peers.size(), s.count), 0);
  fill_peers(s, in_place ? in : out);
  CALL(s.way, Alltoall, alltoall, in_place ? MPI_IN_PLACE : out.data.get(),
       in_place ? senseless : s.count, in_place ? MPI_DATATYPE_NULL : MPI_INT, in.data.get(),
       s.count, MPI_INT, s.sides.comm);
  expect_peers(s, in);
}

template <class Size>
void alltoallv(const Setting& s) {
  const bool in_place = s.all_in_place();
  const int me = s.sides.me();
  const Blocks<Size> out(shares_for(s.sides.peers, me, s.count));
  const Blocks<Size> in(in_place ? mutual_shares(s) : shares_from(s.sides.peers, me, s.count));
  fill_peers(s, in_place ? in : out);
  CALL(s.way, Alltoallv, alltoallv, in_place ? MPI_IN_PLACE : out.data.get(),
       in_place ? nowhere<typename Size::Count>() : out.counts.get(),
       in_place ? nowhere<typename Size::Place>() : out.places.get(),
       in_place ? MPI_DATATYPE_NULL : MPI_INT, in.data.get(), in.counts.get(), in.places.get(),
       MPI_INT, s.sides.comm);
  expect_peers(s, in);
}

template <class Size>
void alltoallw(const Setting& s) {
  const bool in_place = s.all_in_place();
  const int me = s.sides.me();
  const Blocks<Size> out(shares_for(s.sides.peers, me, s.count));
  const Blocks<Size> in(in_place ? mutual_shares(s) : shares_from(s.sides.peers, me, s.count));
  fill_peers(s, in_place ? in : out);
  CALL(s.way, Alltoallw, alltoallw, in_place ? MPI_IN_PLACE : out.data.get(),
       in_place ? nowhere<typename Size::Count>() : out.counts.get(),
       in_place ? nowhere<typename Size::Place>() : out.byte_places.get(),
       in_place ? nowhere<MPI_Datatype>() : out.types.get(), in.data.get(), in.counts.get(),
       in.byte_places.get(), in.types.get(), s.sides.comm);
  expect_peers(s, in);
}

// Each group's shares add up to the same; the first has one more than the others, the last none.
template <class Size>
void reduce_scatter(const Setting& s) {
  const int unit = s.sides.peer_count() * s.count;
  std::vector<int> shares(s.sides.own.size(), unit);
  shares.front() += unit;
  shares.back() -= unit;
  const int all = unit * s.sides.local_size(), own = shares[static_cast<std::size_t>(s.sides.rank)];
  const int first = std::accumulate(shares.begin(), shares.begin() + s.sides.rank, 0);
  const Blocks<Size> described(shares);
  const auto out = values(s.sides.me(), 0, all);
  const auto in = s.all_in_place() ? values(s.sides.me(), 0, all) : room(own);
  CALL(s.way, Reduce_scatter, reduce_scatter, s.all_in_place() ? MPI_IN_PLACE : out.get(), in.get(),
       described.counts.get(), MPI_INT, MPI_SUM, s.sides.comm);
  expect_sum(in.get(), s.sides.peers, first, own);
}

template <class Size>
void reduce_scatter_block(const Setting& s) {
  const int own = s.sides.peer_count() * s.count, all = own * s.sides.local_size();
  const auto out = values(s.sides.me(), 0, all);
  const auto in = s.all_in_place() ? values(s.sides.me(), 0, all) : room(own);
  CALL(s.way, Reduce_scatter_block, reduce_scatter_block,
       s.all_in_place() ? MPI_IN_PLACE : out.get(), in.get(), own, MPI_INT, MPI_SUM, s.sides.comm);
  expect_sum(in.get(), s.sides.peers, own * s.sides.rank, own);
}

using Case = void (*)(const Setting&);
template <class Size>
std::vector<Case> rooted() {
  return {bcast<Size>, gather<Size>, gatherv<Size>, scatter<Size>, scatterv<Size>, reduce<Size>};
}
template <class Size>
std::vector<Case> among_all() {
  return {allgather<Size>,           allgatherv<Size>, alltoall<Size>,
          alltoallv<Size>,           alltoallw<Size>,  reduce_scatter<Size>,
          reduce_scatter_block<Size>};
}

}  // namespace array_cases
