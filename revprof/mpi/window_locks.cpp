// SPDX-License-Identifier: BSD-3-Clause
// The window of lock clocks is open to everybody for its whole life: the user's lock already keeps
// others away.
#include "revprof/mpi/window_locks.hpp"

#include <algorithm>

namespace revprof {

void LockClocks::start(MPI_Comm communicator, std::size_t clock_values, bool with_place) {
  int size = 1;
  PMPI_Comm_size(communicator, &size);
  if (size == 1) return;
  PMPI_Comm_rank(communicator, &rank_);
  values_ = static_cast<int>(clock_values);
  lanes_ = with_place ? values_ - 1 : values_;
  SimTime* own = nullptr;
  const auto values = static_cast<MPI_Aint>(values_) + 1;  // the clock, and the holder's rank + 1
  const auto unit = static_cast<int>(sizeof(SimTime));
  if (PMPI_Win_allocate(values * unit, unit, MPI_INFO_NULL, communicator, &own, &window_) !=
      MPI_SUCCESS) {
    window_ = MPI_WIN_NULL;
    return;
  }
  PMPI_Win_set_errhandler(window_, MPI_ERRORS_RETURN);
  PMPI_Win_lock_all(MPI_MODE_NOCHECK, window_);
  std::fill_n(own, values, 0);
  PMPI_Win_sync(window_);
  PMPI_Barrier(communicator);
}

void LockClocks::stop() {
  if (window_ == MPI_WIN_NULL) return;
  PMPI_Win_unlock_all(window_);
  PMPI_Win_free(&window_);
}

LockClocks::Released LockClocks::read(int target) {
  std::vector<SimTime> values(static_cast<std::size_t>(values_) + 1);
  PMPI_Get_accumulate(nullptr, 0, MPI_INT64_T, values.data(), values_ + 1, MPI_INT64_T, target, 0,
                      values_ + 1, MPI_INT64_T, MPI_NO_OP, window_);
  PMPI_Win_flush(target, window_);
  const int holder = static_cast<int>(values.back()) - 1;
  values.pop_back();
  return {std::move(values), holder};
}

void LockClocks::write(int target, const std::vector<SimTime>& clock) {
  // Every holder has waited for the one before it, so what it replaces is earlier.
  const SimTime last[2] = {clock.back(), rank_ + 1};
  const int replaced = values_ - lanes_ + 1;
  PMPI_Accumulate(clock.data(), lanes_, MPI_INT64_T, target, 0, lanes_, MPI_INT64_T, MPI_MAX,
                  window_);
  PMPI_Accumulate(last + 2 - replaced, replaced, MPI_INT64_T, target, lanes_, replaced, MPI_INT64_T,
                  MPI_REPLACE, window_);
  PMPI_Win_flush(target, window_);
}

bool LockClocks::holds(int target) const {
  return std::find(held_.begin(), held_.end(), target) != held_.end();
}

void LockClocks::release(int target) {
  held_.erase(std::remove(held_.begin(), held_.end(), target), held_.end());
}

}  // namespace revprof
