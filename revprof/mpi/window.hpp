// SPDX-License-Identifier: BSD-3-Clause
// What revprof remembers of a window: how clocks travel between its processes, and what its epochs
// have cost so far (MPI-3.1 chapter 11).
#pragma once

#include <mpi.h>

#include <cstdint>
#include <list>
#include <memory>
#include <vector>

#include "revprof/engine/engine.hpp"
#include "revprof/mpi/communicator.hpp"
#include "revprof/mpi/handle_table.hpp"
#include "revprof/mpi/window_locks.hpp"

namespace revprof {

// Empty messages between a window's processes that carry clocks. Sent without waiting; received
// only where MPI may wait for the same processes itself.
class Notices {
 public:
  enum Tag { posted, completed };

  // `communicator` is the window's own and outlives this.
  void start(MPI_Comm communicator, std::size_t values) {
    communicator_ = communicator;
    values_ = values;
  }
  void send(const std::vector<int>& ranks, Tag tag, const Clock& now);
  // One from each rank, one after the other.
  std::vector<SimTime> receive(const std::vector<int>& ranks, Tag tag) const;
  // Once all have been received, or will be: the epochs of the window are over.
  void finish();

 private:
  struct Sent {
    MPI_Request request = MPI_REQUEST_NULL;
    Clock clock;
  };

  MPI_Comm communicator_ = MPI_COMM_NULL;
  std::size_t values_ = 0;  // of a clock
  std::list<Sent> under_way_;
};

struct Window {
  int number = -1;                  // in the trace
  Communicator place;               // its communicator's record, which may be gone before it
  MPI_Comm clocks = MPI_COMM_NULL;  // its processes once more, for clocks alone
  MPI_Group group = MPI_GROUP_NULL;
  LockClocks locks;
  Notices notices;

  std::vector<int> targets, origins;  // of the epochs between start and complete, post and wait
  Clock epoch;                        // what transfers have cost since start; else empty
  Clock latest;                       // when the last of the request-based transfers is done

  bool flush_paid = false;  // by transfers since the last flush, whose cost holds one

  // All transfers have come to their end.
  void transferred() {
    latest.clear();
    flush_paid = false;
  }
  // The window's ranks of a group of its processes.
  std::vector<int> ranks_of(MPI_Group members) const;
  std::vector<int> world_ranks(const std::vector<int>& ranks) const;
};

// The record of a window just made of `communicator`; collective over it.
std::unique_ptr<Window> make_window(MPI_Comm communicator, const Communicator& place,
                                    std::size_t clock_values);
// Takes apart the record of one just freed; collective over its processes.
void free_window(Window& window);

class Windows {
 public:
  Window* find(MPI_Win handle) const {
    return live_.empty() || handle == MPI_WIN_NULL ? nullptr : live_.find(key(handle));
  }
  void add(MPI_Win handle, std::unique_ptr<Window> window) {
    live_.insert(key(handle), window.release());
  }
  // The next window's in the trace. Windows of one communicator are made in the same order by all
  // its processes.
  int next_number() { return made_++; }
  std::unique_ptr<Window> take(MPI_Win handle) {
    return std::unique_ptr<Window>(live_.erase(key(handle)));
  }

 private:
  static std::uint64_t key(MPI_Win handle) {
    std::uint64_t bits = 0;
    static_assert(sizeof(handle) <= sizeof(bits));
    __builtin_memcpy(&bits, &handle, sizeof(handle));
    return bits;
  }

  HandleTable<Window> live_;  // owns them
  int made_ = 0;
};

}  // namespace revprof
