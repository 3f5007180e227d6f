// SPDX-License-Identifier: BSD-3-Clause
// Epochs without the target: locks and flushes (MPI-3.1 sections 11.5.3 and 11.5.4). An exclusive
// lock waits for its last holder; shared ones for nobody.
#include <algorithm>

#include "revprof/mpi/wait/own_turn.hpp"
#include "revprof/mpi/window/window_calls.hpp"

namespace revprof::handle {

namespace {

// A flush or unlock, with one process or (MPI_PROC_NULL) with all.
enum class Ends { epoch, transfers };

template <class Real>
int finishing(Call call, Ends ends, int rank, MPI_Win handle, Real real) {
  Window* const window = followed_window(handle);
  if (window == nullptr) return real();
  CallScope scope(*active_process, call);
  const int error = real();
  if (error != MPI_SUCCESS) return error;
  const bool one = rank != MPI_PROC_NULL;
  const int peer = one ? window->place.world_rank(rank) : -1;
  scope.book(
      0, peer, window->place.number,
      [&](Engine& engine) {
        engine.finish_transfers(window->latest);
        if (ends == Ends::epoch || !window->flush_paid) {
          one ? engine.send(call, 0, peer) : engine.local(call, 0);
        }
        window->transferred();
      },
      window->number);
  return error;
}

// Before an unlock: for the next process that takes an exclusive lock.
void leave_clock(Window& window, int rank) {
  Clock released;
  {
    const Guard guard(*active_process);
    if (!window.locks.holds(rank)) return;
    window.locks.release(rank);
    released = active_process->engine->latest(window.latest);
  }
  window.locks.write(rank, released);
}

// Who asks first gets it. One that holds another lock asks nobody: the others may wait for it.
Turn turn_to_lock(const Window& window) {
  const bool asks = window.locks.followed() && window.locked.empty() && !window.all_locked;
  return asks ? await_turn(window.place.world_ranks) : Turn::unknown;
}

}  // namespace

int win_lock(Call call, decltype(&PMPI_Win_lock) real, int type, int rank, int assertion,
             MPI_Win handle) {
  Window* const window = rank == MPI_PROC_NULL ? nullptr : followed_window(handle);
  if (window == nullptr) return real(type, rank, assertion, handle);
  CallScope scope(*active_process, call);
  const bool exclusive = type == MPI_LOCK_EXCLUSIVE;
  const bool alone = exclusive && (assertion & MPI_MODE_NOCHECK) == 0;
  const Turn turn = alone ? turn_to_lock(*window) : Turn::unknown;
  int error = MPI_SUCCESS;
  {
    const Waiting waiting(*active_process, Horizon::State::lock);
    error = real(type, rank, assertion, handle);
  }
  if (error != MPI_SUCCESS) return error;
  window->locked.push_back(rank);
  active_process->horizon.holds(1);
  const int peer = window->place.world_rank(rank);
  const auto note_lock = [&](const Engine& engine) {
    if (EventSink* const trace = engine.listener()) trace->lock({exclusive});
  };
  if (!alone || !window->locks.followed()) {
    scope.book(
        0, peer, window->place.number,
        [&](Engine& engine) {
          engine.send(call, 0, peer);
          note_lock(engine);
        },
        window->number);
    return error;
  }
  const LockClocks::Released released = window->locks.read(rank);
  const Guard guard(*active_process);
  if (turn != Turn::own && released.holder >= 0 && released.holder != window->place.rank) {
    active_process->choices.note(&ChoiceCounts::locks);
  }
  window->locks.take(rank);
  scope.book(
      0, peer, window->place.number,
      [&](Engine& engine) {
        engine.follow(call, 0, peer, released.clock.data());
        note_lock(engine);
      },
      window->number);
  return error;
}

int win_unlock(Call call, decltype(&PMPI_Win_unlock) real, int rank, MPI_Win handle) {
  if (rank == MPI_PROC_NULL) return real(rank, handle);
  return finishing(call, Ends::epoch, rank, handle, [&] {
    if (Window* const window = followed_window(handle)) {
      leave_clock(*window, rank);
      std::vector<int>& locked = window->locked;
      const auto others = std::remove(locked.begin(), locked.end(), rank);
      active_process->horizon.holds(static_cast<int>(others - locked.end()));
      locked.erase(others, locked.end());
    }
    return real(rank, handle);
  });
}

int win_lock_all(Call call, decltype(&PMPI_Win_lock_all) real, int assertion, MPI_Win handle) {
  Window* const window = followed_window(handle);
  if (window == nullptr) return real(assertion, handle);
  CallScope scope(*active_process, call);
  int error = MPI_SUCCESS;
  {
    const Waiting waiting(*active_process, Horizon::State::lock);
    error = real(assertion, handle);
  }
  if (error != MPI_SUCCESS) return error;
  window->all_locked = true;
  active_process->horizon.holds(1);
  scope.book(
      0, -1, window->place.number, [&](Engine& engine) { engine.local(call, 0); }, window->number);
  return error;
}

int win_unlock_all(Call call, decltype(&PMPI_Win_unlock_all) real, MPI_Win handle) {
  return finishing(call, Ends::epoch, MPI_PROC_NULL, handle, [&] {
    if (Window* const window = followed_window(handle)) {
      if (window->all_locked) active_process->horizon.holds(-1);
      window->all_locked = false;
    }
    return real(handle);
  });
}

int win_flush(Call call, decltype(&PMPI_Win_flush) real, int rank, MPI_Win handle) {
  if (rank == MPI_PROC_NULL) return real(rank, handle);
  return finishing(call, Ends::transfers, rank, handle, [&] { return real(rank, handle); });
}

int win_flush_all(Call call, decltype(&PMPI_Win_flush_all) real, MPI_Win handle) {
  return finishing(call, Ends::transfers, MPI_PROC_NULL, handle, [&] { return real(handle); });
}

}  // namespace revprof::handle
