// SPDX-License-Identifier: BSD-3-Clause
// What a process knows of its OpenSHMEM while that is in use, beside what it knows of its MPI
// (revprof/mpi/process.hpp): shmem_init begins both, and they have one clock.
#pragma once

#include <shmem.h>

#include <functional>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "revprof/mpi/process.hpp"
#include "revprof/run/memory/outstanding.hpp"
#include "revprof/run/memory/remote_memory.hpp"
#include "revprof/run/memory/transfer.hpp"
#include "revprof/run/turn.hpp"
#include "revprof/shmem/symmetric_address.hpp"

namespace revprof {

// The library's own handle of a communication context.
using ContextHandle = const void*;

// The processes start, start + 2^log_stride, ...; size 0: all.
struct ActiveSet {
  int start = 0, log_stride = 0, size = 0;

  bool operator<(const ActiveSet& other) const {
    return std::tie(start, log_stride, size) < std::tie(other.start, other.log_stride, other.size);
  }
};

struct Symmetric : RemoteMemory {
  explicit Symmetric(Process& process) : RemoteMemory(process) {}

  SymmetricAddresses addresses;
  std::map<ContextHandle, Outstanding> contexts;  // guarded; what it holds stays where it is
  MPI_Comm world = MPI_COMM_NULL;                 // all processes
  std::map<ActiveSet, MPI_Comm> sets;             // some of them: on which clocks are exchanged
  int rounds = 0;                                 // of waiting
  std::vector<int> all;                           // ... their ranks
  std::pair<int, std::uint64_t> read = {-1, 0};   // the last one's process and key

  Outstanding& under_way(ContextHandle context) {
    const Guard guard(run);
    return contexts[context];
  }

  // What this process has put is there when they return: others may wait for it, or for their turn.
  void land();
  // ... if the calls of the program have not waited for all of it already.
  void note_landed();
  // Until nobody can come before this process any more, now or at that time of lane 0.
  Turn await_turn(std::optional<SimTime> at = std::nullopt, const Deed& deed = {});
  // ... to do that with a word.
  Turn await_turn(const RemoteRange& target, Way way) {
    return await_turn(std::nullopt, deed(*this, target, way));
  }
  // Lets others run, and the library get on.
  void give_way();
  // Until something is true that others make so, while they see that this process waits for them.
  void await(const std::function<bool()>& is_true);
};

// nullptr where there is nothing to predict.
extern Symmetric* active_symmetric;

// One call of the program. What the library calls inside is none.
class OwnCall {
 public:
  OwnCall() { ++depth_; }
  ~OwnCall() { --depth_; }
  OwnCall(const OwnCall&) = delete;
  OwnCall& operator=(const OwnCall&) = delete;

  // nullptr: pass it on.
  Symmetric* symmetric() const {
    if (depth_ != 1 || active_symmetric == nullptr) return nullptr;
    if (active_symmetric->run.horizon.has_turns()) active_symmetric->land();
    return active_symmetric;
  }

 private:
  static __attribute__((tls_model("initial-exec"))) thread_local int depth_;
};

}  // namespace revprof
