// SPDX-License-Identifier: BSD-3-Clause
// Wait and Test in all their forms. What MPI found complete is then finished: data, status, clocks,
// in the order of the array, so that it does not matter in which order the host completed them.
#include <algorithm>
#include <vector>

#include "revprof/mpi/handlers.hpp"
#include "revprof/mpi/point_to_point.hpp"
#include "revprof/mpi/small_array.hpp"

namespace revprof::handle {

namespace {

// Whether the call is inside MPI and has what it needs; otherwise MPI says what is wrong with it.
template <class... Pointers>
bool followable(const Pointers*... arguments) {
  return active_process != nullptr && (... && (arguments != nullptr));
}

// What the host's timing decided (see HostChoices).
void tested(bool succeeded) {
  const Guard guard(*active_process);
  active_process->choices.tested(active_process->engine->now()[0], succeeded);
}
void chosen_among(int requests) {
  const Guard guard(*active_process);
  if (requests > 1) ++active_process->choices.completions;
}

bool was_cancelled(const Request& record, const MPI_Status& status) {
  int cancelled = 0;
  if (record.cancelled) PMPI_Test_cancelled(&status, &cancelled);
  return cancelled != 0;
}

// A request that MPI has completed, on its way through: data and status, then clocks, then the
// record.
struct Finished {
  Request* record = nullptr;
  MPI_Request handle = MPI_REQUEST_NULL;
  std::int64_t bytes = 0;
  int tag = 0;
  bool cancelled = false;
};

// The user's data, unless MPI_Request_get_status has delivered it already (the user may use the
// buffer again since then), and the status.
std::int64_t arrive(Request& record, MPI_Status& status) {
  if (!record.delivered) return deliver(record.packet, status, &status);
  return take_stamp_off(status, active_process->stamp_bytes);
}

// The user's data and status. False: not a request of ours, or an inactive one.
bool take(MPI_Request handle, MPI_Status& status, Finished& finished) {
  Request* const record = active_process->requests.find(handle);
  if (record == nullptr || !record->active) return false;
  finished = {record, handle, 0, status.MPI_TAG, false};
  if (record->sort == Request::Sort::collective) record->exchange.wait();
  if (record->sort == Request::Sort::receive) {
    finished.cancelled = was_cancelled(*record, status);
    if (!finished.cancelled) finished.bytes = arrive(*record, status);
  }
  return true;
}

void charge(Engine& engine, const Finished& finished) {
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
      engine.complete_collective(record.call, record.exchange.processes(), record.exchange.bytes(),
                                 record.exchange.distance(), ready);
    }
  }
}

int peer_of(const Finished& finished) {
  const bool received = finished.record->sort == Request::Sort::receive && !finished.cancelled;
  return received ? finished.record->packet.stamp().source : finished.record->peer;
}

void retire(const Finished& finished) {
  if (finished.record->persistent) {
    finished.record->active = false;
  } else {
    active_process->requests.remove(finished.handle);
  }
}

// A request that failed: nothing is charged, its data is what MPI left (truncated).
void give_up(MPI_Request handle, MPI_Request after) {
  const Guard guard(*active_process);
  Request* const record = active_process->requests.find(handle);
  if (record == nullptr) return;
  if (record->sort == Request::Sort::receive) record->packet.deliver(record->packet.bytes());
  if (record->persistent) {
    record->active = false;
  } else if (after == MPI_REQUEST_NULL) {
    active_process->requests.remove(handle);
  }
}

// The one request that a Wait, Test, Waitany or Testany completed.
void finish_one(CallScope& scope, MPI_Request handle, MPI_Status& status) {
  const Guard guard(*active_process);
  Finished finished;
  if (!take(handle, status, finished)) return;
  scope.book(finished.bytes, peer_of(finished), finished.record->communicator,
             [&](Engine& engine) { charge(engine, finished); });
  retire(finished);
  active_process->requests.progress(active_process->stamp_bytes);
}

// The requests an array call was given, as they were before MPI overwrote their handles, and those
// it completed.
class Completion {
 public:
  Completion(Call call, Asks asks, const MPI_Request* requests, int count)
      : scope_(*active_process, call, asks), handles_(std::max(0, count)) {
    std::copy_n(requests, handles_.size(), handles_.begin());
  }

  CallScope& scope() { return scope_; }
  MPI_Request handle(int i) const { return handles_[i]; }

  // Request i is complete with `status`.
  void add(int i, MPI_Status& status) {
    const Guard guard(*active_process);
    Finished finished;
    if (!take(handle(i), status, finished)) return;
    bytes_ += finished.bytes;
    finished_.push_back(finished);
  }

  // After MPI_ERR_IN_STATUS: what is complete, well or not, says so in its status.
  void add_completed(const MPI_Request* after, MPI_Status* statuses) {
    for (int i = 0; i < handles_.size(); ++i) {
      if (statuses[i].MPI_ERROR == MPI_ERR_PENDING) continue;
      if (statuses[i].MPI_ERROR == MPI_SUCCESS) {
        add(i, statuses[i]);
      } else {
        give_up(handles_[i], after[i]);
      }
    }
  }

