// SPDX-License-Identifier: BSD-3-Clause
// Every collective with an array argument, on all communicators and in all its ways: nobody reads
// behind an array's end, or what is not significant. Also neighbourhoods and the constructors.
#include "array_cases.hpp"

namespace {

using namespace array_cases;

constexpr Way ways[] = {Way::blocking, Way::nonblocking, Way::persistent};

template <class Size>
void every_case(const Sides& sides) {
  Setting s{sides};
  s.count = 3;
  for (const Way way : ways) {
    s.way = way;
    for (const bool in_place : {false, true}) {
      if (in_place && sides.inter) continue;
      s.in_place = in_place;
      for (const Case run : among_all<Size>()) run(s);
      for (const bool high : {false, true}) {
        if (high && !sides.inter) continue;
        s.high_root = high;
        const int last = (s.root_is_peer() ? sides.peer_count() : sides.local_size()) - 1;
        for (const int root : {0, last}) {
          s.root = root;
          for (const Case run : rooted<Size>()) run(s);
        }
      }
    }
  }
}

void in_all_sizes(MPI_Comm comm) {
  const Sides sides(comm);
  every_case<Ints>(sides);
#if MPI_VERSION >= 4
  every_case<Larges>(sides);
#endif
}

// The first `low` processes and the others, and both on their own.
void two_groups(const World& world, int low) {
  MPI_Comm own, inter;
  const bool is_low = world.rank < low;
  CHECK_MPI(MPI_Comm_split(MPI_COMM_WORLD, is_low ? 0 : 1, world.rank, &own));
  CHECK_MPI(MPI_Intercomm_create(own, 0, MPI_COMM_WORLD, is_low ? low : 0, 1, &inter));
  in_all_sizes(own);
  in_all_sizes(inter);
  CHECK_MPI(MPI_Comm_free(&inter));
  CHECK_MPI(MPI_Comm_free(&own));
}

struct Neighbours {
  MPI_Comm comm;
  std::vector<int> sources, destinations;  // MPI_PROC_NULL: nobody
};

// MPICH 4.0.2 delivers nothing of a w-variant on other topologies, and takes the number of sources
// for that of destinations.
bool host_has_alltoallw(const Neighbours& n) {
  if (!host_is_mpich) return true;
  int topology = MPI_UNDEFINED;
  MPI_Topo_test(n.comm, &topology);
  int good = topology == MPI_DIST_GRAPH && n.sources.size() == n.destinations.size() ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &good, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  return good != 0;
}

template <class Size>
void exchange(const World& world, const Neighbours& n, Way way) {
  constexpr int count = 3;
  const int me = world.rank;
  const auto shares = [&](const std::vector<int>& peers, auto share_of) {
    std::vector<int> made;
    for (const int peer : peers) made.push_back(peer == MPI_PROC_NULL ? count : share_of(peer));
    return made;
  };
  const auto check = [&](const Blocks<Size>& in, bool for_me) {
    for (std::size_t i = 0; i < n.sources.size(); ++i) {
      if (n.sources[i] != MPI_PROC_NULL) {
        in.expect(i, n.sources[i], for_me ? me : 0);
      } else {
        for (int k = 0; k < in.count(i); ++k) CHECK_EQUAL(in.block(i)[k], untouched);
      }
    }
  };
  const auto shared = shares(n.sources, [&](int peer) { return share(peer, 0, count); });
  const auto received = shares(n.sources, [&](int peer) { return share(peer, me, count); });
  const auto sent = shares(n.destinations, [&](int peer) { return share(me, peer, count); });
  const auto own = values(me, 0, share(me, 0, count));
  const Blocks<Size> gathered(shared), in(received), out(sent), in_again(received);
  for (std::size_t i = 0; i < n.destinations.size(); ++i) {
    if (n.destinations[i] != MPI_PROC_NULL) out.fill(i, me, n.destinations[i]);
  }
  CALL(way, Neighbor_allgatherv, neighbor_allgatherv, own.get(), static_cast<int>(own.size()),
       MPI_INT, gathered.data.get(), gathered.counts.get(), gathered.places.get(), MPI_INT, n.comm);
  check(gathered, false);
  CALL(way, Neighbor_alltoallv, neighbor_alltoallv, out.data.get(), out.counts.get(),
       out.places.get(), MPI_INT, in.data.get(), in.counts.get(), in.places.get(), MPI_INT, n.comm);
  check(in, true);
  if (!host_has_alltoallw(n)) return;
  // Places in bytes have the same type with large counts.
  const auto addresses = [](const Blocks<Size>& blocks) {
    const auto* const begin = blocks.byte_places.get();
    return AtEdge<MPI_Aint>(std::vector<MPI_Aint>(begin, begin + blocks.byte_places.size()));
  };
  const auto out_places = addresses(out), in_places = addresses(in_again);
  CALL(way, Neighbor_alltoallw, neighbor_alltoallw, out.data.get(), out.counts.get(),
       out_places.get(), out.types.get(), in_again.data.get(), in_again.counts.get(),
       in_places.get(), in_again.types.get(), n.comm);
  check(in_again, true);
}

void all_exchanges(const World& world, Neighbours n) {
  for (const Way way : ways) {
    exchange<Ints>(world, n, way);
#if MPI_VERSION >= 4
    exchange<Larges>(world, n, way);
#endif
  }
  CHECK_MPI(MPI_Comm_free(&n.comm));
}

// A line, a ring, and the line as part of a grid.
void grids(const World& world) {
  for (const int periodic : {0, 1}) {
    const AtEdge<int> extent({world.size}), around({periodic});
    Neighbours n;
    int below = 0, above = 0;
    CHECK_MPI(MPI_Cart_create(MPI_COMM_WORLD, 1, extent.get(), around.get(), 0, &n.comm));
    MPI_Cart_shift(n.comm, 0, 1, &below, &above);
    n.sources = n.destinations = {below, above};
    all_exchanges(world, n);
  }
  const AtEdge<int> extents({1, world.size}), around({0, 0}), kept({0, 1});
  MPI_Comm grid;
  Neighbours n;
  int below = 0, above = 0;
  CHECK_MPI(MPI_Cart_create(MPI_COMM_WORLD, 2, extents.get(), around.get(), 0, &grid));
  CHECK_MPI(MPI_Cart_sub(grid, kept.get(), &n.comm));
  MPI_Cart_shift(n.comm, 0, 1, &below, &above);
  n.sources = n.destinations = {below, above};
  all_exchanges(world, n);
  CHECK_MPI(MPI_Comm_free(&grid));
}

// Around process 0.
void star(const World& world) {
  std::vector<int> ends, edges;
  for (int i = 1; i < world.size; ++i) edges.push_back(i);
  for (int i = 0; i < world.size; ++i) {
    if (i > 0) edges.push_back(0);
    ends.push_back(static_cast<int>(edges.size()));
  }
  const AtEdge<int> index(ends), all(edges);
  Neighbours n;
  CHECK_MPI(MPI_Graph_create(MPI_COMM_WORLD, world.size, index.get(), all.get(), 0, &n.comm));
  n.sources = {0};
  if (world.rank == 0) n.sources.assign(edges.begin(), edges.begin() + world.size - 1);
  n.destinations = n.sources;
  all_exchanges(world, n);
}

// Each sends to the one above it, the last one to the first; a shortcut makes the degrees uneven.
void circle(const World& world, bool shortcut) {
  const int last = world.size - 1;
  Neighbours n;
  n.sources = {world.previous()};
  n.destinations = {world.next()};
  if (shortcut && world.rank == 0) n.destinations.push_back(last);
  if (shortcut && world.rank == last) n.sources.push_back(0);
  const AtEdge<int> in(n.sources), out(n.destinations);
  CHECK_MPI(MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, static_cast<int>(in.size()), in.get(),
                                           MPI_UNWEIGHTED, static_cast<int>(out.size()), out.get(),
                                           MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &n.comm));
  all_exchanges(world, n);
}

