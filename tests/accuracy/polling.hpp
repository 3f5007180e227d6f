// SPDX-License-Identifier: BSD-3-Clause
// Programs of the suite: processes that ask again and again, as nobody knows who sends to them.
#pragma once

#include <cstddef>
#include <vector>

#include "world.hpp"

// SMPI's MPI_Ibarrier waits for process 0 alone.
inline void begin_barrier(MPI_Request* request) {
  static const int one = 1;
  static int sum = 0;
  CALL(MPI_Iallreduce, &one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, request);
}

// Each sends to some, and takes what comes until a barrier says that all is there (NBX: Hoefler,
// Siebert, Lumsdaine, 2010).
inline void sparse_exchange(const World& w) {
  for (int round = 0; round < 10; ++round) {
    compute(20 * ((w.rank * 7 + round * 3) % 5));
    std::vector<int> to;
    for (int distance = 1; distance < w.size; distance *= 2) {
      if ((w.rank + round + distance) % 3 != 0) to.push_back((w.rank + distance) % w.size);
    }
    std::vector<MPI_Request> sends(to.size());
    for (std::size_t i = 0; i < to.size(); ++i) {
      CALL(MPI_Issend, &round, 1, MPI_INT, to[i], round, MPI_COMM_WORLD, &sends[i]);
    }
    MPI_Request barrier = MPI_REQUEST_NULL;
    for (int has_begun = 0, done = 0; done == 0;) {
      int found = 0, got = 0;
      MPI_Status from;
      CALL(MPI_Iprobe, MPI_ANY_SOURCE, round, MPI_COMM_WORLD, &found, &from);
      if (found != 0) {
        CALL(MPI_Recv, &got, 1, MPI_INT, from.MPI_SOURCE, round, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        compute(3);
      }
      if (has_begun != 0) {
        CALL(MPI_Test, &barrier, &done, MPI_STATUS_IGNORE);
        continue;
      }
      CALL(MPI_Testall, static_cast<int>(sends.size()), sends.data(), &has_begun,
           MPI_STATUSES_IGNORE);
      if (has_begun != 0) begin_barrier(&barrier);
    }
  }
}

// Process 0 has all tasks; who has none asks one after the other for half of theirs. Process 0
// counts what is done, and says when it is all. They ask a posted receive, as SMPI's MPI_Iprobe
// finds a message when it is sent: a network's way earlier, which decides who gets which tasks.
class Worker {
 public:
  explicit Worker(const World& w) : w_(w), all_(20 * w.size), victim_(w.rank) {
    for (int task = 0; task < all_ && w.rank == 0; ++task) tasks_.push_back(task);
  }
  void run() {
    listen();
    while (!stopped_ || asks_) {
      if (!tasks_.empty()) {
        work_on_one();
      } else if (!asks_) {
        ask();
      }
      serve();
    }
    MPI_Request all_stopped;
    begin_barrier(&all_stopped);
    for (int over = 0; over == 0;) {
      CALL(MPI_Test, &all_stopped, &over, MPI_STATUS_IGNORE);
      serve();
    }
    CALL(MPI_Cancel, &next_);
    CALL(MPI_Wait, &next_, MPI_STATUS_IGNORE);
  }

 private:
  enum Tag { request, reply, done, stop };

  void work_on_one() {
    const int task = tasks_.back();
    tasks_.pop_back();
    compute(task % 7 == 3 ? 120 : 40);
    if (w_.rank == 0) return count();
    CALL(MPI_Send, &task, 1, MPI_INT, 0, done, MPI_COMM_WORLD);
  }
  void ask() {
    do victim_ = (victim_ + 1) % w_.size;
    while (victim_ == w_.rank);
    CALL(MPI_Send, nullptr, 0, MPI_INT, victim_, request, MPI_COMM_WORLD);
    asks_ = true;
  }
  void serve() {
    for (int found = 1; found != 0;) {
      MPI_Status status;
      CALL(MPI_Test, &next_, &found, &status);
      if (found != 0) take(status);
    }
  }
  void take(const MPI_Status& status) {
    int length = 0;
    MPI_Get_count(&status, MPI_INT, &length);
    if (status.MPI_TAG == reply) tasks_.assign(got_.begin(), got_.begin() + length);
    listen();
    if (status.MPI_TAG == request) give(status.MPI_SOURCE);
    if (status.MPI_TAG == done) count();
    if (status.MPI_TAG == stop) stopped_ = true;
    if (status.MPI_TAG == reply) asks_ = false;
  }
  void listen() {
    CALL(MPI_Irecv, got_.data(), all_, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD,
         &next_);
  }
  void give(int thief) {
    const auto half = tasks_.begin() + static_cast<std::ptrdiff_t>(tasks_.size() / 2);
    CALL(MPI_Send, tasks_.data(), static_cast<int>(half - tasks_.begin()), MPI_INT, thief, reply,
         MPI_COMM_WORLD);
    tasks_.erase(tasks_.begin(), half);
  }
  void count() {
    if (++counted_ < all_) return;
    stopped_ = true;
    for (int other = 1; other < w_.size; ++other) {
      CALL(MPI_Send, nullptr, 0, MPI_INT, other, stop, MPI_COMM_WORLD);
    }
  }

  const World& w_;
  int all_, victim_, counted_ = 0;
  std::vector<int> tasks_, got_ = std::vector<int>(static_cast<std::size_t>(all_));
  MPI_Request next_ = MPI_REQUEST_NULL;
  bool asks_ = false, stopped_ = false;
};

inline void work_stealing(const World& w) { Worker(w).run(); }
