// SPDX-License-Identifier: BSD-3-Clause
// Whether any process of the program can still go on. Each process shows in shared memory how often
// it has begun and ended to wait, and counts what it sends and receives; a thread of the library's
// own looks at that now and then. Only what is proven is said: every process waits, nobody has
// stopped waiting while all of them were asked, and what each of them waits for has not been sent.
// Where processes share no memory, are too many, or several threads make calls, nothing is said.
#pragma once

#include <pthread.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "revprof/calls/call.hpp"
#include "revprof/run/shared_memory.hpp"
#include "revprof/run/team.hpp"

namespace revprof {

// What a wait needs, as its front end tells it when nobody seems to go on.
struct Needs {
  enum class How : std::int32_t {
    proven,  // it has not been sent, or begun
    open,    // `process` has no receive open that takes it, and it may not be copied
    helped   // the call may need `process`, which does not come
  };
  struct Need {
    How how;
    std::int32_t process;  // -1: any of several
    std::int32_t kind;     // of message
  };

  bool any = false;                 // one of them is enough; else all are needed
  bool can_go_on = false;           // something else may end the wait
  std::vector<Need> list;           // what is not there
  std::int64_t bytes = 0;           // that are under way
  std::string text;                 // "from process 1, tag 7, MPI_COMM_WORLD"
  std::string remarks;              // lines of their own
  std::vector<std::uint16_t> open;  // [process]: its kinds of messages that a receive is open for

  void lacks(How how, int process, int kind = 0) { list.push_back({how, process, kind}); }
};

class Watch {
 public:
  // Messages between two processes are counted in so many kinds, by communicator and tag.
  static constexpr unsigned kinds = 16;
  static unsigned kind_of(std::uint64_t context, int tag) {
    // Neighbouring tags are told apart for certain.
    const auto mixed = static_cast<unsigned>(context * 0x9e3779b97f4a7c15u >> 40);
    return (mixed + static_cast<unsigned>(tag)) % kinds;
  }

  // One wait of this process; the front end adds to it what it needs to tell its needs.
  struct Wait {
    Call call = Call::MPI_Finalize;
    const void* site = nullptr;
    pthread_t thread{};
  };
  using Tell = void (*)(const Wait&, Needs&);

  enum class Why { deadlock, timeout };
  using Conclude = std::function<void(Why, const std::string&)>;
  // Of all processes. Stays closed where they do not share memory. `conclude` is called by the
  // watching thread and does not return: in each process when none can go on, where process 0 gets
  // the text; in process 0 alone when the time is over.
  void open(Team& team, bool wanted, Tell its_tell, Conclude conclude);
  void close();
  bool is_open() const { return slots_ != nullptr; }
  int rank() const { return rank_; }
  int processes() const { return processes_; }

  // Before a message to `peer` is posted, the last one was refused, and after one from `source` is
  // here.
  void sent(int peer, unsigned kind, int tag) {
    if (!is_open() || peer < 0) return;
    Sent& sent = sent_[index(rank_, peer)];
    sent.tag[kind].store(tag, std::memory_order_relaxed);
    add_one(sent.count[kind]);
  }
  void unsent(int peer, unsigned kind) {
    if (!is_open() || peer < 0) return;
    std::atomic<std::uint32_t>& count = sent_[index(rank_, peer)].count[kind];
    count.store(count.load(std::memory_order_relaxed) - 1, std::memory_order_release);
  }
  void received(int source, unsigned kind) {
    if (!is_open() || source < 0) return;
    add_one(received_[index(source, rank_)].count[kind]);
  }
  // That were sent and are not received.
  std::uint32_t under_way(int from, int to, unsigned kind) const;
  int last_tag(int from, int to, unsigned kind) const {
    return sent_[index(from, to)].tag[kind].load(std::memory_order_relaxed);
  }

  // The call that is under way, or was last.
  void note_call(Call call, const void* site) {
    last_call_.store(static_cast<int>(call), std::memory_order_relaxed);
    last_site_.store(site, std::memory_order_relaxed);
  }
  // Where all processes are, a line each; those that do not answer soon are left out. By any
  // thread.
  std::string call_roll();
  // When a run is over that has not ended by itself; 0: never.
  void limit(std::int64_t seconds) { limit_seconds_ = seconds; }

