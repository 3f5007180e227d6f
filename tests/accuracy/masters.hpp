// SPDX-License-Identifier: BSD-3-Clause
// Programs of the suite: tasks of different length to whoever is ready for one. The master learns
// who that is in one of eight ways (SMPI has no MPI_Improbe); or there is no master but a counter.
#pragma once

#include <cstddef>
#include <vector>

#include "world.hpp"

enum class Takes { recv, probe, iprobe, irecv, waitany, waitsome, testsome, persistent };

inline int tasks_of(const World& w) { return 6 * (w.size - 1); }
inline void work(int task) { compute(50 + task * 37 % 100); }

// The workers' messages, in the order in which the master takes them.
class Inbox {
 public:
  Inbox(Takes how, int workers)
      : how_(how), requests_(static_cast<std::size_t>(workers), MPI_REQUEST_NULL), asked_(workers) {
    if (how_ < Takes::waitany) return;
    for (int worker = 1; worker <= workers; ++worker) {
      if (how_ == Takes::persistent) {
        MPI_Recv_init(asked(worker), 1, MPI_INT, worker, 0, MPI_COMM_WORLD, request(worker));
      }
      expect(worker);
    }
  }
  ~Inbox() {
    for (MPI_Request& request : requests_) {
      if (request != MPI_REQUEST_NULL) MPI_Request_free(&request);
    }
  }
  Inbox(const Inbox&) = delete;
  Inbox& operator=(const Inbox&) = delete;

  // This worker will say something more.
  void expect(int worker) {
    if (how_ < Takes::waitany) return;
    if (how_ == Takes::persistent) return CALL(MPI_Start, request(worker));
    CALL(MPI_Irecv, asked(worker), 1, MPI_INT, worker, 0, MPI_COMM_WORLD, request(worker));
  }
  int next() {
    if (how_ < Takes::waitany) return next_of_anybody();
    if (how_ == Takes::waitany || how_ == Takes::persistent) {
      int index = 0;
      CALL(MPI_Waitany, workers(), requests_.data(), &index, MPI_STATUS_IGNORE);
      return index + 1;
    }
    while (ready_.empty()) take_some();
    const int worker = ready_.front();
    ready_.erase(ready_.begin());
    return worker;
  }

 private:
  int workers() const { return static_cast<int>(requests_.size()); }
  int* asked(int worker) { return &asked_[static_cast<std::size_t>(worker - 1)]; }
  MPI_Request* request(int worker) { return &requests_[static_cast<std::size_t>(worker - 1)]; }

  int next_of_anybody() {
    int task = 0, found = 0;
    MPI_Status from;
    MPI_Request any = MPI_REQUEST_NULL;
    switch (how_) {
      case Takes::irecv:
        CALL(MPI_Irecv, &task, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &any);
        while (found == 0) CALL(MPI_Test, &any, &found, &from);
        return from.MPI_SOURCE;
      case Takes::probe:
        CALL(MPI_Probe, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &from);
        break;
      case Takes::iprobe:
        while (found == 0) CALL(MPI_Iprobe, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &found, &from);
        break;
      default:
        from.MPI_SOURCE = MPI_ANY_SOURCE;
    }
    CALL(MPI_Recv, &task, 1, MPI_INT, from.MPI_SOURCE, 0, MPI_COMM_WORLD, &from);
    return from.MPI_SOURCE;
  }
  // Those that are there; it does something else meanwhile where it may.
  void take_some() {
    int found = 0;
    std::vector<int> indices(requests_.size());
    if (how_ == Takes::waitsome) {
      CALL(MPI_Waitsome, workers(), requests_.data(), &found, indices.data(), MPI_STATUSES_IGNORE);
    } else {
      CALL(MPI_Testsome, workers(), requests_.data(), &found, indices.data(), MPI_STATUSES_IGNORE);
      if (found == 0) compute(1);
    }
    for (int i = 0; i < found; ++i) ready_.push_back(indices[static_cast<std::size_t>(i)] + 1);
  }

  Takes how_;
  std::vector<MPI_Request> requests_;
  std::vector<int> asked_, ready_;
};

template <Takes how>
void master(const World& w) {
  int task = 0;
  if (w.rank == 0) {
    Inbox inbox(how, w.size - 1);
    const int tasks = tasks_of(w);
    for (int given = 0; given < tasks + w.size - 1; ++given) {
      const int worker = inbox.next();
      task = given < tasks ? given : -1;
      if (task >= 0) inbox.expect(worker);
      CALL(MPI_Send, &task, 1, MPI_INT, worker, 0, MPI_COMM_WORLD);
    }
    return;
  }
  for (;;) {
    CALL(MPI_Send, &task, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    CALL(MPI_Recv, &task, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (task < 0) return;
    work(task);
  }
}

// Each takes the next number of a counter that process 0 has.
inline void load_balancer(const World& w) {
  int counter = 0;
  const int one = 1, tasks = tasks_of(w);
  MPI_Win window = MPI_WIN_NULL;
  CALL(MPI_Win_create, &counter, w.rank == 0 ? sizeof counter : 0, sizeof counter, MPI_INFO_NULL,
       MPI_COMM_WORLD, &window);
  for (int task = 0;; work(task)) {
    CALL(MPI_Win_lock, MPI_LOCK_SHARED, 0, 0, window);
    CALL(MPI_Fetch_and_op, &one, &task, MPI_INT, 0, 0, MPI_SUM, window);
    CALL(MPI_Win_unlock, 0, window);
    if (task >= tasks) break;
  }
  CALL(MPI_Win_free, &window);
}
