// SPDX-License-Identifier: BSD-3-Clause
// What Wait and Test of several requests (completions.cpp) do with them: which are complete, and
// what is done then. What MPI found complete is delivered in the order of the array, so that it
// does not matter in which order the host completed it; but sends that ask for their receivers
// last, as those may wait for a word of this process, too. The clocks have an order of their own
// (engine/completions.cpp).
#pragma once

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "revprof/mpi/host/error_class.hpp"
#include "revprof/mpi/request/awaited.hpp"
#include "revprof/mpi/request/due.hpp"
#include "revprof/mpi/request/finished.hpp"
#include "revprof/mpi/request/small_array.hpp"
#include "revprof/mpi/request/withheld.hpp"
#include "revprof/mpi/wait/wait.hpp"

namespace revprof::handle {

// The requests an array call was given, as they were before MPI overwrote their handles, and those
// it completed.
class Completion {
 public:
  Completion(Call call, Asks asks, Due::Wanted wanted, MPI_Request* requests, int count)
      : call_(call),
        asks_(asks),
        wanted_(wanted),
        scope_(*active_process, call, asks),
        fails_again_(asks == Asks::yes && revprof::fails_again(wanted, requests, count)),
        claim_(requests, fails_again_ ? 0 : count) {
    if (fails_again_) return;
    post_held_beside(claim_, asks);
    if (asks == Asks::no) let_go_beside_withheld(claim_, requests);
  }
  // Nothing is to be done, or known of its requests.
  bool fails_again() const { return fails_again_; }

  RequestWait wait(Completes completes) const {
    return RequestWait(call_, claim_, completes == Completes::some);
  }
  void show(Completes completes) const { show_wait(claim_, completes); }

  // What is complete on the simulated clocks, or for certain; nullopt: what the host says, which
  // has been told of all of them.
  std::optional<std::vector<int>> due(MPI_Request* requests) {
    auto found =
        asks_ == Asks::yes ? due_by_now(claim_, wanted_, requests) : due_first(claim_, wanted_);
    if (found || wanted_ == Due::Wanted::all) return found;
    settle();
    const int i = held_here(claim_);
    if (i >= 0) found.emplace({i});
    return found;
  }
  void settle() const { settle_held(claim_); }
  void settle_all() const {
    if (!active_process->held.any()) return;
    await_held(claim_);
    show(Completes::all);
    settle();
  }

  // How many of them can be completed: the host chooses among those, not among null handles.
  int open() const {
    int open = 0;
    for (int i = 0; i < claim_.size(); ++i) {
      const Request* const record = claim_.record(i);
      if (claim_.handle(i) != MPI_REQUEST_NULL && (record == nullptr || record->active)) ++open;
    }
    return open;
  }

  int end(int i, MPI_Request* requests, MPI_Status* status) {
    return end_request_of(claim_, i, &requests[i], status);
  }
  int add_statuses(int error, MPI_Status* statuses) {
    error = add_statuses_of_held(claim_, error, statuses);
    return error == MPI_SUCCESS ? error_of_posted(claim_, statuses) : error;
  }

  // Request i alone.
  void finish(int i, MPI_Status& status) { finish_one(scope_, claim_, i, status); }
  void fail(int i, MPI_Request after, int error, MPI_Status& status) {
    give_up(claim_, i, after, error, status);
  }

  // Request i is complete with `status`.
  void add(int i, MPI_Status& status) {
    await_clocks(claim_, i);
    const Guard guard(*active_process);
    Finished finished;
    if (!take(claim_, i, status, finished)) return;
    bytes_ += finished.bytes;
    finished_.push_back(finished);
  }

  // All are complete.
  void add_all(MPI_Status* statuses) {
    for (const int i : order()) add(i, statuses[i]);
  }
  // MPI has refused the call, say for a handle that is none: it has completed nothing, and written
  // nothing.
  static bool is_refused(int error) {
    return error != MPI_SUCCESS && error_class(error) != MPI_ERR_IN_STATUS;
  }
  // After MPI_ERR_IN_STATUS: what is complete, well or not, says so in its status.
  void add_completed(const MPI_Request* after, MPI_Status* statuses) {
    for (const int i : order()) {
      if (statuses[i].MPI_ERROR == MPI_ERR_PENDING) continue;
      if (statuses[i].MPI_ERROR == MPI_SUCCESS) {
        add(i, statuses[i]);
      } else {
        fail(i, after[i], statuses[i].MPI_ERROR, statuses[i]);
      }
    }
  }
  bool comes_before(int a, int b) const {
    return std::pair(asks_others(claim_, a), a) < std::pair(asks_others(claim_, b), b);
  }

  // The clocks of all that was added, in that order.
  void finish() {
    if (finished_.empty()) return;
    const Guard guard(*active_process);
    const int peer = finished_.size() == 1 ? finished_.front().peer() : -1;
    scope_.book(bytes_, peer, finished_.front().record->communicator, [&](Engine& engine) {
      charge(engine, finished_.data(), static_cast<int>(finished_.size()));
    });
    for (const Finished& finished : finished_) retire(claim_, finished);
    active_process->requests.progress(active_process->stamp_bytes);
  }

 private:
  std::vector<int> order() const {
    std::vector<int> indices(static_cast<std::size_t>(claim_.size()));
    std::iota(indices.begin(), indices.end(), 0);
    std::stable_partition(indices.begin(), indices.end(),
                          [&](int i) { return !asks_others(claim_, i); });
    return indices;
  }

  Call call_;
  Asks asks_;
  Due::Wanted wanted_;
  CallScope scope_;
  bool fails_again_ = false;
  Claim claim_;
  std::vector<Finished> finished_;
  std::int64_t bytes_ = 0;
};

// The user's statuses, or ours where the user ignores them: the clocks need the sizes.
class Statuses {
 public:
  Statuses(MPI_Status* user, MPI_Status* ignore, int count)
      : own_(user == ignore ? std::max(1, count) : 0),
        statuses_(user == ignore ? own_.begin() : user) {}
  MPI_Status* get() { return statuses_; }
  MPI_Status& operator[](int i) { return statuses_[i]; }

 private:
  SmallArray<MPI_Status> own_;
  MPI_Status* statuses_;
};

}  // namespace revprof::handle
