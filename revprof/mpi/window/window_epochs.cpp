// SPDX-License-Identifier: BSD-3-Clause
// A window's life, and the epochs in which its targets take part: fence, and post, start, complete
// and wait (MPI-3.1 sections 11.2 and 11.5).
#include "revprof/mpi/collective/failure.hpp"
#include "revprof/mpi/request/finished.hpp"
#include "revprof/mpi/window/window_calls.hpp"

namespace revprof::handle {

namespace {

// A collective over a window's processes, whose clocks go over the window's own communicator.
template <class Real>
int window_collective(CallScope& scope, Call call, Window& window, Real real) {
  Process& process = *active_process;
  const CollectiveCall collective_call = {call,  Kind::all_to_all, MPI_COMM_NULL, no_root,
                                          false, window.number};
  auto record = prepare(process, collective_call, window.place,
                        [](const Communicator&) { return std::int64_t{0}; });
  if (!window.latest.empty()) {
    const Guard guard(process);
    record->exchange().raise(process.engine->latest(window.latest).data());
  }
  int error = MPI_SUCCESS;
  {
    const Waiting waiting(process, Horizon::State::running);
    record->exchange().announce();
    record->exchange().wait(process.horizon);
    const InWait<CollectiveWait> wait(call, record->exchange(), window.place, no_root);
    error = real();
    if (error == MPI_SUCCESS) record->exchange().collect();
  }
  if (error == MPI_SUCCESS) {
    window.transferred();
    book(process, scope, collective_call, window.place, record->exchange());
  } else {
    record->exchange().fail(took_part(error));
  }
  give_back(process, std::move(record));
  return error;
}

// With whom an epoch begins or ends, for the trace.
void note_partners(const Engine& engine, const std::vector<int>& peers) {
  if (EventSink* const trace = engine.listener()) trace->partners({peers});
}

// After a Win_wait, or a Win_test that succeeded: all origins have called Win_complete.
void exposure_ended(CallScope& scope, Call call, Window& window) {
  const auto completed = window.hear(window.origins, Window::Notice::completed);
  const auto peers = window.world_ranks(window.origins);
  scope.book(
      0, -1, window.place.number,
      [&](Engine& engine) {
        engine.meet(peers, completed.data(), {});
        engine.local(call, 0);
        note_partners(engine, peers);
      },
      window.number);
  window.origins.clear();
}

}  // namespace

int win_create(Call call, decltype(&PMPI_Win_create) real, void* base, MPI_Aint size, int unit,
               MPI_Info info, MPI_Comm communicator, MPI_Win* window) {
  return made_window(call, communicator, window,
                     [&] { return real(base, size, unit, info, communicator, window); });
}

int win_allocate(Call call, decltype(&PMPI_Win_allocate) real, MPI_Aint size, int unit,
                 MPI_Info info, MPI_Comm communicator, void* base, MPI_Win* window) {
  return made_window(call, communicator, window,
                     [&] { return real(size, unit, info, communicator, base, window); });
}

int win_create_dynamic(Call call, decltype(&PMPI_Win_create_dynamic) real, MPI_Info info,
                       MPI_Comm communicator, MPI_Win* window) {
  return made_window(call, communicator, window, [&] { return real(info, communicator, window); });
}

int win_free(Call call, decltype(&PMPI_Win_free) real, MPI_Win* handle) {
  Window* const window = handle == nullptr ? nullptr : followed_window(*handle);
  if (window == nullptr) return real(handle);
  CallScope scope(*active_process, call);
  const MPI_Win key = *handle;
  std::unique_ptr<Window> record;
  {
    // Another thread may make a window with this handle as soon as this one is free.
    const Guard guard(*active_process);
    record = active_process->windows.take(key);
  }
  const int error = window_collective(scope, call, *window, [&] { return real(handle); });
  if (error == MPI_SUCCESS) {
    free_window(*record);
  } else {
    const Guard guard(*active_process);
    active_process->windows.add(key, std::move(record));
  }
  return error;
}

int win_set_info(Call call, decltype(&PMPI_Win_set_info) real, MPI_Win handle, MPI_Info info) {
  Window* const window = followed_window(handle);
  if (window == nullptr) return real(handle, info);
  CallScope scope(*active_process, call);
  return window_collective(scope, call, *window, [&] { return real(handle, info); });
}

int win_fence(Call call, decltype(&PMPI_Win_fence) real, int assertion, MPI_Win handle) {
  Window* const window = followed_window(handle);
  if (window == nullptr) return real(assertion, handle);
  CallScope scope(*active_process, call);
  if ((assertion & MPI_MODE_NOPRECEDE) == 0) {
    return window_collective(scope, call, *window, [&] { return real(assertion, handle); });
  }
  // Ends no epoch: MPI need not wait for anybody, so neither must the clocks.
  const int error = real(assertion, handle);
  if (error != MPI_SUCCESS) return error;
  scope.book(
      0, -1, window->place.number, [](Engine& engine) { engine.local(Call::MPI_Win_flush, 0); },
      window->number);
  return error;
}

int win_post(Call call, decltype(&PMPI_Win_post) real, MPI_Group group, int assertion,
             MPI_Win handle) {
  Window* const window = followed_window(handle);
  if (window == nullptr) return real(group, assertion, handle);
  CallScope scope(*active_process, call);
  const int error = real(group, assertion, handle);
  if (error != MPI_SUCCESS) return error;
  Clock now;
  window->origins = window->ranks_of(group);
  scope.book(
      0, -1, window->place.number,
      [&](Engine& engine) {
        now = engine.clock();
        engine.local(call, 0);
        note_partners(engine, window->world_ranks(window->origins));
      },
      window->number);
  window->tell(window->origins, Window::Notice::posted, now);
  return error;
}

int win_start(Call call, decltype(&PMPI_Win_start) real, MPI_Group group, int assertion,
              MPI_Win handle) {
  Window* const window = followed_window(handle);
  if (window == nullptr) return real(group, assertion, handle);
  CallScope scope(*active_process, call);
  const int error = real(group, assertion, handle);
  if (error != MPI_SUCCESS) return error;
  window->targets = window->ranks_of(group);
  scope.book(
      0, -1, window->place.number,
      [&](Engine& engine) {
        engine.local(call, 0);
        window->epoch.assign(engine.clock_values(), 0);
        note_partners(engine, window->world_ranks(window->targets));
      },
      window->number);
  return error;
}

int win_complete(Call call, decltype(&PMPI_Win_complete) real, MPI_Win handle) {
  Window* const window = followed_window(handle);
  if (window == nullptr) return real(handle);
  CallScope scope(*active_process, call);
  const int error = real(handle);
  if (error != MPI_SUCCESS) return error;
  // Whether MPI waits in MPI_Win_start or here, it has seen what the targets have posted.
  const auto posted = window->hear(window->targets, Window::Notice::posted);
  const auto peers = window->world_ranks(window->targets);
  Clock now;
  scope.book(
      0, -1, window->place.number,
      [&](Engine& engine) {
        engine.meet(peers, posted.data(), window->epoch);
        now = engine.clock();
        engine.local(call, 0);
        note_partners(engine, peers);
      },
      window->number);
  window->tell(window->targets, Window::Notice::completed, now);
  window->targets.clear();
  window->epoch.clear();
  window->transferred();
  return error;
}

int win_wait(Call call, decltype(&PMPI_Win_wait) real, MPI_Win handle) {
  Window* const window = followed_window(handle);
  if (window == nullptr) return real(handle);
  CallScope scope(*active_process, call);
  const int error = real(handle);
  if (error == MPI_SUCCESS) exposure_ended(scope, call, *window);
  return error;
}

int win_test(Call call, decltype(&PMPI_Win_test) real, MPI_Win handle, int* flag) {
  Window* const window = followed_window(handle);
  if (window == nullptr || flag == nullptr) return real(handle, flag);
  CallScope scope(*active_process, call, Asks::yes);
  const int error = real(handle, flag);
  if (error != MPI_SUCCESS) return error;
  tested(*flag != 0);
  if (*flag != 0) exposure_ended(scope, call, *window);
  return error;
}

}  // namespace revprof::handle
