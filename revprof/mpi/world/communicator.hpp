// SPDX-License-Identifier: BSD-3-Clause
// What revprof remembers of a communicator: who is in it, how far apart they are, its number in the
// trace.
#pragma once

#include <mpi.h>

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "revprof/engine/cost.hpp"
#include "revprof/mpi/collective/channel.hpp"
#include "revprof/mpi/request/handle_bits.hpp"

namespace revprof {

struct Communicator {
  // Of one that this library has not seen made; over processes of another program as well.
  static constexpr std::uint64_t unknown_context = 0, foreign_context = 1;

  int number = 0;  // in the trace; 0 is that of all processes
  int rank = 0, size = 0;
  bool inter = false;
  int peers = 0;      // whom a collective's arrays of counts are for: the remote group's, else size
  int processes = 0;  // p of its collectives: both groups of an intercommunicator
  Span span;          // of all its processes
  std::vector<int> world_ranks;  // of those one can send to, among all processes; -1: elsewhere
  bool is_the_programs = false;  // which has to free it
  bool has_topology = false;
  int in_degree = 0, out_degree = 0;  // of this process in a topology
  std::shared_ptr<const std::vector<int>> in_neighbours, out_neighbours;  // their ranks there
  std::uint64_t context = unknown_context;  // the same at all its processes, and no other one's
  std::shared_ptr<Channel> channel;  // of its collectives' clocks; nullptr: nobody else is there

  bool is_alone() const { return processes == 1; }

  int world_rank(int peer) const {
    return peer >= 0 && peer < static_cast<int>(world_ranks.size())
               ? world_ranks[static_cast<std::size_t>(peer)]
               : -1;
  }
  bool is_root(int root) const { return inter ? root == MPI_ROOT : root == rank; }
  bool accepts_root(int root) const {
    if (inter && (root == MPI_ROOT || root == MPI_PROC_NULL)) return true;
    return root >= 0 && root < peers;
  }
};

// Finds a communicator's record, making it at first sight. Kept as an attribute, so that it goes
// when MPI frees the communicator, whoever does so; the last few are remembered beside it, for the
// attribute's look-up is slow.
class Communicators {
 public:
  // Once MPI has begun. `world` holds all processes: MPI_COMM_WORLD, where MPI_Init was called;
  // `costs` outlives this object.
  void start(MPI_Comm world, const CostTable& costs);
  // Before MPI ends, which would otherwise call back into a library that is shutting down.
  void stop();

  // One that was made by a collective of others, which all told their new places there; or, without
  // such a collective, by one over itself, which is ours. False: it is of one process, which needs
  // no place.
  bool made(MPI_Comm handle, const std::shared_ptr<Mail>& mail, const std::vector<Channel::Found>&);
  void made(MPI_Comm handle);

  // Frees one by `free`, which may fail: then its record stays. MPI goes by what the attribute says
  // that it deletes last (MPICH), the oldest; so that this is one of the program's, where it has
  // any, ours becomes the newest.
  int release(MPI_Comm handle, const std::function<int()>& free);

  // That the program has made, as far as revprof has seen.
  std::size_t not_freed() const { return static_cast<std::size_t>(made_); }

  // One of our own, over this process alone, on which errors return.
  MPI_Comm quiet() const { return quiet_; }

  // nullptr for MPI_COMM_NULL.
  Communicator* find(MPI_Comm handle) {
    const Slot& slot = recent_[slot_of(handle)];
    return slot.record != nullptr && slot.handle == handle ? slot.record : look_up(handle);
  }

 private:
  struct Slot {
    MPI_Comm handle = MPI_COMM_NULL;
    Communicator* record = nullptr;
  };
  // One that is being freed, of which callbacks of the program may still make use.
  struct Leaving {
    MPI_Comm handle;
    Communicator* record;
    bool is_let_go = false;  // MPI has deleted the attribute
  };
  static constexpr std::size_t slots = 16;
  static std::size_t slot_of(MPI_Comm handle) {
    return bits_of(handle) * 0x9e3779b97f4a7c15u >> 40 & (slots - 1);
  }

  Communicator* look_up(MPI_Comm handle);
  Communicator* describe(MPI_Comm handle);
  void forget_namesake(MPI_Comm handle);
  static int forget(MPI_Comm handle, int keyval, void* value, void* self);

  const CostTable* costs_ = nullptr;
  int keyval_ = MPI_KEYVAL_INVALID;
  int next_number_ = 0, made_ = 0;
  MPI_Comm all_ = MPI_COMM_NULL;
  MPI_Group world_ = MPI_GROUP_NULL;
  MPI_Comm quiet_ = MPI_COMM_NULL;
  std::array<Slot, slots> recent_{};
  std::vector<Leaving*> leaving_;
};

}  // namespace revprof
