// SPDX-License-Identifier: BSD-3-Clause
// Clocks of several threads: each goes on from where it was forked, and where one waits for another
// the later one goes on.
#include "revprof/engine/threads.hpp"

#include <utility>

namespace revprof {

auto Engine::own() {
  return std::tie(now_, compute_, communication_, waiting_, variance_, scattered_, posted_, pace_,
                  send_port_, receive_ports_, row_, site_, call_, call_begin_, call_waiting_begin_,
                  booked_waiting_, last_wtime_, idle_wtimes_, trace_);
}

// A trace's calls follow each other: it shows the thread that the process has begun with.
std::shared_ptr<Engine::Thread> Engine::fork() const {
  auto thread = std::make_shared<Thread>(Thread{
      {now_, compute_, communication_, waiting_, variance_, scattered_, posted_, pace_, send_port_,
       receive_ports_, row_, int{no_site}, call_, call_begin_, call_waiting_begin_, booked_waiting_,
       last_wtime_, idle_wtimes_, static_cast<EventSink*>(nullptr)}});
  return thread;
}

void Engine::exchange(Thread& other) {
  auto own_values = own();
  std::apply(
      [&](auto&... theirs) {
        std::apply([&](auto&... ours) { (std::swap(ours, theirs), ...); }, own_values);
      },
      other.values);
}

void Engine::join(const Thread& other) {
  const auto& [now, compute, communication, waiting, variance, scattered, posted, pace, send_port,
               receive_ports, row, site, call, call_begin, call_waiting_begin, booked_waiting,
               last_wtime, idle_wtimes, trace] = other.values;
  if (path_ != nullptr && now[path_->lane()] > now_[path_->lane()]) now_[lanes_] = now[lanes_];
  for (std::size_t l = 0; l < lanes_; ++l) {
    if (now[l] <= now_[l]) continue;
    now_[l] = now[l];
    compute_[l] = compute[l];
    communication_[l] = communication[l];
    waiting_[l] = waiting[l];
    variance_[l] = variance[l];
    scattered_[l] = scattered[l];
  }
}

}  // namespace revprof
