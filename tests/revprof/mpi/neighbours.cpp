// SPDX-License-Identifier: BSD-3-Clause
// Neighbourhood collectives (MPI-3.1 sections 7.6 and 7.7) on grids whose ends have nobody beside
// them, on graphs, and on distributed graphs with uneven degrees, none included.
#include "check.hpp"

namespace {

constexpr int untouched = -1;

// Who sends to this process and to whom it sends, in the order of the buffers; MPI_PROC_NULL:
// nobody.
struct Neighbours {
  MPI_Comm communicator;
  std::vector<int> sources, destinations;
};

// What `from` sends to `to`, which has it as neighbour more than once on small grids: the slots
// tell them apart only in the all-to-all variants, so the value does not depend on the slot.
int value(int from, int to, int i) { return from * 1000 + to * 50 + i; }

void wait(MPI_Request& request, bool nonblocking) {
  if (nonblocking) CHECK_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
}

void exchange(const World& world, const Neighbours& n, int count, bool nonblocking) {
  const auto ins = n.sources.size(), outs = n.destinations.size();
  const auto width = static_cast<std::size_t>(count);
  MPI_Request r;
  std::vector<int> gathered(ins * width + 1, untouched), own(width + 1);
  const auto sources_counts = std::vector<int>(ins + 1, count);
  const auto destination_counts = std::vector<int>(outs + 1, count);
  std::vector<int> in_places(ins + 1), out_places(outs + 1);
  std::vector<MPI_Aint> in_bytes(ins + 1), out_bytes(outs + 1);
  const std::vector<MPI_Datatype> types(std::max(ins, outs) + 1, MPI_INT);
  for (std::size_t i = 0; i < ins; ++i) {
    in_places[i] = static_cast<int>(i) * count;
    in_bytes[i] = in_places[i] * 4;
  }
  for (std::size_t i = 0; i < outs; ++i) {
    out_places[i] = static_cast<int>(i) * count;
    out_bytes[i] = out_places[i] * 4;
  }
  for (int i = 0; i < count; ++i) own[static_cast<std::size_t>(i)] = value(world.rank, 0, i);
  const auto expect = [&](bool to_me) {
    for (std::size_t k = 0; k < ins; ++k) {
      for (int i = 0; i < count; ++i) {
        const int source = n.sources[k];
        CHECK_EQUAL(gathered[k * width + static_cast<std::size_t>(i)],
                    source == MPI_PROC_NULL ? untouched : value(source, to_me ? world.rank : 0, i));
      }
    }
    CHECK_EQUAL(gathered.back(), untouched);
    std::fill(gathered.begin(), gathered.end(), untouched);
  };
  CHECK_MPI(nonblocking ? MPI_Ineighbor_allgather(own.data(), count, MPI_INT, gathered.data(),
                                                  count, MPI_INT, n.communicator, &r)
                        : MPI_Neighbor_allgather(own.data(), count, MPI_INT, gathered.data(), count,
                                                 MPI_INT, n.communicator));
  wait(r, nonblocking);
  expect(false);
  CHECK_MPI(nonblocking ? MPI_Ineighbor_allgatherv(own.data(), count, MPI_INT, gathered.data(),
                                                   sources_counts.data(), in_places.data(), MPI_INT,
                                                   n.communicator, &r)
                        : MPI_Neighbor_allgatherv(own.data(), count, MPI_INT, gathered.data(),
                                                  sources_counts.data(), in_places.data(), MPI_INT,
                                                  n.communicator));
  wait(r, nonblocking);
  expect(false);

  std::vector<int> out(outs * width + 1);
  for (std::size_t k = 0; k < outs; ++k) {
    for (int i = 0; i < count; ++i) {
      out[k * width + static_cast<std::size_t>(i)] = value(world.rank, n.destinations[k], i);
    }
  }
  CHECK_MPI(nonblocking ? MPI_Ineighbor_alltoall(out.data(), count, MPI_INT, gathered.data(), count,
                                                 MPI_INT, n.communicator, &r)
                        : MPI_Neighbor_alltoall(out.data(), count, MPI_INT, gathered.data(), count,
                                                MPI_INT, n.communicator));
  wait(r, nonblocking);
  expect(true);
  CHECK_MPI(nonblocking
                ? MPI_Ineighbor_alltoallv(out.data(), destination_counts.data(), out_places.data(),
                                          MPI_INT, gathered.data(), sources_counts.data(),
                                          in_places.data(), MPI_INT, n.communicator, &r)
                : MPI_Neighbor_alltoallv(out.data(), destination_counts.data(), out_places.data(),
                                         MPI_INT, gathered.data(), sources_counts.data(),
                                         in_places.data(), MPI_INT, n.communicator));
  wait(r, nonblocking);
  expect(true);
  if (host_is_mpich) return;  // its alltoallw delivers nothing
  CHECK_MPI(nonblocking
                ? MPI_Ineighbor_alltoallw(out.data(), destination_counts.data(), out_bytes.data(),
                                          types.data(), gathered.data(), sources_counts.data(),
                                          in_bytes.data(), types.data(), n.communicator, &r)
                : MPI_Neighbor_alltoallw(out.data(), destination_counts.data(), out_bytes.data(),
                                         types.data(), gathered.data(), sources_counts.data(),
                                         in_bytes.data(), types.data(), n.communicator));
  wait(r, nonblocking);
  expect(true);
}

void all_variants(const World& world, Neighbours n) {
  for (const int count : {1, 40}) {
    for (const bool nonblocking : {false, true}) exchange(world, n, count, nonblocking);
  }
  MPI_Comm_free(&n.communicator);
}

// A line or a ring of processes: two neighbours each.
void line(const World& world, bool periodic) {
  const int dims[1] = {world.size}, periods[1] = {periodic ? 1 : 0};
  Neighbours n;
  int below = 0, above = 0;
  CHECK_MPI(MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &n.communicator));
  MPI_Cart_shift(n.communicator, 0, 1, &below, &above);
  n.sources = n.destinations = {below, above};
  all_variants(world, n);
}

