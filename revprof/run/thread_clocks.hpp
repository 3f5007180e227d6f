// SPDX-License-Identifier: BSD-3-Clause
// Each thread of a process has its own clocks. They meet where one begins another, waits for its
// end, or where a parallel region of OpenMP begins and ends; and at the end of the run.
#pragma once

#include <memory>
#include <unordered_map>

#include "revprof/engine/engine.hpp"

namespace revprof {

// Of one process. All under its lock.
class ThreadClocks {
 public:
  using Clocks = std::shared_ptr<Engine::Thread>;

  // The run begins, in this thread.
  void start(Engine& engine);

  // The engine's clocks are this thread's from now on. One that nobody has seen begin begins when
  // the run did.
  void enter();
  // Whether this thread has been seen to begin.
  static bool is_known();

  // This thread's clocks as they are; enter() has been called.
  Clocks now() const { return engine_->fork(); }
  // This thread goes on from there: it begins, or a region of it does.
  void begin_at(const Clocks& clocks);
  // This thread ends: of its clocks is kept how late they are, for the end of the run, and nothing
  // else, as a program may begin and end threads without end.
  void end();
  // This thread has waited for one that has ended there.
  void join(const Clocks& clocks) { engine_->join(*clocks); }
  // The run ends, in this thread: all others have.
  void join_all();

 private:
  using Number = int;
  static Number own_number();

  Engine* engine_ = nullptr;
  static constexpr Number nobody = 0;

  Clocks begin_;
  Clocks ended_;             // the latest, on each lane, of threads that have ended
  Number current_ = nobody;  // whose clocks the engine has
  // Of all others.
  std::unordered_map<Number, Clocks> away_;
};

}  // namespace revprof
