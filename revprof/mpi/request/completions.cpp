// SPDX-License-Identifier: BSD-3-Clause
// Wait and Test of several requests. What MPI found complete is delivered in the order of the
// array, so that it does not matter in which order the host completed it; but synchronous sends
// last, as their receivers may wait for a word of this process, too. The clocks have an order of
// their own (engine/completions.cpp).
#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "revprof/mpi/request/awaited.hpp"
#include "revprof/mpi/request/due.hpp"
#include "revprof/mpi/request/finished.hpp"
#include "revprof/mpi/request/request_calls.hpp"
#include "revprof/mpi/wait/wait.hpp"

namespace revprof::handle {

namespace {

// The requests an array call was given, as they were before MPI overwrote their handles, and those
// it completed.
class Completion {
 public:
  Completion(Call call, Asks asks, MPI_Request* requests, int count)
      : call_(call), scope_(*active_process, call, asks), claim_(requests, count) {
    post_held_beside(claim_, asks);
  }

  RequestWait wait(Completes completes) const {
    return RequestWait(call_, claim_, completes == Completes::some);
  }
  void show(Completes completes) const { show_wait(claim_, completes); }

  // What is complete on the simulated clocks, or for certain; nullopt: what the host says, which
  // has been told of all of them.
  std::optional<std::vector<int>> due(Asks asks, Due::Wanted wanted, MPI_Request* requests) {
    auto found =
        asks == Asks::yes ? due_by_now(claim_, wanted, requests) : due_first(claim_, wanted);
    if (found || wanted == Due::Wanted::all) return found;
    settle();
    const int i = held_here(claim_);
    if (i >= 0) found.emplace({i});
    return found;
  }
  void settle() const { settle_held(claim_); }

  int end(int i, MPI_Request* requests, MPI_Status* status) {
    return end_request_of(claim_, i, &requests[i], status);
  }
  int add_statuses(int error, MPI_Status* statuses) {
    return add_statuses_of_held(claim_, error, statuses);
  }

