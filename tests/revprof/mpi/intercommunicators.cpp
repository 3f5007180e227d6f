// SPDX-License-Identifier: BSD-3-Clause
// Intercommunicators (MPI-3.1 sections 5.2.3 and 6.6): messages and collectives between two groups
// of uneven size, MPI_ROOT and MPI_PROC_NULL as roots, merged into one.
#include <numeric>

#include "check.hpp"

namespace {

// The lower third of the processes is one group, the rest the other.
struct Groups {
  explicit Groups(const World& w) : world(w), first(std::max(1, w.size / 3)) {
    low = world.rank < first;
    MPI_Comm_split(MPI_COMM_WORLD, low ? 0 : 1, world.rank, &own);
    CHECK_MPI(MPI_Intercomm_create(own, 0, MPI_COMM_WORLD, low ? first : 0, 3, &inter));
    MPI_Comm_rank(inter, &rank);
    MPI_Comm_size(inter, &size);
    MPI_Comm_remote_size(inter, &remote);
    CHECK_EQUAL(remote, low ? world.size - first : first);
  }
  ~Groups() {
    CHECK_MPI(MPI_Comm_free(&inter));
    CHECK_MPI(MPI_Comm_free(&own));
  }
  Groups(const Groups&) = delete;
  Groups& operator=(const Groups&) = delete;
  int world_rank(int remote_rank) const { return low ? first + remote_rank : remote_rank; }
  // The root argument of a call whose root is rank 0 of the group `low_root`.
  int root(bool low_root) const {
    if (low != low_root) return 0;
    return rank == 0 ? MPI_ROOT : MPI_PROC_NULL;
  }

  const World& world;
  int first, rank = 0, size = 0, remote = 0;
  bool low = false;
  MPI_Comm own = MPI_COMM_NULL, inter = MPI_COMM_NULL;
};

void messages(const Groups& g) {
  for (const int bytes : {0, 4, 4090, 20'000, 100'000}) {
    // Each process sends to all of the other group.
    std::vector<Guarded> in, out;
    std::vector<MPI_Request> requests;
    for (int peer = 0; peer < g.remote; ++peer) {
      in.emplace_back(bytes + 10);
      out.emplace_back(bytes);
      out.back().fill(static_cast<std::size_t>(g.world.rank));
    }
    requests.resize(static_cast<std::size_t>(2 * g.remote));
    for (int peer = 0; peer < g.remote; ++peer) {
      const auto i = static_cast<std::size_t>(peer);
      MPI_Irecv(in[i].get(), bytes + 10, MPI_BYTE, peer, 5, g.inter, &requests[i]);
      MPI_Isend(out[i].get(), bytes, MPI_BYTE, peer, 5, g.inter,
                &requests[i + static_cast<std::size_t>(g.remote)]);
    }
    std::vector<MPI_Status> statuses(requests.size(), wrong_status());
    CHECK_MPI(MPI_Waitall(2 * g.remote, requests.data(), statuses.data()));
    for (int peer = 0; peer < g.remote; ++peer) {
      const auto i = static_cast<std::size_t>(peer);
      CHECK_STATUS(statuses[i], peer, 5, bytes);
      CHECK_BYTES(in[i], static_cast<std::size_t>(g.world_rank(peer)), bytes);
    }
  }
  if (g.rank == 0) {  // the leaders, with probes
    int out = g.world.rank, in = -1;
    MPI_Request request;
    MPI_Message message;
    MPI_Status status = wrong_status();
    MPI_Isend(&out, 1, MPI_INT, 0, 6, g.inter, &request);
    MPI_Mprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, g.inter, &message, &status);
    CHECK_STATUS(status, 0, 6, 4);
    MPI_Mrecv(&in, 1, MPI_INT, &message, &status);
    CHECK_EQUAL(in, g.world_rank(0));
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    in = -1;
    MPI_Sendrecv(&out, 1, MPI_INT, 0, 7, &in, 1, MPI_INT, 0, 7, g.inter, &status);
    CHECK_STATUS(status, 0, 7, 4);
    CHECK_EQUAL(in, g.world_rank(0));
  }
}

