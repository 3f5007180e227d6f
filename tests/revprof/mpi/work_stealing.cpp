// SPDX-License-Identifier: BSD-3-Clause
// work_stealing TASKS: process 0 has all tasks; who has none asks one process after the other for
// half of theirs. Each looks for requests between its tasks. Process 0 counts what is done, and
// says when it is all; a barrier in the background says when nobody asks any more.
#include <cstdlib>
#include <vector>

#include "check.hpp"
#include "revprof/revprof.h"

namespace {

enum Tag { request, reply, done, stop };

class Worker {
 public:
  Worker(const World& world, int tasks) : world_(world), all_(tasks), victim_(world.rank) {
    for (int task = 0; task < tasks && world.rank == 0; ++task) tasks_.push_back(task);
  }

  // How many tasks this process has done.
  int run() {
    if (all_ == 0) stopped_ = true;
    while (!stopped_ || asks_) {
      if (!tasks_.empty()) {
        work();
      } else if (!asks_ && world_.size > 1) {
        ask();
      }
      serve();
    }
    MPI_Request all_stopped;
    MPI_Ibarrier(MPI_COMM_WORLD, &all_stopped);
    for (int over = 0; over == 0; MPI_Test(&all_stopped, &over, MPI_STATUS_IGNORE)) serve();
    return worked_;
  }

 private:
  void work() {
    const int task = tasks_.back();
    tasks_.pop_back();
    revprof_compute((task % 7 == 3 ? 40 : 1) * 60'000.0);
    ++worked_;
    if (world_.rank == 0) return count();
    MPI_Send(&task, 1, MPI_INT, 0, done, MPI_COMM_WORLD);
  }
  void ask() {
    do victim_ = (victim_ + 1) % world_.size;
    while (victim_ == world_.rank);
    MPI_Send(nullptr, 0, MPI_INT, victim_, request, MPI_COMM_WORLD);
    asks_ = true;
  }
  // All that is there.
  void serve() {
    for (int found = 1; found != 0;) {
      MPI_Status status;
      MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &found, &status);
      if (found != 0) take(status);
    }
  }
  void take(const MPI_Status& status) {
    int count = 0;
    MPI_Get_count(&status, MPI_INT, &count);
    std::vector<int> got(static_cast<std::size_t>(count));
    MPI_Recv(got.data(), count, MPI_INT, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    if (status.MPI_TAG == request) give(status.MPI_SOURCE);
    if (status.MPI_TAG == done) this->count();
    if (status.MPI_TAG == stop) stopped_ = true;
    if (status.MPI_TAG != reply) return;
    CHECK_EQUAL(status.MPI_SOURCE, victim_);
    asks_ = false;
    tasks_ = got;
  }
  void give(int thief) {
    const auto half = tasks_.begin() + static_cast<std::ptrdiff_t>(tasks_.size() / 2);
    MPI_Send(tasks_.data(), static_cast<int>(half - tasks_.begin()), MPI_INT, thief, reply,
             MPI_COMM_WORLD);
    tasks_.erase(tasks_.begin(), half);
  }
  void count() {
    if (++counted_ < all_) return;
    stopped_ = true;
    for (int other = 1; other < world_.size; ++other) {
      MPI_Send(nullptr, 0, MPI_INT, other, stop, MPI_COMM_WORLD);
    }
  }

  const World& world_;
  int all_, victim_;
  std::vector<int> tasks_;
  int worked_ = 0, counted_ = 0;
  bool asks_ = false, stopped_ = false;
};

}  // namespace

int main(int argc, char** argv) {
  const World world(&argc, &argv);
  const int tasks = std::atoi(argv[1]);
  const int worked = Worker(world, tasks).run();
  int all = 0;
  MPI_Reduce(&worked, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (world.rank == 0) CHECK_EQUAL(all, tasks);
}