  // Request i alone.
  void finish(int i, MPI_Status& status) { finish_one(scope_, claim_, i, status); }
  void fail(int i, MPI_Request after) { give_up(claim_, i, after); }

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
  // After MPI_ERR_IN_STATUS: what is complete, well or not, says so in its status.
  void add_completed(const MPI_Request* after, MPI_Status* statuses) {
    for (const int i : order()) {
      if (statuses[i].MPI_ERROR == MPI_ERR_PENDING) continue;
      if (statuses[i].MPI_ERROR == MPI_SUCCESS) {
        add(i, statuses[i]);
      } else {
        fail(i, after[i]);
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
  CallScope scope_;
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

}  // namespace

int waitany(Call call, decltype(&PMPI_Waitany) real, int count, MPI_Request* requests, int* index,
            MPI_Status* status) {
  if (!followable(requests, index)) return real(count, requests, index, status);
  Completion completion(call, Asks::no, requests, count);
  MPI_Status own;
  MPI_Status* const seen = status == MPI_STATUS_IGNORE ? &own : status;
  *index = MPI_UNDEFINED;  // in case MPI refuses the call
  int error = MPI_SUCCESS;
  {
    const Waiting waiting(*active_process, Horizon::State::running);
    completion.show(Completes::some);
    const InWait wait(completion.wait(Completes::some));
    if (const auto due = completion.due(Asks::no, Due::Wanted::first, requests)) {
      *index = due->front();
      error = completion.end(*index, requests, seen);
    } else {
      error = real(count, requests, index, seen);
      chosen_among(count);
    }
  }
  if (*index == MPI_UNDEFINED) return error;
  if (error == MPI_SUCCESS) {
    completion.finish(*index, *seen);
  } else {
    completion.fail(*index, requests[*index]);
  }
  return error;
}

int testany(Call call, decltype(&PMPI_Testany) real, int count, MPI_Request* requests, int* index,
            int* flag, MPI_Status* status) {
  if (!followable(requests, index, flag)) return real(count, requests, index, flag, status);
  Completion completion(call, Asks::yes, requests, count);
  MPI_Status own;
  MPI_Status* const seen = status == MPI_STATUS_IGNORE ? &own : status;
  *index = MPI_UNDEFINED;
  int error = MPI_SUCCESS;
  if (const auto due = completion.due(Asks::yes, Due::Wanted::first, requests)) {
    *flag = due->empty() ? 0 : 1;
    if (!due->empty()) error = completion.end(*index = due->front(), requests, seen);
  } else {
    error = real(count, requests, index, flag, seen);
    tested(*flag != 0);
    if (*flag != 0) chosen_among(count);
  }
  if (*index == MPI_UNDEFINED) return error;
  if (error != MPI_SUCCESS) {
    completion.fail(*index, requests[*index]);
  } else if (*flag != 0) {
    completion.finish(*index, *seen);
  }
  return error;
}

int waitall(Call call, decltype(&PMPI_Waitall) real, int count, MPI_Request* requests,
            MPI_Status* statuses) {
  if (!followable(requests)) return real(count, requests, statuses);
  Completion completion(call, Asks::no, requests, count);
  Statuses seen(statuses, MPI_STATUSES_IGNORE, count);
  int error = MPI_SUCCESS;
  {
    const Waiting waiting(*active_process, Horizon::State::running);
    completion.show(Completes::all);
    const InWait wait(completion.wait(Completes::all));
    completion.settle();
    error = completion.add_statuses(real(count, requests, seen.get()), seen.get());
  }
  if (error == MPI_SUCCESS) {
    completion.add_all(seen.get());
  } else {
    completion.add_completed(requests, seen.get());
  }
  completion.finish();
  return error;
}

int testall(Call call, decltype(&PMPI_Testall) real, int count, MPI_Request* requests, int* flag,
            MPI_Status* statuses) {
  if (!followable(requests, flag)) return real(count, requests, flag, statuses);
  Completion completion(call, Asks::yes, requests, count);
  Statuses seen(statuses, MPI_STATUSES_IGNORE, count);
  const auto due = completion.due(Asks::yes, Due::Wanted::all, requests);
  if (due && due->empty()) return *flag = 0, MPI_SUCCESS;
  if (!due) completion.settle();
  int error = real(count, requests, flag, seen.get());
  if (*flag != 0) error = completion.add_statuses(error, seen.get());
  if (!due) tested(*flag != 0);
  if (error != MPI_SUCCESS) {
    completion.add_completed(requests, seen.get());
  } else if (*flag != 0) {
    completion.add_all(seen.get());
  }
  completion.finish();
  return error;
}

namespace {

// Those of them that are complete, as MPI_Waitsome says it.
int complete(Completion& completion, const std::vector<int>& due, MPI_Request* requests,
             int* outcount, int* indices, MPI_Status* statuses) {
  *outcount = 0;
  int first = MPI_SUCCESS;
  for (const int i : due) {
    MPI_Status& status = statuses[*outcount];
    const int error = completion.end(i, requests, &status);
    status.MPI_ERROR = error;
    if (error != MPI_SUCCESS) first = MPI_ERR_IN_STATUS;
    indices[(*outcount)++] = i;
  }
  return first;
}

// Waitsome and Testsome differ in nothing but whether they wait. In order of index, not of
// completion.
int some(Call call, Asks asks, decltype(&PMPI_Waitsome) real, int count, MPI_Request* requests,
         int* outcount, int* indices, MPI_Status* statuses) {
  if (!followable(requests, outcount, indices)) {
    return real(count, requests, outcount, indices, statuses);
  }
  Completion completion(call, asks, requests, count);
  Statuses seen(statuses, MPI_STATUSES_IGNORE, count);
  int error = MPI_SUCCESS;
  {
    std::optional<Waiting> waiting;
    std::optional<InWait> wait;
    if (asks == Asks::no) {
      waiting.emplace(*active_process, Horizon::State::running);
      completion.show(Completes::some);
      wait.emplace(completion.wait(Completes::some));
    }
    if (const auto due = completion.due(asks, Due::Wanted::some, requests)) {
      error = complete(completion, *due, requests, outcount, indices, seen.get());
    } else {
      error = real(count, requests, outcount, indices, seen.get());
      if (*outcount == MPI_UNDEFINED) return error;
      tested(*outcount > 0);
      if (*outcount > 0 && *outcount < count) chosen_among(count);
    }
  }
  if (*outcount <= 0) return error;
  std::vector<int> order(static_cast<std::size_t>(*outcount));
  for (int i = 0; i < *outcount; ++i) order[static_cast<std::size_t>(i)] = i;
  std::sort(order.begin(), order.end(),
            [&](int a, int b) { return completion.comes_before(indices[a], indices[b]); });
  for (const int i : order) {
    if (error == MPI_SUCCESS || seen[i].MPI_ERROR == MPI_SUCCESS) {
      completion.add(indices[i], seen[i]);
    } else {
      completion.fail(indices[i], requests[indices[i]]);
    }
  }
  completion.finish();
  return error;
}

}  // namespace

int waitsome(Call call, decltype(&PMPI_Waitsome) real, int count, MPI_Request* requests,
             int* outcount, int* indices, MPI_Status* statuses) {
  return some(call, Asks::no, real, count, requests, outcount, indices, statuses);
}

int testsome(Call call, decltype(&PMPI_Testsome) real, int count, MPI_Request* requests,
             int* outcount, int* indices, MPI_Status* statuses) {
  return some(call, Asks::yes, real, count, requests, outcount, indices, statuses);
}

}  // namespace revprof::handle
