// SPDX-License-Identifier: BSD-3-Clause
// Wait and Test in all their forms. What MPI found complete is then finished: data, status, clocks,
// in the order of the array, so that it does not matter in which order the host completed them.
#include <algorithm>
#include <vector>

#include "revprof/mpi/handlers.hpp"
#include "revprof/mpi/point_to_point.hpp"

namespace revprof::handle {

namespace {

bool was_cancelled(const Request& record, const MPI_Status& status) {
  int cancelled = 0;
  if (record.cancelled) PMPI_Test_cancelled(&status, &cancelled);
  return cancelled != 0;
}

// The requests one completion call was given, as they were before MPI overwrote their handles.
class Completion {
 public:
  Completion(Call call, const MPI_Request* requests, int count)
      : scope_(*active_process, call), call_(call) {
    handles_.assign(requests, requests + std::max(0, count));
  }

  // Finishes request i, which MPI has completed with `status`.
  void add(int i, MPI_Status& status) { done_.push_back({i, &status}); }

  // The user's data and statuses, then the clocks, for all that was added.
  void finish() {
    const Guard guard(*active_process);
    std::int64_t bytes = 0;
    finished_.clear();
    for (const auto& [i, status] : done_) {
      Request* const record = active_process->requests.find(handles_[static_cast<std::size_t>(i)]);
      if (record == nullptr || !record->active) continue;
      Finished finished{record, handles_[static_cast<std::size_t>(i)], 0, status->MPI_TAG, false};
      if (record->sort == Request::Sort::collective) record->exchange.wait();
      if (record->sort == Request::Sort::receive) {
        finished.cancelled = was_cancelled(*record, *status);
        if (!finished.cancelled) finished.bytes = deliver(record->packet, *status);
      }
      bytes += finished.bytes;
      finished_.push_back(finished);
    }
    if (finished_.empty()) return;
    scope_.book(bytes, peer(), finished_.front().record->communicator, [&](Engine& engine) {
      for (const Finished& finished : finished_) charge(engine, finished);
    });
    for (const Finished& finished : finished_) {
      if (shown_only_) {
        finished.record->delivered = true;
      } else if (finished.record->persistent) {
        finished.record->active = false;
      } else {
        active_process->requests.remove(finished.handle);
      }
    }
    active_process->requests.progress(active_process->stamp_bytes);
  }

  // After MPI_ERR_IN_STATUS: what is complete, well or not, has lost its handle or says so in its
  // status.
  void add_completed(const MPI_Request* after, MPI_Status* statuses) {
    for (std::size_t i = 0; i < handles_.size(); ++i) {
      Request* const record = active_process->requests.find(handles_[i]);
      if (record == nullptr || statuses[i].MPI_ERROR == MPI_ERR_PENDING) continue;
      if (statuses[i].MPI_ERROR == MPI_SUCCESS) {
        add(static_cast<int>(i), statuses[i]);
      } else {
        give_up(static_cast<int>(i), after[i]);
      }
    }
  }

  // A request that failed: nothing is charged, its data is what MPI left (truncated).
  void give_up(int i, MPI_Request after) {
    const MPI_Request handle = handles_[static_cast<std::size_t>(i)];
    Request* const record = active_process->requests.find(handle);
    if (record == nullptr) return;
    if (record->sort == Request::Sort::receive) record->packet.deliver(record->packet.bytes());
    if (record->persistent) {
      record->active = false;
    } else if (after == MPI_REQUEST_NULL) {
      active_process->requests.remove(handle);
    }
  }

  // MPI_Request_get_status: the request stays.
  void keep() { shown_only_ = true; }

 private:
  struct Done {
    int index;
    MPI_Status* status;
  };
  struct Finished {
    Request* record;
    MPI_Request handle;
    std::int64_t bytes;
    int tag;
    bool cancelled;
  };

  int peer() const {
    if (finished_.size() != 1) return -1;
    Request& record = *finished_.front().record;
    if (record.sort == Request::Sort::receive && !finished_.front().cancelled) {
      return record.packet.stamp().source;
    }
    return record.peer;
  }

  void charge(Engine& engine, const Finished& finished) const {
    Request& record = *finished.record;
    if (finished.cancelled) return;
    if (record.delivered) return engine.local(Call::MPI_Wait, 0);  // its clock has counted already
    switch (record.sort) {
      case Request::Sort::send:
        engine.complete_send(record.clock);
        break;
      case Request::Sort::receive:
        engine.complete_receive(record.call, finished.bytes, record.clock, record.packet.stamp(),
                                finished.tag, record.communicator);
        break;
      case Request::Sort::collective: {
        const SimTime* const ready = record.exchange.ready();
        engine.complete_collective(record.call, record.exchange.processes(),
                                   record.exchange.bytes(), record.exchange.distance(), ready);
      }
    }
  }

  CallScope scope_;
  Call call_;
  bool shown_only_ = false;
  std::vector<MPI_Request> handles_;
  std::vector<Done> done_;
  std::vector<Finished> finished_;
};

// The user's statuses, or ours where the user ignores them: the clocks need the sizes.
class Statuses {
 public:
  Statuses(MPI_Status* user, MPI_Status* ignore, int count) : statuses_(user) {
    if (user != ignore) return;
    own_.resize(static_cast<std::size_t>(std::max(1, count)));
    statuses_ = own_.data();
  }
  MPI_Status* get() { return statuses_; }
  MPI_Status& operator[](int i) { return statuses_[i]; }