int sum_of_remote(const Groups& g) {
  int sum = 0;
  for (int peer = 0; peer < g.remote; ++peer) sum += g.world_rank(peer);
  return sum;
}

void wait(MPI_Request& request, bool nonblocking) {
  if (nonblocking) CHECK_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
}

void rooted(const Groups& g, bool low_root, bool nonblocking) {
  const int root = g.root(low_root);
  const bool receives = g.low != low_root;
  const auto most = static_cast<std::size_t>(g.world.size);
  std::vector<int> many(most, -1), counts(most, 1), places(most);
  std::iota(places.begin(), places.end(), 0);
  MPI_Request r;

  int value = receives ? -1 : 40 + g.world.rank;
  CHECK_MPI(nonblocking ? MPI_Ibcast(&value, 1, MPI_INT, root, g.inter, &r)
                        : MPI_Bcast(&value, 1, MPI_INT, root, g.inter));
  wait(r, nonblocking);
  if (receives) CHECK_EQUAL(value, 40 + g.world_rank(0));

  const int mine = g.world.rank;
  CHECK_MPI(nonblocking ? MPI_Igather(&mine, 1, MPI_INT, many.data(), 1, MPI_INT, root, g.inter, &r)
                        : MPI_Gather(&mine, 1, MPI_INT, many.data(), 1, MPI_INT, root, g.inter));
  wait(r, nonblocking);
  for (int peer = 0; root == MPI_ROOT && peer < g.remote; ++peer) {
    CHECK_EQUAL(many[static_cast<std::size_t>(peer)], g.world_rank(peer));
  }
  std::fill(many.begin(), many.end(), -1);
  CHECK_MPI(nonblocking ? MPI_Igatherv(&mine, 1, MPI_INT, many.data(), counts.data(), places.data(),
                                       MPI_INT, root, g.inter, &r)
                        : MPI_Gatherv(&mine, 1, MPI_INT, many.data(), counts.data(), places.data(),
                                      MPI_INT, root, g.inter));
  wait(r, nonblocking);
  for (int peer = 0; root == MPI_ROOT && peer < g.remote; ++peer) {
    CHECK_EQUAL(many[static_cast<std::size_t>(peer)], g.world_rank(peer));
  }

  for (std::size_t i = 0; i < most; ++i) many[i] = 500 + static_cast<int>(i);
  value = -1;
  CHECK_MPI(nonblocking
                ? MPI_Iscatter(many.data(), 1, MPI_INT, &value, 1, MPI_INT, root, g.inter, &r)
                : MPI_Scatter(many.data(), 1, MPI_INT, &value, 1, MPI_INT, root, g.inter));
  wait(r, nonblocking);
  CHECK_EQUAL(value, receives ? 500 + g.rank : -1);
  value = -1;
  CHECK_MPI(nonblocking ? MPI_Iscatterv(many.data(), counts.data(), places.data(), MPI_INT, &value,
                                        1, MPI_INT, root, g.inter, &r)
                        : MPI_Scatterv(many.data(), counts.data(), places.data(), MPI_INT, &value,
                                       1, MPI_INT, root, g.inter));
  wait(r, nonblocking);
  CHECK_EQUAL(value, receives ? 500 + g.rank : -1);

  value = -1;
  CHECK_MPI(nonblocking ? MPI_Ireduce(&mine, &value, 1, MPI_INT, MPI_SUM, root, g.inter, &r)
                        : MPI_Reduce(&mine, &value, 1, MPI_INT, MPI_SUM, root, g.inter));
  wait(r, nonblocking);
  CHECK_EQUAL(value, root == MPI_ROOT ? sum_of_remote(g) : -1);
}

