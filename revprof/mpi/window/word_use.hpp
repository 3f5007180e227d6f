// SPDX-License-Identifier: BSD-3-Clause
// Words of a window by which its processes tell each other something: counters, flags, links of a
// list. What one finds there, and who is first, is as their clocks say: an atomic operation with a
// result has its turn, and who gets a word of its own, or the same one again; and from then on each
// transfer of a word.
#pragma once

#include <mpi.h>

#include <cstdint>

#include "revprof/mpi/window/window.hpp"
#include "revprof/run/turn.hpp"

namespace revprof {

// One transfer of this process, between its turn and its end.
class WordUse {
 public:
  // Waits for its turn, if it takes one.
  WordUse(Call call, Window& window, int target, MPI_Aint displacement, std::int64_t bytes);

  bool has_turn() const { return turn_ == Turn::own; }
  // It is served after those that had their turn before it.
  bool is_served() const { return kind_ == Kind::atomic && has_turn(); }
  // It has been done: there before anybody else's clock goes on. MPI's error code.
  int complete(MPI_Win handle);

 private:
  // reads: for the first time; data: nobody is told anything by it before a synchronisation.
  enum class Kind { atomic, looks, reads, changes, data };

  static Kind kind_of(Call call, const Window& window, int target, MPI_Aint displacement,
                      std::int64_t bytes);
  bool is_hosts_choice();

  Kind kind_;
  Window* window_;
  int target_;
  MPI_Aint displacement_;
  SimTime at_ = 0;
  Turn turn_ = Turn::unknown;
};

}  // namespace revprof