// Each sends to all above it: none in at one end, none out at the other.
void upwards(const World& world, bool adjacent) {
  Neighbours n;
  for (int i = 0; i < world.rank; ++i) n.sources.push_back(i);
  for (int i = world.rank + 1; i < world.size; ++i) n.destinations.push_back(i);
  const AtEdge<int> in(n.sources), out(n.destinations);
  const AtEdge<int> in_weights(std::vector<int>(in.size(), 2)),
      weights(std::vector<int>(out.size(), 2));
  const int ins = static_cast<int>(in.size()), outs = static_cast<int>(out.size());
  if (adjacent) {
    CHECK_MPI(MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, ins, in.get(), in_weights.get(), outs,
                                             out.get(), weights.get(), MPI_INFO_NULL, 0, &n.comm));
  } else {
    const AtEdge<int> me({world.rank}), degree({outs});
    CHECK_MPI(MPI_Dist_graph_create(MPI_COMM_WORLD, 1, me.get(), degree.get(), out.get(),
                                    weights.get(), MPI_INFO_NULL, 0, &n.comm));
    const AtEdge<int> found(n.sources), found_weights(n.sources), unused(n.destinations);
    MPI_Dist_graph_neighbors(n.comm, ins, found.get(), found_weights.get(), outs, unused.get(),
                             weights.get());
    n.sources.assign(found.get(), found.get() + found.size());
  }
  all_exchanges(world, n);
}

}  // namespace

int main(int argc, char** argv) {
  const World world(&argc, &argv);
  in_all_sizes(MPI_COMM_WORLD);
  for (int low = 1; low < std::min(3, world.size); ++low) two_groups(world, low);
  grids(world);
  if (world.size > 1) star(world);
  circle(world, false);
  if (world.size > 2) circle(world, true);
  upwards(world, true);
  upwards(world, false);
}
