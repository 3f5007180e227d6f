// SPDX-License-Identifier: BSD-3-Clause
// Wait and Test of several requests.
#include <algorithm>
#include <optional>
#include <vector>

#include "revprof/mpi/request/request_calls.hpp"
#include "revprof/mpi/request/several.hpp"

namespace revprof::handle {

int waitany(Call call, decltype(&PMPI_Waitany) real, int count, MPI_Request* requests, int* index,
            MPI_Status* status) {
  if (!followable(requests, index)) return real(count, requests, index, status);
  Completion completion(call, Asks::no, Due::Wanted::first, requests, count);
  MPI_Status own;
  MPI_Status* const seen = status == MPI_STATUS_IGNORE ? &own : status;
  *index = MPI_UNDEFINED;  // in case MPI refuses the call
  int error = MPI_SUCCESS;
  {
    const Waiting waiting(*active_process, Horizon::State::running);
    completion.show(Completes::some);
    const InWait<RequestWait> wait(completion.wait(Completes::some));
    if (const auto due = completion.due(requests)) {
      *index = due->front();
      error = completion.end(*index, requests, seen);
    } else {
      const int open = completion.open();
      error = real(count, requests, index, seen);
      chosen_among(open);
    }
  }
  if (*index == MPI_UNDEFINED) return error;
  if (error == MPI_SUCCESS) {
    completion.finish(*index, *seen);
  } else {
    completion.fail(*index, requests[*index], error, *seen);
  }
  return error;
}

int testany(Call call, decltype(&PMPI_Testany) real, int count, MPI_Request* requests, int* index,
            int* flag, MPI_Status* status) {
  if (!followable(requests, index, flag)) return real(count, requests, index, flag, status);
  Completion completion(call, Asks::yes, Due::Wanted::first, requests, count);
  MPI_Status own;
  MPI_Status* const seen = status == MPI_STATUS_IGNORE ? &own : status;
  *index = MPI_UNDEFINED;
  if (completion.fails_again()) return *flag = 0, MPI_SUCCESS;
  int error = MPI_SUCCESS;
  if (const auto due = completion.due(requests)) {
    *flag = due->empty() ? 0 : 1;
    if (!due->empty()) error = completion.end(*index = due->front(), requests, seen);
  } else {
    const int open = completion.open();
    error = real(count, requests, index, flag, seen);
    tested(*flag != 0);
    if (*flag != 0) chosen_among(open);
  }
  if (*index == MPI_UNDEFINED) return error;
  if (error != MPI_SUCCESS) {
    completion.fail(*index, requests[*index], error, *seen);
  } else if (*flag != 0) {
    completion.finish(*index, *seen);
  }
  return error;
}

int waitall(Call call, decltype(&PMPI_Waitall) real, int count, MPI_Request* requests,
            MPI_Status* statuses) {
  if (!followable(requests)) return real(count, requests, statuses);
  Completion completion(call, Asks::no, Due::Wanted::all, requests, count);
  Statuses seen(statuses, MPI_STATUSES_IGNORE, count);
  int error = MPI_SUCCESS;
  {
    const Waiting waiting(*active_process, Horizon::State::running);
    completion.show(Completes::all);
    const InWait<RequestWait> wait(completion.wait(Completes::all));
    completion.settle_all();
    error = real(count, requests, seen.get());
    if (Completion::is_refused(error)) return error;
    error = completion.add_statuses(error, seen.get());
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
  Completion completion(call, Asks::yes, Due::Wanted::all, requests, count);
  if (completion.fails_again()) return *flag = 0, MPI_SUCCESS;
  Statuses seen(statuses, MPI_STATUSES_IGNORE, count);
  const auto due = completion.due(requests);
  if (due && due->empty()) return *flag = 0, MPI_SUCCESS;
  if (!due) completion.settle();
  int error = real(count, requests, flag, seen.get());
  if (Completion::is_refused(error)) return error;
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
  Completion completion(call, asks, Due::Wanted::some, requests, count);
  if (completion.fails_again()) return *outcount = 0, MPI_SUCCESS;
  Statuses seen(statuses, MPI_STATUSES_IGNORE, count);
  int error = MPI_SUCCESS;
  {
    std::optional<Waiting> waiting;
    std::optional<InWait<RequestWait>> wait;
    if (asks == Asks::no) {
      waiting.emplace(*active_process, Horizon::State::running);
      completion.show(Completes::some);
      wait.emplace(completion.wait(Completes::some));
    }
    if (const auto due = completion.due(requests)) {
      error = complete(completion, *due, requests, outcount, indices, seen.get());
    } else {
      const int open = completion.open();
      error = real(count, requests, outcount, indices, seen.get());
      if (Completion::is_refused(error) || *outcount == MPI_UNDEFINED) return error;
      tested(*outcount > 0);
      if (*outcount > 0 && *outcount < open) chosen_among(open);
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
      completion.fail(indices[i], requests[indices[i]], seen[i].MPI_ERROR, seen[i]);
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
