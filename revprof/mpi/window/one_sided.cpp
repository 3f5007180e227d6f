// SPDX-License-Identifier: BSD-3-Clause
// One-sided transfers: the origin pays for them, at once or, where they have a request, at its
// completion (MPI-3.1 section 11.3).
#include <algorithm>
#include <vector>

#include "revprof/mpi/message/size.hpp"
#include "revprof/mpi/window/window_calls.hpp"
#include "revprof/mpi/window/word_use.hpp"

namespace revprof::handle {

namespace {

// The window of a transfer that moves something; nullptr: pass it on.
Window* window_to(int target, MPI_Win handle) {
  return target == MPI_PROC_NULL ? nullptr : followed_window(handle);
}

template <class Real>
int completed(WordUse& use, MPI_Win handle, Real real) {
  const int error = real();
  return error == MPI_SUCCESS ? use.complete(handle) : error;
}

// After those that had their turn before it at that process.
void serve(Engine& engine, Call call, std::int64_t bytes, Window& window, int target) {
  const Communicator& place = window.place;
  const std::vector<SimTime> before = window.locks.served(target);
  const int peer = place.world_rank(target);
  if (before.empty()) return engine.transfer(call, bytes, peer, window.epoch);
  engine.serve({call, place.processes, bytes, place.span}, peer, before.data());
  window.locks.serve(target, engine.clock());
}

template <class Real>
int transfer(Call call, int target, MPI_Aint displacement, int count, MPI_Datatype datatype,
             MPI_Win handle, Real real) {
  Window* const window = window_to(target, handle);
  if (window == nullptr) return real();
  CallScope scope(*active_process, call);
  const std::int64_t bytes = bytes_of(count, datatype);
  WordUse use(call, *window, target, displacement, bytes);
  const int error = completed(use, handle, real);
  if (error != MPI_SUCCESS) return error;
  const int peer = window->place.world_rank(target);
  scope.book(
      bytes, peer, window->place.number,
      [&](Engine& engine) {
        if (use.is_served()) {
          serve(engine, call, bytes, *window, target);
        } else {
          engine.transfer(call, bytes, peer, window->epoch);
        }
        window->flush_paid = true;
      },
      window->number);
  return error;
}

template <class Real>
int transfer_with_request(Call call, int target, MPI_Aint displacement, int count,
                          MPI_Datatype datatype, MPI_Win handle, MPI_Request* request, Real real) {
  Window* const window = window_to(target, handle);
  if (window == nullptr) return real();
  CallScope scope(*active_process, call);
  const std::int64_t bytes = bytes_of(count, datatype);
  WordUse use(call, *window, target, displacement, bytes);
  const int error = completed(use, handle, real);
  if (error != MPI_SUCCESS) return error;
  unshare(request);
  const Guard guard(*active_process);
  auto record = active_process->requests.make<Request::Transfer>();
  auto& posted = *record->as<Request::Transfer>();
  posted.call = call;
  posted.bytes = bytes;
  record->communicator = window->place.number;
  record->peer = window->place.world_rank(target);
  scope.book(
      bytes, record->peer, record->communicator,
      [&](Engine& engine) {
        record->number = begin_request(engine, RequestEvent::What::transfer);
        posted.done = engine.post_transfer(call, bytes, record->peer);
        window->latest = engine.later(std::move(window->latest), posted.done);
        window->flush_paid = true;
      },
      window->number);
  active_process->requests.add(*request, std::move(record));
  return error;
}

}  // namespace

int put(Call call, decltype(&PMPI_Put) real, const void* origin, int count, MPI_Datatype datatype,
        int target, MPI_Aint displacement, int target_count, MPI_Datatype target_type,
        MPI_Win window) {
  return transfer(call, target, displacement, count, datatype, window, [&] {
    return real(origin, count, datatype, target, displacement, target_count, target_type, window);
  });
}

int get(Call call, decltype(&PMPI_Get) real, void* origin, int count, MPI_Datatype datatype,
        int target, MPI_Aint displacement, int target_count, MPI_Datatype target_type,
        MPI_Win window) {
  return transfer(call, target, displacement, count, datatype, window, [&] {
    return real(origin, count, datatype, target, displacement, target_count, target_type, window);
  });
}

int accumulate(Call call, decltype(&PMPI_Accumulate) real, const void* origin, int count,
               MPI_Datatype datatype, int target, MPI_Aint displacement, int target_count,
               MPI_Datatype target_type, MPI_Op op, MPI_Win window) {
  return transfer(call, target, displacement, count, datatype, window, [&] {
    return real(origin, count, datatype, target, displacement, target_count, target_type, op,
                window);
  });
}

int get_accumulate(Call call, decltype(&PMPI_Get_accumulate) real, const void* origin, int count,
                   MPI_Datatype datatype, void* result, int result_count, MPI_Datatype result_type,
                   int target, MPI_Aint displacement, int target_count, MPI_Datatype target_type,
                   MPI_Op op, MPI_Win window) {
  return transfer(call, target, displacement, result_count, result_type, window, [&] {
    return real(origin, count, datatype, result, result_count, result_type, target, displacement,
                target_count, target_type, op, window);
  });
}

// One element, whose size makes no difference: d is 0.
int fetch_and_op(Call call, decltype(&PMPI_Fetch_and_op) real, const void* origin, void* result,
                 MPI_Datatype datatype, int target, MPI_Aint displacement, MPI_Op op,
                 MPI_Win window) {
  return transfer(call, target, displacement, 1, datatype, window,
                  [&] { return real(origin, result, datatype, target, displacement, op, window); });
}

int compare_and_swap(Call call, decltype(&PMPI_Compare_and_swap) real, const void* origin,
                     const void* compare, void* result, MPI_Datatype datatype, int target,
                     MPI_Aint displacement, MPI_Win window) {
  return transfer(call, target, displacement, 0, datatype, window, [&] {
    return real(origin, compare, result, datatype, target, displacement, window);
  });
}

int rput(Call call, decltype(&PMPI_Rput) real, const void* origin, int count, MPI_Datatype datatype,
         int target, MPI_Aint displacement, int target_count, MPI_Datatype target_type,
         MPI_Win window, MPI_Request* request) {
  return transfer_with_request(call, target, displacement, count, datatype, window, request, [&] {
    return real(origin, count, datatype, target, displacement, target_count, target_type, window,
                request);
  });
}

int rget(Call call, decltype(&PMPI_Rget) real, void* origin, int count, MPI_Datatype datatype,
         int target, MPI_Aint displacement, int target_count, MPI_Datatype target_type,
         MPI_Win window, MPI_Request* request) {
  return transfer_with_request(call, target, displacement, count, datatype, window, request, [&] {
    return real(origin, count, datatype, target, displacement, target_count, target_type, window,
                request);
  });
}

int raccumulate(Call call, decltype(&PMPI_Raccumulate) real, const void* origin, int count,
                MPI_Datatype datatype, int target, MPI_Aint displacement, int target_count,
                MPI_Datatype target_type, MPI_Op op, MPI_Win window, MPI_Request* request) {
  return transfer_with_request(call, target, displacement, count, datatype, window, request, [&] {
    return real(origin, count, datatype, target, displacement, target_count, target_type, op,
                window, request);
  });
}

int rget_accumulate(Call call, decltype(&PMPI_Rget_accumulate) real, const void* origin, int count,
                    MPI_Datatype datatype, void* result, int result_count, MPI_Datatype result_type,
                    int target, MPI_Aint displacement, int target_count, MPI_Datatype target_type,
                    MPI_Op op, MPI_Win window, MPI_Request* request) {
  return transfer_with_request(
      call, target, displacement, result_count, result_type, window, request, [&] {
        return real(origin, count, datatype, result, result_count, result_type, target,
                    displacement, target_count, target_type, op, window, request);
      });
}

}  // namespace revprof::handle