void all_to_all(const Groups& g, bool nonblocking) {
  const auto most = static_cast<std::size_t>(g.world.size);
  std::vector<int> out(most), in(most, -1), counts(most, 1), places(most);
  std::iota(places.begin(), places.end(), 0);
  const int mine = g.world.rank;
  int value = -1;
  MPI_Request r;
  CHECK_MPI(nonblocking ? MPI_Ibarrier(g.inter, &r) : MPI_Barrier(g.inter));
  wait(r, nonblocking);
  CHECK_MPI(nonblocking ? MPI_Iallreduce(&mine, &value, 1, MPI_INT, MPI_SUM, g.inter, &r)
                        : MPI_Allreduce(&mine, &value, 1, MPI_INT, MPI_SUM, g.inter));
  wait(r, nonblocking);
  CHECK_EQUAL(value, sum_of_remote(g));
  const auto expect_remote_ranks = [&] {
    for (int peer = 0; peer < g.remote; ++peer) {
      CHECK_EQUAL(in[static_cast<std::size_t>(peer)], g.world_rank(peer));
    }
    std::fill(in.begin(), in.end(), -1);
  };
  CHECK_MPI(nonblocking ? MPI_Iallgather(&mine, 1, MPI_INT, in.data(), 1, MPI_INT, g.inter, &r)
                        : MPI_Allgather(&mine, 1, MPI_INT, in.data(), 1, MPI_INT, g.inter));
  wait(r, nonblocking);
  expect_remote_ranks();
  CHECK_MPI(nonblocking ? MPI_Iallgatherv(&mine, 1, MPI_INT, in.data(), counts.data(),
                                          places.data(), MPI_INT, g.inter, &r)
                        : MPI_Allgatherv(&mine, 1, MPI_INT, in.data(), counts.data(), places.data(),
                                         MPI_INT, g.inter));
  wait(r, nonblocking);
  expect_remote_ranks();
  std::fill(out.begin(), out.end(), mine);
  CHECK_MPI(nonblocking ? MPI_Ialltoall(out.data(), 1, MPI_INT, in.data(), 1, MPI_INT, g.inter, &r)
                        : MPI_Alltoall(out.data(), 1, MPI_INT, in.data(), 1, MPI_INT, g.inter));
  wait(r, nonblocking);
  expect_remote_ranks();
  CHECK_MPI(nonblocking
                ? MPI_Ialltoallv(out.data(), counts.data(), places.data(), MPI_INT, in.data(),
                                 counts.data(), places.data(), MPI_INT, g.inter, &r)
                : MPI_Alltoallv(out.data(), counts.data(), places.data(), MPI_INT, in.data(),
                                counts.data(), places.data(), MPI_INT, g.inter));
  wait(r, nonblocking);
  expect_remote_ranks();
}

void merged(const Groups& g) {
  MPI_Comm all, copy;
  int rank = 0, sum = 0;
  CHECK_MPI(MPI_Intercomm_merge(g.inter, g.low ? 1 : 0, &all));
  MPI_Comm_rank(all, &rank);
  CHECK_EQUAL(rank, g.low ? g.remote + g.rank : g.rank);
  CHECK_MPI(MPI_Allreduce(&g.world.rank, &sum, 1, MPI_INT, MPI_SUM, all));
  CHECK_EQUAL(sum, g.world.size * (g.world.size - 1) / 2);
  CHECK_MPI(MPI_Comm_free(&all));
  CHECK_MPI(MPI_Comm_dup(g.inter, &copy));
  sum = 0;
  CHECK_MPI(MPI_Allreduce(&g.world.rank, &sum, 1, MPI_INT, MPI_SUM, copy));
  CHECK_EQUAL(sum, sum_of_remote(g));
  CHECK_MPI(MPI_Comm_free(&copy));
}

}  // namespace

int main(int argc, char** argv) {
  const World world(&argc, &argv);
  const Groups groups(world);
  messages(groups);
  for (const bool nonblocking : {false, true}) {
    rooted(groups, true, nonblocking);
    rooted(groups, false, nonblocking);
    all_to_all(groups, nonblocking);
  }
  merged(groups);
}