  // The clocks of all that was added, in that order.
  void finish() {
    if (finished_.empty()) return;
    const Guard guard(*active_process);
    const int peer = finished_.size() == 1 ? peer_of(finished_.front()) : -1;
    scope_.book(bytes_, peer, finished_.front().record->communicator, [&](Engine& engine) {
      for (const Finished& finished : finished_) charge(engine, finished);
    });
    for (const Finished& finished : finished_) retire(finished);
    active_process->requests.progress(active_process->stamp_bytes);
  }

 private:
  CallScope scope_;
  SmallArray<MPI_Request> handles_;
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

int wait(Call call, decltype(&PMPI_Wait) real, MPI_Request* request, MPI_Status* status) {
  if (!followable(request)) return real(request, status);
  CallScope scope(*active_process, call);
  const MPI_Request handle = *request;
  MPI_Status own;
  MPI_Status* const seen = status == MPI_STATUS_IGNORE ? &own : status;
  const int error = real(request, seen);
  if (error == MPI_SUCCESS) {
    finish_one(scope, handle, *seen);
  } else {
    give_up(handle, *request);
  }
  return error;
}

int test(Call call, decltype(&PMPI_Test) real, MPI_Request* request, int* flag,
         MPI_Status* status) {
  if (!followable(request, flag)) return real(request, flag, status);
  CallScope scope(*active_process, call, Asks::yes);
  const MPI_Request handle = *request;
  MPI_Status own;
  MPI_Status* const seen = status == MPI_STATUS_IGNORE ? &own : status;
  const int error = real(request, flag, seen);
  tested(*flag != 0);
  if (error != MPI_SUCCESS) {
    give_up(handle, *request);
  } else if (*flag != 0) {
    finish_one(scope, handle, *seen);
  }
  return error;
}

int waitany(Call call, decltype(&PMPI_Waitany) real, int count, MPI_Request* requests, int* index,
            MPI_Status* status) {
  if (!followable(requests, index)) return real(count, requests, index, status);
  Completion completion(call, Asks::no, requests, count);
  MPI_Status own;
  MPI_Status* const seen = status == MPI_STATUS_IGNORE ? &own : status;
  *index = MPI_UNDEFINED;  // in case MPI refuses the call
  const int error = real(count, requests, index, seen);
  chosen_among(count);
  if (*index == MPI_UNDEFINED) return error;
  if (error == MPI_SUCCESS) {
    finish_one(completion.scope(), completion.handle(*index), *seen);
  } else {
    give_up(completion.handle(*index), requests[*index]);
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
  const int error = real(count, requests, index, flag, seen);
  tested(*flag != 0);
  if (*flag != 0) chosen_among(count);
  if (*index == MPI_UNDEFINED) return error;
  if (error != MPI_SUCCESS) {
    give_up(completion.handle(*index), requests[*index]);
  } else if (*flag != 0) {
    finish_one(completion.scope(), completion.handle(*index), *seen);
  }
  return error;
}

int waitall(Call call, decltype(&PMPI_Waitall) real, int count, MPI_Request* requests,
            MPI_Status* statuses) {
  if (!followable(requests)) return real(count, requests, statuses);
  Completion completion(call, Asks::no, requests, count);
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
  if (!followable(requests, flag)) return real(count, requests, flag, statuses);
  Completion completion(call, Asks::yes, requests, count);
  Statuses seen(statuses, MPI_STATUSES_IGNORE, count);
  const int error = real(count, requests, flag, seen.get());
  tested(*flag != 0);
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
int some(Call call, Asks asks, decltype(&PMPI_Waitsome) real, int count, MPI_Request* requests,
         int* outcount, int* indices, MPI_Status* statuses) {
  if (!followable(requests, outcount, indices)) {
    return real(count, requests, outcount, indices, statuses);
  }
  Completion completion(call, asks, requests, count);
  Statuses seen(statuses, MPI_STATUSES_IGNORE, count);
  const int error = real(count, requests, outcount, indices, seen.get());
  if (*outcount == MPI_UNDEFINED) return error;
  tested(*outcount > 0);
  if (*outcount <= 0) return error;
  if (*outcount < count) chosen_among(count);
  std::vector<int> order(static_cast<std::size_t>(*outcount));
  for (int i = 0; i < *outcount; ++i) order[static_cast<std::size_t>(i)] = i;
  std::sort(order.begin(), order.end(), [&](int a, int b) { return indices[a] < indices[b]; });
  for (const int i : order) {
    if (error == MPI_SUCCESS || seen[i].MPI_ERROR == MPI_SUCCESS) {
      completion.add(indices[i], seen[i]);
    } else {
      give_up(completion.handle(indices[i]), requests[indices[i]]);
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

int request_get_status(Call call, decltype(&PMPI_Request_get_status) real, MPI_Request request,
                       int* flag, MPI_Status* status) {
  if (!followable(flag)) return real(request, flag, status);
  CallScope scope(*active_process, call, Asks::yes);
  MPI_Status own;
  MPI_Status* const seen = status == MPI_STATUS_IGNORE ? &own : status;
  const int error = real(request, flag, seen);
  if (error != MPI_SUCCESS || *flag == 0) return error;
  const Guard guard(*active_process);
  Finished finished;
  if (!take(request, *seen, finished)) return error;
  scope.book(finished.bytes, peer_of(finished), finished.record->communicator,
             [&](Engine& engine) { charge(engine, finished); });
  finished.record->delivered =
      true;  // the request stays; its completion costs a Wait more, and no more
  return error;
}

}  // namespace revprof::handle
