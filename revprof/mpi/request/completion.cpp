// SPDX-License-Identifier: BSD-3-Clause
// Wait, Test and Request_get_status: one request, and the latter of several.
#include "revprof/mpi/request/awaited.hpp"
#include "revprof/mpi/request/due.hpp"
#include "revprof/mpi/request/finished.hpp"
#include "revprof/mpi/request/request_calls.hpp"
#include "revprof/mpi/request/withheld.hpp"
#include "revprof/mpi/wait/wait.hpp"

namespace revprof::handle {

int wait(Call call, decltype(&PMPI_Wait) real, MPI_Request* request, MPI_Status* status) {
  if (!followable(request)) return real(request, status);
  CallScope scope(*active_process, call);
  Claim claim(request, 1);
  MPI_Status own;
  MPI_Status* const seen = status == MPI_STATUS_IGNORE ? &own : status;
  int error = MPI_SUCCESS;
  post_held_beside(claim, Asks::no);
  let_go_beside_withheld(claim, request);
  {
    const Waiting waiting(*active_process, Horizon::State::running);
    show_wait(claim, Completes::all);
    const InWait<RequestWait> in_wait(call, claim, false);
    const bool is_here = is_held(claim, 0) && due_first(claim, Due::Wanted::first);
    if (!is_here) settle_held(claim);
    error = end_request_of(claim, 0, request, seen);
  }
  if (error == MPI_SUCCESS) {
    finish_one(scope, claim, 0, *seen);
  } else {
    give_up(claim, 0, *request, error, *seen);
  }
  return error;
}

int test(Call call, decltype(&PMPI_Test) real, MPI_Request* request, int* flag,
         MPI_Status* status) {
  if (!followable(request, flag)) return real(request, flag, status);
  CallScope scope(*active_process, call, Asks::yes);
  if (fails_again(Due::Wanted::all, request, 1)) return *flag = 0, MPI_SUCCESS;
  Claim claim(request, 1);
  MPI_Status own;
  MPI_Status* const seen = status == MPI_STATUS_IGNORE ? &own : status;
  post_held_beside(claim, Asks::yes);
  const auto due = due_by_now(claim, Due::Wanted::all, request);
  if (due && due->empty()) return *flag = 0, MPI_SUCCESS;
  if (!due) settle_held(claim);
  const int error = held_here(claim) == 0 ? (*flag = 1, end_request_of(claim, 0, request, seen))
                                          : real(request, flag, seen);
  if (!due) tested(*flag != 0);
  if (error != MPI_SUCCESS) {
    give_up(claim, 0, *request, error, *seen);
  } else if (*flag != 0) {
    finish_one(scope, claim, 0, *seen);
  }
  return error;
}

namespace {

// Data and status of a request that is complete; it stays, and its completion costs a Wait more.
void show(CallScope& scope, const Claim& claim, int index, MPI_Status& status) {
  await_clocks(claim, index);
  const Guard guard(*active_process);
  Finished finished;
  if (!take(claim, index, status, finished)) return;
  scope.book(finished.bytes, finished.peer(), finished.record->communicator,
             [&](Engine& engine) { charge(engine, &finished, 1); });
  finished.record->delivered = true;
}

// The status of one that is complete.
int look_at(const Claim& claim, int i, MPI_Status* status) {
  if (is_held(claim, i)) return end_request_of(claim, i, nullptr, status);
  int flag = 0;
  return PMPI_Request_get_status(claim.handle(i), &flag, status);
}

}  // namespace

int request_get_status(Call call, decltype(&PMPI_Request_get_status) real, MPI_Request request,
                       int* flag, MPI_Status* status) {
  if (!followable(flag)) return real(request, flag, status);
  CallScope scope(*active_process, call, Asks::yes);
  if (fails_again(Due::Wanted::all, &request, 1)) return *flag = 0, MPI_SUCCESS;
  Claim claim(&request, 1);
  MPI_Status own;
  MPI_Status* const seen = status == MPI_STATUS_IGNORE ? &own : status;
  post_held_beside(claim, Asks::yes);
  const auto due = due_by_now(claim, Due::Wanted::all, nullptr);
  if (due && due->empty()) return *flag = 0, MPI_SUCCESS;
  if (!due) settle_held(claim);
  const int error = held_here(claim) == 0 ? (*flag = 1, end_request_of(claim, 0, nullptr, seen))
                                          : real(request, flag, seen);
  if (error == MPI_SUCCESS && *flag != 0) show(scope, claim, 0, *seen);
  return error;
}

int request_get_status_any(Call call, RequestGetStatusAny real, int count,
                           const MPI_Request* requests, int* index, int* flag, MPI_Status* status) {
  if (!followable(requests, index, flag)) return real(count, requests, index, flag, status);
  CallScope scope(*active_process, call, Asks::yes);
  if (fails_again(Due::Wanted::first, requests, count)) {
    return *index = MPI_UNDEFINED, *flag = 0, MPI_SUCCESS;
  }
  Claim claim(requests, count);
  MPI_Status own;
  MPI_Status* const seen = status == MPI_STATUS_IGNORE ? &own : status;
  post_held_beside(claim, Asks::yes);
  const auto due = due_by_now(claim, Due::Wanted::first, nullptr);
  if (due && due->empty()) return *index = MPI_UNDEFINED, *flag = 0, MPI_SUCCESS;
  if (!due) settle_held(claim);
  const int here = due ? due->front() : held_here(claim);
  const int error = here < 0 ? real(count, requests, index, flag, seen)
                             : (*index = here, *flag = 1, look_at(claim, here, seen));
  if (!due) tested(*flag != 0);
  if (error != MPI_SUCCESS || *flag == 0 || *index == MPI_UNDEFINED) return error;
  if (!due) chosen_among(count);
  show(scope, claim, *index, *seen);
  return error;
}

int request_get_status_all(Call call, RequestGetStatusAll real, int count,
                           const MPI_Request* requests, int* flag, MPI_Status* statuses) {
  if (!followable(requests, flag)) return real(count, requests, flag, statuses);
  CallScope scope(*active_process, call, Asks::yes);
  if (fails_again(Due::Wanted::all, requests, count)) return *flag = 0, MPI_SUCCESS;
  Claim claim(requests, count);
  SmallArray<MPI_Status> own(claim.size());
  MPI_Status* const seen = statuses == MPI_STATUSES_IGNORE ? own.begin() : statuses;
  post_held_beside(claim, Asks::yes);
  const auto due = due_by_now(claim, Due::Wanted::all, nullptr);
  if (due && due->empty()) return *flag = 0, MPI_SUCCESS;
  if (!due) settle_held(claim);
  int error = real(count, requests, flag, seen);
  if (!due) tested(*flag != 0);
  if (*flag != 0) error = add_statuses_of_held(claim, error, seen);
  if (error != MPI_SUCCESS || *flag == 0) return error;
  for (int i = 0; i < count; ++i) show(scope, claim, i, seen[i]);
  return error;
}

int request_get_status_some(Call call, RequestGetStatusSome real, int count,
                            const MPI_Request* requests, int* outcount, int* indices,
                            MPI_Status* statuses) {
  if (!followable(requests, outcount, indices)) {
    return real(count, requests, outcount, indices, statuses);
  }
  CallScope scope(*active_process, call, Asks::yes);
  if (fails_again(Due::Wanted::some, requests, count)) return *outcount = 0, MPI_SUCCESS;
  Claim claim(requests, count);
  SmallArray<MPI_Status> own(claim.size());
  MPI_Status* const seen = statuses == MPI_STATUSES_IGNORE ? own.begin() : statuses;
  post_held_beside(claim, Asks::yes);
  auto due = due_by_now(claim, Due::Wanted::some, nullptr);
  const bool by_host = !due;
  if (by_host) {
    settle_held(claim);
    if (const int here = held_here(claim); here >= 0) due.emplace({here});
  }
  int error = MPI_SUCCESS;
  if (due) {
    *outcount = 0;
    for (const int i : *due) {
      MPI_Status& status = seen[*outcount];
      status.MPI_ERROR = look_at(claim, i, &status);
      if (status.MPI_ERROR != MPI_SUCCESS) error = MPI_ERR_IN_STATUS;
      indices[(*outcount)++] = i;
    }
  } else {
    error = real(count, requests, outcount, indices, seen);
  }
  if (error != MPI_SUCCESS || *outcount == MPI_UNDEFINED) return error;
  if (by_host) tested(*outcount > 0);
  if (by_host && *outcount > 0 && *outcount < count) chosen_among(count);
  for (int i = 0; i < *outcount; ++i) show(scope, claim, indices[i], seen[i]);
  return error;
}

}  // namespace revprof::handle