  // This process begins to wait, and has ended to. One wait inside another one is part of it.
  void enter(const Wait& wait) {
    if (!is_open() || depth_++ > 0) return;
    wait_ = &wait;
    add_one(slots_[rank_].turn);
  }
  void leave() {
    if (!is_open() || --depth_ > 0) return;
    add_one(slots_[rank_].turn);
    if (fenced_) {
      std::atomic_thread_fence(std::memory_order_seq_cst);
    } else {
      std::atomic_signal_fence(std::memory_order_seq_cst);  // the reader asks for the rest
    }
    if (reading_.load(std::memory_order_acquire)) stay();
  }
  // Something is not seen here: nothing will be said any more.
  void give_up() {
    if (is_open()) slots_[rank_].unsure.store(true, std::memory_order_release);
  }
  // Whether it is inside a wait, or nobody knows.
  bool may_wait(int process) const {
    return !is_open() || slots_[process].turn.load(std::memory_order_acquire) % 2 != 0;
  }
  // This process has come to its end, and makes no call any more.
  void come_to_end() {
    if (is_open()) slots_[rank_].ended.store(true, std::memory_order_release);
  }
  bool has_come_to_end(int process) const {
    return slots_[process].ended.load(std::memory_order_acquire);
  }

 private:
  static constexpr int most_processes = 512;  // every two take 192 bytes
  static constexpr std::size_t most_needs = 16, most_text = 1024;

  using Count = std::atomic<std::uint32_t>;
  struct alignas(64) Sent {
    Count count[kinds];
    std::atomic<std::int32_t> tag[kinds];  // of the last one
  };
  struct alignas(64) Received {
    Count count[kinds];
  };
  // The first line is the process's own; what follows is its watching thread's.
  struct alignas(64) Slot {
    std::atomic<std::uint64_t> turn;  // odd: it waits
    std::atomic<bool> unsure, ended;
    alignas(64) std::atomic<std::uint64_t> told_at;  // the sum of all turns that this is true of
    std::atomic<std::uint32_t> spun;                 // rounds in which it had the core
    bool can_go_on, any;
    std::uint32_t needs;
    std::atomic<std::uint32_t> answered;  // the last roll that was called
    Needs::Need need[most_needs];
    std::int64_t bytes;
    std::uint16_t open[most_processes];
    char text[most_text];
  };
  struct alignas(64) Common {
    std::atomic<std::uint32_t> round;  // that all processes are to spin in
    std::atomic<std::int64_t> spin_ns;
    std::atomic<bool> over;
    std::atomic<std::uint32_t> asked;  // rolls that were called
  };

  template <class Number>
  static void add_one(std::atomic<Number>& number) {
    number.store(number.load(std::memory_order_relaxed) + 1, std::memory_order_release);
  }
  std::size_t index(int from, int to) const {
    return static_cast<std::size_t>(to) * static_cast<std::size_t>(processes_) +
           static_cast<std::size_t>(from);
  }
  void stay() const;
  static void* run(void* self);
  void look_on();
  bool closes_within(long time_ns);
  bool all_wait(std::uint64_t& turns) const;
  void tell(std::uint64_t turns);
  bool hold();
  void answer();
  bool is_time_over() const;
  static std::string call_and_place(Call call, const std::string& more, const void* site);
  void spin();
  bool is_stuck(const Slot& slot, int process, bool& proven) const;
  bool lacks(const Needs::Need& need, int process) const;
  bool none_goes_on(std::uint64_t turns);
  bool tried(std::uint64_t turns, std::int64_t bytes);
  std::string report() const;
  std::string chain() const;

  int rank_ = 0, processes_ = 0, depth_ = 0;
  std::atomic<int> last_call_{-1};
  std::atomic<const void*> last_site_{nullptr};
  std::int64_t limit_seconds_ = 0;
  std::chrono::steady_clock::time_point opened_{};
  bool fenced_ = false;
  SharedMemory memory_;
  Common* common_ = nullptr;
  Slot* slots_ = nullptr;
  Sent* sent_ = nullptr;
  Received* received_ = nullptr;
  const Wait* wait_ = nullptr;
  Tell tell_ = nullptr;
  Conclude conclude_;
  std::atomic<bool> reading_{false};
  pthread_t thread_{};
  bool has_thread_ = false;
  std::mutex mutex_;  // of closing_
  std::condition_variable closes_;
  bool closing_ = false;
  std::int64_t cpu_at_ = 0;  // the waiting thread's CPU time when the round began for it
  std::uint32_t counted_round_ = 0;
  std::uint64_t trial_of_ = 0;    // on process 0: the turns that rounds are spun for
  std::uint32_t trial_from_ = 0;  // the round before the first of them
};

}  // namespace revprof
