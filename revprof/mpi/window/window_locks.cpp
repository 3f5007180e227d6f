// SPDX-License-Identifier: BSD-3-Clause
// The user's lock keeps others away from its clock: the holder's rank + 1, then the clock.
#include "revprof/mpi/window/window_locks.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

namespace revprof {

void LockClocks::start(MPI_Comm communicator, std::shared_ptr<Channel> channel,
                       std::size_t clock_values, bool with_place) {
  channel_ = std::move(channel);
  values_ = static_cast<int>(clock_values);
  lanes_ = with_place ? values_ - 1 : values_;
  if (!followed() || channel_->shares_memory()) return;
  SimTime* own = nullptr;
  const auto values = static_cast<MPI_Aint>(values_) + 1;
  const auto unit = static_cast<int>(sizeof(SimTime));
  if (PMPI_Win_allocate(values * unit, unit, MPI_INFO_NULL, communicator, &own, &window_) !=
      MPI_SUCCESS) {
    channel_.reset();
    return;
  }
  PMPI_Win_set_errhandler(window_, MPI_ERRORS_RETURN);
  PMPI_Win_lock_all(MPI_MODE_NOCHECK, window_);
  std::fill_n(own, values, 0);
  PMPI_Win_sync(window_);
  PMPI_Barrier(communicator);
}

void LockClocks::stop() {
  channel_.reset();
  if (window_ == MPI_WIN_NULL) return;
  PMPI_Win_unlock_all(window_);
  PMPI_Win_free(&window_);
}

LockClocks::Released LockClocks::read(int target) {
  std::vector<SimTime> values(static_cast<std::size_t>(values_) + 1);
  if (window_ != MPI_WIN_NULL) {
    PMPI_Get_accumulate(nullptr, 0, MPI_INT64_T, values.data(), values_ + 1, MPI_INT64_T, target, 0,
                        values_ + 1, MPI_INT64_T, MPI_NO_OP, window_);
    PMPI_Win_flush(target, window_);
  } else if (const auto* const cell = channel_->board().cell(channel_->place(target))) {
    for (std::size_t v = 0; v < values.size(); ++v) {
      values[v] = cell[v].load(std::memory_order_acquire);
    }
  }
  const int holder = static_cast<int>(values.front()) - 1;
  values.erase(values.begin());
  return {std::move(values), holder};
}

void LockClocks::write(int target, const std::vector<SimTime>& clock) {
  // Every holder has waited for the one before it, so what it replaces is earlier.
  const SimTime holder = channel_->own() + 1;
  if (window_ == MPI_WIN_NULL) {
    auto* const cell = channel_->board().cell(channel_->place(target));
    if (cell == nullptr) return;
    for (int v = 0; v < values_; ++v) {
      const auto value = clock[static_cast<std::size_t>(v)];
      const bool latest = v >= lanes_ || value > cell[v + 1].load(std::memory_order_relaxed);
      if (latest) cell[v + 1].store(value, std::memory_order_relaxed);
    }
    cell[0].store(holder, std::memory_order_release);
    return;
  }
  const int places = values_ - lanes_;
  PMPI_Accumulate(&holder, 1, MPI_INT64_T, target, 0, 1, MPI_INT64_T, MPI_REPLACE, window_);
  PMPI_Accumulate(clock.data(), lanes_, MPI_INT64_T, target, 1, lanes_, MPI_INT64_T, MPI_MAX,
                  window_);
  if (places > 0) {
    PMPI_Accumulate(clock.data() + lanes_, places, MPI_INT64_T, target, 1 + lanes_, places,
                    MPI_INT64_T, MPI_REPLACE, window_);
  }
  PMPI_Win_flush(target, window_);
}

std::atomic<SimTime>* LockClocks::atomics(int target) const {
  if (!followed() || window_ != MPI_WIN_NULL) return nullptr;
  auto* const cell = channel_->board().cell(channel_->place(target));
  return cell == nullptr ? nullptr : cell + values_ + 1;
}

bool LockClocks::follows_another(int target) {
  if (followed() && window_ != MPI_WIN_NULL) return true;
  auto* const last = atomics(target);
  if (last == nullptr) return false;
  const SimTime own = channel_->own() + 1, before = last->exchange(own);
  return before != 0 && before != own;
}

std::vector<SimTime> LockClocks::served(int target) const {
  const auto* const last = atomics(target);
  return last == nullptr ? std::vector<SimTime>()
                         : std::vector<SimTime>(last + 1, last + 1 + values_);
}

// Each has its turn, and nobody else's clock goes on before this is written.
void LockClocks::serve(int target, const std::vector<SimTime>& clock) {
  auto* const last = atomics(target);
  for (int v = 0; last != nullptr && v < values_; ++v) {
    last[v + 1].store(clock[static_cast<std::size_t>(v)], std::memory_order_release);
  }
}

LockClocks::WithoutTurn* LockClocks::without_turn(int target) const {
  auto* const last = atomics(target);
  return last == nullptr ? nullptr : reinterpret_cast<WithoutTurn*>(last + 1 + values_);
}

void LockClocks::ask() {
  WithoutTurn* const first = without_turn(0);
  if (first != nullptr && !is_asked()) first->is_asked.store(1, std::memory_order_release);
}

bool LockClocks::is_asked() const {
  const WithoutTurn* const first = without_turn(0);
  return first != nullptr && first->is_asked.load(std::memory_order_acquire) != 0;
}

void LockClocks::note(Done what, int target, std::int64_t word, SimTime now) {
  WithoutTurn* const all = without_turn(target);
  if (all == nullptr) return;
  Last& last = all->of(what);
  last.at.store(now, std::memory_order_relaxed);
  last.word.store(word, std::memory_order_relaxed);
  last.by.store(channel_->own() + 1, std::memory_order_release);
}

bool LockClocks::is_done_after(Done what, int target, std::int64_t word, SimTime now) const {
  WithoutTurn* const all = without_turn(target);
  if (all == nullptr) return false;
  const Last& last = all->of(what);
  const SimTime own = channel_->own() + 1, by = last.by.load(std::memory_order_acquire);
  if (by == 0 || by == own) return false;
  const SimTime at = last.at.load(std::memory_order_relaxed);
  const bool is_it = word == any_word || last.word.load(std::memory_order_relaxed) == word;
  return is_it && (at > now || (at == now && by > own));
}

bool LockClocks::holds(int target) const {
  return std::find(held_.begin(), held_.end(), target) != held_.end();
}

void LockClocks::release(int target) {
  held_.erase(std::remove(held_.begin(), held_.end(), target), held_.end());
}

}  // namespace revprof
