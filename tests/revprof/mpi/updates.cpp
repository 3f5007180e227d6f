// SPDX-License-Identifier: BSD-3-Clause
// updates: two processes that change each other's tables, as MPIRandomAccess of the HPC Challenge
// does: each asks before every update whether something has come, computes between its questions
// (which revprof does not see), and sends what it has collected when its last message has left.
// updates asking: processes that ask for something that takes a second.
#include <cstdint>
#include <vector>

#include "check.hpp"
#include "revprof/revprof.h"

namespace {

constexpr int updates = 20'000, pending_most = 1000, update_tag = 1, end_tag = 2;

class Table {
 public:
  explicit Table(const World& world) : other_(1 - world.rank), room_(pending_most) {
    if (world.rank == 1) random_ = 88172645463325252u;
    post();
  }
  void run() {
    for (int i = 0; i < updates;) {
      take();
      if (static_cast<int>(pending_.size()) < pending_most) {
        update();
        ++i;
      } else {
        send();
      }
    }
    while (!pending_.empty()) {
      take();
      send();
    }
    MPI_Wait(&out_, MPI_STATUS_IGNORE);
    MPI_Send(nullptr, 0, MPI_UINT64_T, other_, end_tag, MPI_COMM_WORLD);
    while (!over_) {
      MPI_Status status;
      MPI_Wait(&in_, &status);
      took(status);
    }
    CHECK_EQUAL(own_ + sent_, updates);
    int theirs = 0;
    MPI_Sendrecv(&sent_, 1, MPI_INT, other_, end_tag, &theirs, 1, MPI_INT, other_, end_tag,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK_EQUAL(taken_, theirs);
  }

 private:
  void post() {
    MPI_Irecv(room_.data(), pending_most, MPI_UINT64_T, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD,
              &in_);
  }
  void took(const MPI_Status& status) {
    over_ = over_ || status.MPI_TAG == end_tag;
    int count = 0;
    MPI_Get_count(&status, MPI_UINT64_T, &count);
    taken_ += count;
    if (!over_) post();
  }
  void take() {
    for (int there = 1; there != 0 && !over_;) {
      MPI_Status status;
      MPI_Test(&in_, &there, &status);
      if (there != 0) took(status);
    }
  }
  void update() {
    random_ ^= random_ << 13, random_ ^= random_ >> 7, random_ ^= random_ << 17;
    if (random_ % 2 == 0) {
      pending_.push_back(random_);
    } else {
      ++own_;
    }
  }
  void send() {
    int has_left = 0;
    MPI_Test(&out_, &has_left, MPI_STATUS_IGNORE);
    if (has_left == 0) return;
    sending_.swap(pending_);
    pending_.clear();
    const int count = static_cast<int>(sending_.size());
    sent_ += count;
    MPI_Isend(sending_.data(), count, MPI_UINT64_T, other_, update_tag, MPI_COMM_WORLD, &out_);
  }

  int other_;
  std::uint64_t random_ = 2463534242u;
  std::vector<std::uint64_t> room_, pending_, sending_;
  MPI_Request in_ = MPI_REQUEST_NULL, out_ = MPI_REQUEST_NULL;
  int taken_ = 0, own_ = 0, sent_ = 0;
  bool over_ = false;
};

// All but one ask for a second, by the clocks: too long for each round to wait for all others'.
void beside_one_that_computes(const World& world) {
  int value = -1;
  if (world.rank == 0) {
    revprof_compute(1e9);
    for (int rank = 1; rank < world.size; ++rank) {
      MPI_Send(&rank, 1, MPI_INT, rank, update_tag, MPI_COMM_WORLD);
    }
    return;
  }
  MPI_Request request;
  MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, update_tag, MPI_COMM_WORLD, &request);
  for (int done = 0; done == 0;) MPI_Test(&request, &done, MPI_STATUS_IGNORE);
  CHECK_EQUAL(value, world.rank);
}

}  // namespace

int main(int argc, char** argv) {
  const World world(&argc, &argv);
  if (argc > 1) return beside_one_that_computes(world), 0;
  if (world.rank > 1) return 0;
  Table(world).run();
}