 private:
  std::vector<MPI_Status> own_;
  MPI_Status* statuses_;
};

}  // namespace

int wait(Call call, decltype(&PMPI_Wait) real, MPI_Request* request, MPI_Status* status) {
  if (active_process == nullptr || request == nullptr) return real(request, status);
  Completion completion(call, request, 1);
  Statuses seen(status, MPI_STATUS_IGNORE, 1);
  const int error = real(request, seen.get());
  if (error == MPI_SUCCESS) {
    completion.add(0, seen[0]);
    completion.finish();
  } else {
    completion.give_up(0, *request);
  }
  return error;
}

int test(Call call, decltype(&PMPI_Test) real, MPI_Request* request, int* flag,
         MPI_Status* status) {
  if (active_process == nullptr || request == nullptr) return real(request, flag, status);
  Completion completion(call, request, 1);
  Statuses seen(status, MPI_STATUS_IGNORE, 1);
  const int error = real(request, flag, seen.get());
  if (error != MPI_SUCCESS) {
    completion.give_up(0, *request);
  } else if (*flag != 0) {
    completion.add(0, seen[0]);
    completion.finish();
  }
  return error;
}

int waitany(Call call, decltype(&PMPI_Waitany) real, int count, MPI_Request* requests, int* index,
            MPI_Status* status) {
  if (active_process == nullptr) return real(count, requests, index, status);
  Completion completion(call, requests, count);
  Statuses seen(status, MPI_STATUS_IGNORE, 1);
  const int error = real(count, requests, index, seen.get());
  if (*index == MPI_UNDEFINED) return error;
  if (error == MPI_SUCCESS) {
    completion.add(*index, seen[0]);
    completion.finish();
  } else if (*index >= 0 && *index < count) {
    completion.give_up(*index, requests[*index]);
  }
  return error;
}

int testany(Call call, decltype(&PMPI_Testany) real, int count, MPI_Request* requests, int* index,
            int* flag, MPI_Status* status) {
  if (active_process == nullptr) return real(count, requests, index, flag, status);
  Completion completion(call, requests, count);
  Statuses seen(status, MPI_STATUS_IGNORE, 1);
  const int error = real(count, requests, index, flag, seen.get());
  if (*index == MPI_UNDEFINED) return error;
  if (error != MPI_SUCCESS) {
    if (*index >= 0 && *index < count) completion.give_up(*index, requests[*index]);
  } else if (*flag != 0) {
    completion.add(*index, seen[0]);
    completion.finish();
  }
  return error;
}

int waitall(Call call, decltype(&PMPI_Waitall) real, int count, MPI_Request* requests,
            MPI_Status* statuses) {
  if (active_process == nullptr) return real(count, requests, statuses);
  Completion completion(call, requests, count);
  Statuses seen(statuses, MPI_STATUSES_IGNORE, count);
  const int error = real(count, requests, seen.get());
  if (error == MPI_SUCCESS) {
    for (int i = 0; i < count; ++i) completion.add(i, seen[i]);
  } else {
    completion.add_completed(requests, seen.get());
  }
  completion.finish();
  return error;
}

int testall(Call call, decltype(&PMPI_Testall) real, int count, MPI_Request* requests, int* flag,
            MPI_Status* statuses) {
  if (active_process == nullptr) return real(count, requests, flag, statuses);
  Completion completion(call, requests, count);
  Statuses seen(statuses, MPI_STATUSES_IGNORE, count);
  const int error = real(count, requests, flag, seen.get());
  if (error != MPI_SUCCESS) {
    completion.add_completed(requests, seen.get());
  } else if (*flag != 0) {
    for (int i = 0; i < count; ++i) completion.add(i, seen[i]);
  }
  completion.finish();
  return error;
}

namespace {

// Waitsome and Testsome differ in nothing but whether they wait. In order of index, not of
// completion.
int some(Call call, decltype(&PMPI_Waitsome) real, int count, MPI_Request* requests, int* outcount,
         int* indices, MPI_Status* statuses) {
  if (active_process == nullptr) return real(count, requests, outcount, indices, statuses);
  Completion completion(call, requests, count);
  Statuses seen(statuses, MPI_STATUSES_IGNORE, count);
  const int error = real(count, requests, outcount, indices, seen.get());
  if (*outcount == MPI_UNDEFINED || *outcount <= 0) return error;
  std::vector<int> order(static_cast<std::size_t>(*outcount));
  for (int i = 0; i < *outcount; ++i) order[static_cast<std::size_t>(i)] = i;
  std::sort(order.begin(), order.end(), [&](int a, int b) { return indices[a] < indices[b]; });
  for (const int i : order) {
    if (error == MPI_SUCCESS || seen[i].MPI_ERROR == MPI_SUCCESS) {
      completion.add(indices[i], seen[i]);
    } else {
      completion.give_up(indices[i], requests[indices[i]]);
    }
  }
  completion.finish();
  return error;
}

}  // namespace

int waitsome(Call call, decltype(&PMPI_Waitsome) real, int count, MPI_Request* requests,
             int* outcount, int* indices, MPI_Status* statuses) {
  return some(call, real, count, requests, outcount, indices, statuses);
}

int testsome(Call call, decltype(&PMPI_Testsome) real, int count, MPI_Request* requests,
             int* outcount, int* indices, MPI_Status* statuses) {
  return some(call, real, count, requests, outcount, indices, statuses);
}

int request_get_status(Call call, decltype(&PMPI_Request_get_status) real, MPI_Request request,
                       int* flag, MPI_Status* status) {
  if (active_process == nullptr) return real(request, flag, status);
  Completion completion(call, &request, 1);
  Statuses seen(status, MPI_STATUS_IGNORE, 1);
  const int error = real(request, flag, seen.get());
  if (error == MPI_SUCCESS && *flag != 0) {
    completion.keep();
    completion.add(0, seen[0]);
    completion.finish();
  }
  return error;
}

}  // namespace revprof::handle
