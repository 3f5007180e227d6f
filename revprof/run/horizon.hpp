// SPDX-License-Identifier: BSD-3-Clause
// Which message a receive from anybody takes: the one that is there first on the simulated
// clocks, as it would be on the target. The host's order says nothing about that, so the receive
// waits until no other process can still send an earlier one: the lower bound on time stamps of
// conservative parallel simulation (Chandy and Misra 1979). The processes see each other's clocks
// in shared memory; where they cannot, or one computes for longer than the receive has patience,
// the host chooses, as it does without revprof. Nobody ever waits without end.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <vector>

#include "revprof/engine/engine.hpp"
#include "revprof/run/shared_memory.hpp"
#include "revprof/run/team.hpp"

namespace revprof {

class Horizon {
 public:
  // Of all processes of the program. Stays closed where they do not share memory. `wanted` may
  // differ between them; one that does not want it closes it for all.
  void open(Team& team, bool wanted);
  void close();
  bool is_open() const { return processes_ != 0; }
  bool is_all(int processes) const { return processes == processes_; }

  // Before a message to `peer` is posted, and after one from `source` is here.
  void sent(int peer, SimTime at) {
    if (!is_open() || peer < 0) return;
    Pair& pair = pairs_[index(rank_, peer)];
    const std::uint64_t number = pair.sent.load(std::memory_order_relaxed);
    pair.times[number % remembered].store(at, std::memory_order_relaxed);
    pair.sent.store(number + 1, std::memory_order_release);
  }
  void received(int source) {
    if (!is_open() || source < 0) return;
    ++received_[static_cast<std::size_t>(source)];
    View& own = views_[rank_];
    own.received.store(own.received.load(std::memory_order_relaxed) + 1, std::memory_order_release);
  }
  // Of lane 0: no message of this process is sent earlier from now on.
  void publish(SimTime now) {
    if (is_open()) views_[rank_].clock.store(now, std::memory_order_release);
  }
  // From now on this process sends nothing until a message, or for `all` every other process, has
  // come to it; and no longer so.
  enum class State : int { running, waits_for_message, waits_for_all };
  void set(State state) {
    if (is_open()) views_[rank_].state.store(state, std::memory_order_release);
  }

  // What is there of a process, by its place among those that are asked about.
  enum class Probed { nothing, message, failed };
  using Probe = std::function<Probed(int index)>;
  // The index of the process among `processes` whose message is the earliest one; waits until there
  // is one and no earlier one can come. -1: the host has to choose.
  int earliest(const std::vector<int>& processes, const Probe& probe, Engine& engine);

 private:
  static constexpr int most_processes = 256;  // pairs_ takes 64 bytes for every two
  static constexpr std::uint64_t remembered = 7;

  struct alignas(64) View {
    std::atomic<SimTime> clock;
    std::atomic<State> state;
    std::atomic<std::uint64_t> received;
  };
  struct alignas(64) Pair {
    std::atomic<std::uint64_t> sent;
    std::atomic<SimTime> times[remembered];  // of the last ones
  };
  struct Candidate {
    int index = -1;
    SimTime arrival = 0;
  };

  std::size_t index(int from, int to) const {
    return static_cast<std::size_t>(to) * static_cast<std::size_t>(processes_) +
           static_cast<std::size_t>(from);
  }
  bool has_messages(int process) const;
  SimTime bound(int process) const;
  bool sent_time(int source, SimTime& time) const;
  std::chrono::nanoseconds patience_at(std::chrono::steady_clock::time_point now) const;

  int rank_ = 0, processes_ = 0;
  SharedMemory memory_;
  View* views_ = nullptr;
  Pair* pairs_ = nullptr;
  std::vector<std::uint64_t> received_;  // by this process, from each
  std::chrono::steady_clock::time_point opened_{};
  std::chrono::nanoseconds in_vain_{};  // waited for nothing, in all
};

}  // namespace revprof
