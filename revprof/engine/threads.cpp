// SPDX-License-Identifier: BSD-3-Clause
// Clocks of several threads: each goes on from where it was forked, and where one waits for another
// the later one goes on.
#include <utility>

#include "revprof/engine/engine.hpp"

namespace revprof {

// A trace's calls follow each other: it shows the thread that the process has begun with.
std::shared_ptr<Engine::Thread> Engine::fork() const {
  auto thread = std::make_shared<Thread>(static_cast<const Thread&>(*this));
  thread->site_ = no_site;
  thread->trace_ = nullptr;
  return thread;
}

void Engine::exchange(Thread& other) { std::swap(static_cast<Thread&>(*this), other); }

void Engine::join(const Thread& other) {
  if (path_ != nullptr && other.now_[path_->lane()] > now_[path_->lane()]) {
    now_[lanes_] = other.now_[lanes_];
  }
  for (std::size_t l = 0; l < lanes_; ++l) {
    if (other.now_[l] <= now_[l]) continue;
    now_[l] = other.now_[l];
    compute_[l] = other.compute_[l];
    communication_[l] = other.communication_[l];
    waiting_[l] = other.waiting_[l];
    variance_[l] = other.variance_[l];
    scattered_[l] = other.scattered_[l];
  }
}

}  // namespace revprof