void grid(const World& world) {
  int dims[2] = {0, 0}, periods[2] = {0, 0}, low[2], high[2];
  MPI_Dims_create(world.size, 2, dims);
  Neighbours n;
  CHECK_MPI(MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &n.communicator));
  for (int d = 0; d < 2; ++d) MPI_Cart_shift(n.communicator, d, 1, &low[d], &high[d]);
  n.sources = n.destinations = {low[0], high[0], low[1], high[1]};
  all_variants(world, n);
}

// A star around process 0.
void star(const World& world) {
  std::vector<int> index, edges;
  for (int i = 1; i < world.size; ++i) edges.push_back(i);
  index.push_back(static_cast<int>(edges.size()));
  for (int i = 1; i < world.size; ++i) {
    edges.push_back(0);
    index.push_back(static_cast<int>(edges.size()));
  }
  Neighbours n;
  CHECK_MPI(
      MPI_Graph_create(MPI_COMM_WORLD, world.size, index.data(), edges.data(), 0, &n.communicator));
  for (int i = 1; world.rank == 0 && i < world.size; ++i) n.sources.push_back(i);
  if (world.rank != 0) n.sources = {0};
  n.destinations = n.sources;
  all_variants(world, n);
}

// Each process sends to all higher ones: degrees from 0 to size - 1, another in than out.
void upwards(const World& world, bool adjacent) {
  Neighbours n;
  n.destinations.reserve(
      static_cast<std::size_t>(world.size));  // MPI wants an address for none, too
  n.sources.reserve(static_cast<std::size_t>(world.size));
  for (int i = 0; i < world.rank; ++i) n.sources.push_back(i);
  for (int i = world.rank + 1; i < world.size; ++i) n.destinations.push_back(i);
  const auto in = static_cast<int>(n.sources.size()), out = static_cast<int>(n.destinations.size());
  if (adjacent) {
    CHECK_MPI(MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, in, n.sources.data(), MPI_UNWEIGHTED,
                                             out, n.destinations.data(), MPI_UNWEIGHTED,
                                             MPI_INFO_NULL, 0, &n.communicator));
  } else {
    CHECK_MPI(MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &world.rank, &out, n.destinations.data(),
                                    MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &n.communicator));
    MPI_Dist_graph_neighbors(n.communicator, in, n.sources.data(), MPI_UNWEIGHTED, out,
                             n.destinations.data(), MPI_UNWEIGHTED);
  }
  all_variants(world, n);
}

}  // namespace

int main(int argc, char** argv) {
  const World world(&argc, &argv);
  line(world, false);
  if (world.size > 2) line(world, true);  // with two, both neighbours are the same process
  grid(world);
  if (world.size > 1) star(world);
  upwards(world, true);
  upwards(world, false);
}
