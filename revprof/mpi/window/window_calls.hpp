// SPDX-License-Identifier: BSD-3-Clause
// Handlers of calls on windows (MPI-3.1 chapter 11).
#pragma once

#include <mpi.h>

#include <cstdint>
#include <utility>

#include REVPROF_DECLARED_CALLS  // by this host's mpi.h
#include "revprof/mpi/collective/collective_calls.hpp"

namespace revprof {

namespace handle {

// The record of a window whose calls are followed; nullptr: pass them on.
inline Window* followed_window(MPI_Win handle) {
  if (active_process == nullptr) return nullptr;
  const Guard guard(*active_process);
  return active_process->windows.find(handle);
}

// window_epochs.cpp, window_passive.cpp
int win_create(Call, decltype(&PMPI_Win_create) real, void* base, MPI_Aint size, int unit, MPI_Info,
               MPI_Comm, MPI_Win*);
int win_allocate(Call, decltype(&PMPI_Win_allocate) real, MPI_Aint size, int unit, MPI_Info,
                 MPI_Comm, void* base, MPI_Win*);
int win_create_dynamic(Call, decltype(&PMPI_Win_create_dynamic) real, MPI_Info, MPI_Comm, MPI_Win*);
int win_free(Call, decltype(&PMPI_Win_free) real, MPI_Win*);
int win_set_info(Call, decltype(&PMPI_Win_set_info) real, MPI_Win, MPI_Info);
int win_fence(Call, decltype(&PMPI_Win_fence) real, int assertion, MPI_Win);
int win_post(Call, decltype(&PMPI_Win_post) real, MPI_Group, int assertion, MPI_Win);
int win_start(Call, decltype(&PMPI_Win_start) real, MPI_Group, int assertion, MPI_Win);
int win_complete(Call, decltype(&PMPI_Win_complete) real, MPI_Win);
int win_wait(Call, decltype(&PMPI_Win_wait) real, MPI_Win);
int win_test(Call, decltype(&PMPI_Win_test) real, MPI_Win, int* flag);
int win_lock(Call, decltype(&PMPI_Win_lock) real, int type, int rank, int assertion, MPI_Win);
int win_unlock(Call, decltype(&PMPI_Win_unlock) real, int rank, MPI_Win);
int win_lock_all(Call, decltype(&PMPI_Win_lock_all) real, int assertion, MPI_Win);
int win_unlock_all(Call, decltype(&PMPI_Win_unlock_all) real, MPI_Win);
int win_flush(Call, decltype(&PMPI_Win_flush) real, int rank, MPI_Win);
int win_flush_all(Call, decltype(&PMPI_Win_flush_all) real, MPI_Win);

// one_sided.cpp
int put(Call, decltype(&PMPI_Put) real, const void* origin, int count, MPI_Datatype, int target,
        MPI_Aint displacement, int target_count, MPI_Datatype target_type, MPI_Win);
int get(Call, decltype(&PMPI_Get) real, void* origin, int count, MPI_Datatype, int target,
        MPI_Aint displacement, int target_count, MPI_Datatype target_type, MPI_Win);
int accumulate(Call, decltype(&PMPI_Accumulate) real, const void* origin, int count, MPI_Datatype,
               int target, MPI_Aint displacement, int target_count, MPI_Datatype target_type,
               MPI_Op, MPI_Win);
int get_accumulate(Call, decltype(&PMPI_Get_accumulate) real, const void* origin, int count,
                   MPI_Datatype, void* result, int result_count, MPI_Datatype result_type,
                   int target, MPI_Aint displacement, int target_count, MPI_Datatype target_type,
                   MPI_Op, MPI_Win);
int fetch_and_op(Call, decltype(&PMPI_Fetch_and_op) real, const void* origin, void* result,
                 MPI_Datatype, int target, MPI_Aint displacement, MPI_Op, MPI_Win);
int compare_and_swap(Call, decltype(&PMPI_Compare_and_swap) real, const void* origin,
                     const void* compare, void* result, MPI_Datatype, int target,
                     MPI_Aint displacement, MPI_Win);
int rput(Call, decltype(&PMPI_Rput) real, const void* origin, int count, MPI_Datatype, int target,
         MPI_Aint displacement, int target_count, MPI_Datatype target_type, MPI_Win, MPI_Request*);
int rget(Call, decltype(&PMPI_Rget) real, void* origin, int count, MPI_Datatype, int target,
         MPI_Aint displacement, int target_count, MPI_Datatype target_type, MPI_Win, MPI_Request*);
int raccumulate(Call, decltype(&PMPI_Raccumulate) real, const void* origin, int count, MPI_Datatype,
                int target, MPI_Aint displacement, int target_count, MPI_Datatype target_type,
                MPI_Op, MPI_Win, MPI_Request*);
int rget_accumulate(Call, decltype(&PMPI_Rget_accumulate) real, const void* origin, int count,
                    MPI_Datatype, void* result, int result_count, MPI_Datatype result_type,
                    int target, MPI_Aint displacement, int target_count, MPI_Datatype target_type,
                    MPI_Op, MPI_Win, MPI_Request*);

// A window of `communicator`, made by real().
template <class Real>
int made_window(Call call, MPI_Comm handle, MPI_Win* window, Real real) {
  constexpr std::int64_t bytes = 24;  // base, size and displacement unit
  CollectiveCall collective_call = {call, Kind::all_to_all, handle, no_root, false};
  const Communicator* const communicator = followed(collective_call);
  if (communicator == nullptr) return real();
  Process& process = *active_process;
  CallScope scope(process, call);
  collective_call.window = process.windows.next_number();
  auto record = prepare(
      process, collective_call, *communicator, [](const Communicator&) { return bytes; }, true);
  // For the clock of its lock, which may be taken as soon as the others have made theirs.
  process.board.make_cell(record->exchange().place());
  return run_collective(
      collective_call, *communicator, std::move(record), scope, real, [&](Exchange& exchange) {
        auto made = make_window(handle, *communicator, exchange, collective_call.window);
        const Guard guard(process);
        // Under MPI_Pcontrol(0), too: what uses the window afterwards names it.
        if (EventSink* const trace = process.trace.get()) {
          trace->window({collective_call.window, communicator->number});
        }
        process.windows.add(*window, std::move(made));
      });
}

}  // namespace handle
}  // namespace revprof
