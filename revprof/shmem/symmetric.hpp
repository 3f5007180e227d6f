// SPDX-License-Identifier: BSD-3-Clause
// What a process knows of its OpenSHMEM while that is in use, beside what it knows of its MPI
// (revprof/mpi/process.hpp): shmem_init begins both, and they have one clock.
#pragma once

#include <shmem.h>

#include <cstdint>
#include <deque>
#include <map>
#include <tuple>
#include <unordered_map>

#include "revprof/mpi/process.hpp"
#include "revprof/shmem/context.hpp"
#include "revprof/shmem/last_changes.hpp"
#include "revprof/shmem/received.hpp"
#include "revprof/shmem/rings.hpp"
#include "revprof/shmem/symmetric_address.hpp"

namespace revprof {

// The processes start, start + 2^log_stride, ...; size 0: all.
struct ActiveSet {
  int start = 0, log_stride = 0, size = 0;

  bool operator<(const ActiveSet& other) const {
    return std::tie(start, log_stride, size) < std::tie(other.start, other.log_stride, other.size);
  }
};

struct Symmetric {
  SymmetricAddresses addresses;
  Rings rings;
  LastChanges last_changes;
  Received received;
  int window = -1;         // in the trace: the symmetric heap
  std::int64_t epoch = 0;  // barriers of all processes so far
  std::map<ContextHandle, Context> contexts;
  MPI_Comm world = MPI_COMM_NULL;      // all processes
  std::map<ActiveSet, MPI_Comm> sets;  // some of them: on which clocks are exchanged

  // A word that was waited for: the program may write it itself until the next call of its own.
  struct Watched {
    const volatile void* address;
    std::uint64_t key;
    std::int64_t bytes;
  };
  static constexpr std::size_t most_watched = 64;
  std::deque<Watched> watched;

  // Guarded. What the others have done to this process's memory; first what it has done itself.
  void catch_up();
  void watch(const volatile void* address, std::uint64_t key, std::int64_t bytes);
  // After a barrier of all processes.
  void pass_barrier();
  // A word that holds what is waited for may have been told of.
  bool has_forgotten() const { return rings.forgotten() + received.forgotten() > 0; }
  bool is_process(int pe) const { return pe >= 0 && pe < active_process->team->processes(); }
};

// nullptr where there is nothing to predict.
extern Symmetric* active_symmetric;

std::uint64_t word_at(const volatile void* address, std::int64_t bytes);

// One call of the program. What the library calls inside is none.
class OwnCall {
 public:
  OwnCall() { ++depth_; }
  ~OwnCall() { --depth_; }
  OwnCall(const OwnCall&) = delete;
  OwnCall& operator=(const OwnCall&) = delete;

  // nullptr: pass it on.
  Symmetric* symmetric() const { return depth_ == 1 ? active_symmetric : nullptr; }

 private:
  static __attribute__((tls_model("initial-exec"))) thread_local int depth_;
};

}  // namespace revprof
