// SPDX-License-Identifier: BSD-3-Clause
// What revprof remembers of a window: how clocks travel between its processes, and what its epochs
// have cost so far (MPI-3.1 chapter 11).
#pragma once

#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "revprof/engine/engine.hpp"
#include "revprof/mpi/request/handle_table.hpp"
#include "revprof/mpi/window/window_locks.hpp"
#include "revprof/mpi/world/communicator.hpp"

namespace revprof {

class Exchange;

struct Window {
  int number = -1;     // in the trace
  Communicator place;  // as its communicator, which may be gone before it; but with a
                       // channel of its own
  MPI_Group group = MPI_GROUP_NULL;
  LockClocks locks;

  std::vector<int> targets, origins;  // of the epochs between start and complete, post and wait
  Clock epoch;                        // what transfers have cost since start; else empty
  Clock latest;                       // when the last of the request-based transfers is done

  std::vector<int> locked;  // those that this process has locked, shared or not
  bool all_locked = false;
  bool flush_paid = false;  // by transfers since the last flush, whose cost holds one
  std::pair<int, MPI_Aint> read{MPI_PROC_NULL, 0};  // by the last transfer, if that was a get: what

  // Whether transfers to it may be flushed.
  bool is_locked(int target) const {
    return all_locked || std::find(locked.begin(), locked.end(), target) != locked.end();
  }
  // All transfers have come to their end.
  void transferred() {
    latest.clear();
    flush_paid = false;
  }
  // Clocks from one process to others, as in empty messages. Sent without waiting; received only
  // where MPI may wait for the same processes itself.
  enum class Notice : std::int64_t { posted, completed };
  void tell(const std::vector<int>& ranks, Notice notice, const Clock& now) const;
  // One from each rank, one after the other.
  std::vector<SimTime> hear(const std::vector<int>& ranks, Notice notice) const;
  // The window's ranks of a group of its processes.
  std::vector<int> ranks_of(MPI_Group members) const;
  std::vector<int> world_ranks(const std::vector<int>& ranks) const;
};

// The record of a window just made of `communicator` by the exchange; collective over it.
std::unique_ptr<Window> make_window(MPI_Comm communicator, const Communicator& place,
                                    Exchange& exchange, int number);
// Takes apart the record of one just freed; collective over its processes.
void free_window(Window& window);

class Windows {
 public:
  Window* find(MPI_Win handle) const {
    return live_.empty() || handle == MPI_WIN_NULL ? nullptr : live_.find(handle);
  }
  void add(MPI_Win handle, std::unique_ptr<Window> window) {
    live_.insert(handle, window.release());
  }
  // The next window's in the trace. Windows of one communicator are made in the same order by all
  // its processes.
  int next_number() { return made_++; }
  std::unique_ptr<Window> take(MPI_Win handle) {
    return std::unique_ptr<Window>(live_.erase(handle));
  }

 private:
  HandleTable<MPI_Win, Window> live_;  // owns them
  int made_ = 0;
};

}  // namespace revprof
