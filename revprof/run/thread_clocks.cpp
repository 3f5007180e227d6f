// SPDX-License-Identifier: BSD-3-Clause
// Takes clocks out of the engine and puts others in.
#include "revprof/run/thread_clocks.hpp"

#include <atomic>

namespace revprof {

namespace {

__attribute__((tls_model("initial-exec"))) thread_local int number = 0;  // none yet
__attribute__((tls_model("initial-exec"))) thread_local bool seen_to_begin = false;

}  // namespace

ThreadClocks::Number ThreadClocks::own_number() {
  static std::atomic<int> last{0};
  if (number == 0) number = ++last;
  return number;
}

bool ThreadClocks::is_known() { return seen_to_begin; }

void ThreadClocks::start(Engine& engine) {
  engine_ = &engine;
  begin_ = engine.fork();
  ended_ = engine.fork();
  current_ = own_number();
  seen_to_begin = true;
}

void ThreadClocks::enter() {
  if (engine_ == nullptr) return;
  const Number own = own_number();
  if (own == current_) return;
  Clocks clocks;
  const auto found = away_.find(own);
  if (found != away_.end()) {
    clocks = found->second;
    away_.erase(found);
  } else {
    clocks = std::make_shared<Engine::Thread>(*begin_);
  }
  engine_->exchange(*clocks);  // now those of before
  if (current_ != nobody) away_[current_] = std::move(clocks);
  current_ = own;
}

void ThreadClocks::begin_at(const Clocks& clocks) {
  enter();
  seen_to_begin = true;
  Engine::Thread own = *clocks;
  engine_->exchange(own);
}

void ThreadClocks::end() {
  enter();
  const Clocks own = now();
  engine_->exchange(*ended_);
  engine_->join(*own);
  engine_->exchange(*ended_);
  current_ = nobody;
}

void ThreadClocks::join_all() {
  if (engine_ == nullptr) return;
  enter();
  engine_->join(*ended_);
  for (const auto& [thread, clocks] : away_) engine_->join(*clocks);
}

}  // namespace revprof
