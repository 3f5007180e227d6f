// SPDX-License-Identifier: BSD-3-Clause
// Four receives from anybody are open at once, as in MPIRandomAccess of the HPC Challenge: what one
// process has sent comes out of MPI_Testany in its order, so that its last message is the last. Any
// order would do for MPI, and plainly nothing is asked of it; on a network whose messages do not
// overtake each other it is this one.
#include <array>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "check.hpp"

namespace {

constexpr int words = 600, messages = 60, update_tag = 1, end_tag = 2;

class Updates {
 public:
  explicit Updates(const World& world)
      : world_(world), left_(world.size - 1), expected_(static_cast<std::size_t>(world.size)) {
    sent_ = expected_;
    for (std::size_t slot = 0; slot < open_.size(); ++slot) post(slot);
  }
  void run() {
    for (int i = 0; i < messages || left_ > 0;) {
      take();
      int has_left = 0;
      if (i < messages) MPI_Test(&out_, &has_left, MPI_STATUS_IGNORE);
      if (has_left == 0) continue;
      send();
      if (++i == messages) end();
    }
    MPI_Wait(&out_, MPI_STATUS_IGNORE);
    MPI_Waitall(static_cast<int>(ends_.size()), ends_.data(), MPI_STATUSES_IGNORE);
    for (MPI_Request& request : open_) {
      MPI_Cancel(&request);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    std::vector<int> all(sent_.size());
    MPI_Alltoall(sent_.data(), 1, MPI_INT, all.data(), 1, MPI_INT, MPI_COMM_WORLD);
    CHECK(!is_ordered_ || all == expected_);
  }

 private:
  void post(std::size_t slot) {
    MPI_Irecv(room_[slot].data(), words, MPI_INT64_T, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD,
              &open_[slot]);
  }
  void take() {
    for (int there = 1; there != 0 && left_ > 0;) {
      int slot = 0;
      MPI_Status status;
      MPI_Testany(static_cast<int>(open_.size()), open_.data(), &slot, &there, &status);
      if (there == 0) return;
      took(room_[static_cast<std::size_t>(slot)], status);
      post(static_cast<std::size_t>(slot));
    }
  }
  void took(const std::array<std::int64_t, words>& room, const MPI_Status& status) {
    if (status.MPI_TAG == end_tag) {
      --left_;
      return;
    }
    int count = 0;
    MPI_Get_count(&status, MPI_INT64_T, &count);
    CHECK_EQUAL(room[0], status.MPI_SOURCE);
    int& next = expected_[static_cast<std::size_t>(status.MPI_SOURCE)];
    if (is_ordered_) CHECK_EQUAL(room[1], next);
    ++next;
    CHECK_EQUAL(room[static_cast<std::size_t>(count - 1)], count);
  }
  std::uint64_t random() {
    random_ ^= random_ << 13, random_ ^= random_ >> 7, random_ ^= random_ << 17;
    return random_ >> 16;
  }
  void send() {
    const auto others = static_cast<std::uint64_t>(world_.size - 1);
    const int to = (world_.rank + 1 + static_cast<int>(random() % others)) % world_.size;
    const auto count = 3 + random() % (words - 3);
    sending_[0] = world_.rank;
    sending_[1] = sent_[static_cast<std::size_t>(to)]++;
    sending_[count - 1] = static_cast<std::int64_t>(count);
    MPI_Isend(sending_.data(), static_cast<int>(count), MPI_INT64_T, to, update_tag, MPI_COMM_WORLD,
              &out_);
  }
  void end() {
    for (int to = 0; to < world_.size; ++to) {
      if (to == world_.rank) continue;
      ends_.emplace_back();
      MPI_Isend(nullptr, 0, MPI_INT64_T, to, end_tag, MPI_COMM_WORLD, &ends_.back());
    }
  }

  const World& world_;
  const bool is_ordered_ = std::getenv("MODEL") != nullptr;
  int left_;
  std::vector<int> expected_, sent_;
  std::uint64_t random_ = 2463534242u + static_cast<std::uint64_t>(world_.rank);
  std::array<std::array<std::int64_t, words>, 4> room_ = {};
  std::array<std::int64_t, words> sending_ = {};
  std::array<MPI_Request, 4> open_;
  MPI_Request out_ = MPI_REQUEST_NULL;
  std::vector<MPI_Request> ends_;
};

}  // namespace

int main(int argc, char** argv) {
  const World world(&argc, &argv);
  Updates(world).run();
}
