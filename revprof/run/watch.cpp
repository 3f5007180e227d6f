// SPDX-License-Identifier: BSD-3-Clause
// The watching thread: it makes no call of the program's library and takes no signal.
#include "revprof/run/watch.hpp"

#include <linux/membarrier.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <thread>
#include <utility>

#include "revprof/run/call_site.hpp"

namespace revprof {

namespace {

// Between two looks; while nobody seems to go on, they are closer.
constexpr long look_ns = 100'000'000, close_look_ns = 10'000'000;

// A library that waits spins: what it can do without anybody else it has done after so much CPU
// time in each of so many rounds, as all others had theirs; copying takes far less than that.
constexpr std::uint32_t spin_rounds = 5;
constexpr std::int64_t least_spin_ns = 1'000'000, spin_ns_per_byte = 10;

bool barrier(int command) { return syscall(SYS_membarrier, command, 0, 0) == 0; }

std::int64_t cpu_time(pthread_t thread) {
  clockid_t clock{};
  timespec time{};
  if (pthread_getcpuclockid(thread, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

}  // namespace

void Watch::open(Team& team, bool wanted, Tell its_tell, Conclude conclude) {
  const int processes = team.processes();
  const bool can = wanted && processes <= most_processes;
  const auto count = static_cast<std::size_t>(processes);
  const std::size_t bytes =
      sizeof(Common) + count * sizeof(Slot) + count * count * (sizeof(Sent) + sizeof(Received));
  if (!team.all(can) || !memory_.open(team, bytes, bytes)) return;
  rank_ = team.rank();
  processes_ = processes;
  tell_ = its_tell;
  conclude_ = std::move(conclude);
  fenced_ = !barrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED);
  opened_ = std::chrono::steady_clock::now();
  common_ = reinterpret_cast<Common*>(memory_.address());
  auto* const slots = reinterpret_cast<Slot*>(common_ + 1);
  sent_ = reinterpret_cast<Sent*>(slots + count);
  received_ = reinterpret_cast<Received*>(sent_ + count * count);
  slots_ = slots;

  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  has_thread_ = pthread_create(&thread_, nullptr, &Watch::run, this) == 0;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void Watch::close() {
  if (!is_open()) return;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    closing_ = true;
  }
  closes_.notify_all();
  if (has_thread_) pthread_join(thread_, nullptr);
  slots_ = nullptr;
  memory_.close();
}

std::uint32_t Watch::under_way(int from, int to, unsigned kind) const {
  const std::uint32_t received = received_[index(from, to)].count[kind].load();
  return sent_[index(from, to)].count[kind].load() - received;
}

// The watching thread reads what this one is about to change.
void Watch::stay() const {
  while (reading_.load(std::memory_order_acquire)) sched_yield();
}

void* Watch::run(void* self) {
  static_cast<Watch*>(self)->look_on();
  return nullptr;
}

bool Watch::all_wait(std::uint64_t& turns) const {
  turns = 0;
  for (int process = 0; process < processes_; ++process) {
    const Slot& slot = slots_[process];
    const std::uint64_t turn = slot.turn.load(std::memory_order_acquire);
    if (turn % 2 == 0 || slot.unsure.load(std::memory_order_acquire)) return false;
    turns += turn;
  }
  return true;
}

bool Watch::closes_within(long time_ns) {
  std::unique_lock<std::mutex> lock(mutex_);
  return closes_.wait_for(lock, std::chrono::nanoseconds(time_ns), [this] { return closing_; });
}

void Watch::look_on() {
  std::uint64_t before = 0, told = 0;
  for (long pause = look_ns; !closes_within(pause);) {
    std::uint64_t turns = 0;
    pause = look_ns;
    answer();
    if (is_time_over()) {
      conclude_(Why::timeout,
                "not ended after " + std::to_string(limit_seconds_) + " s\n" + call_roll());
    }
    if (!all_wait(turns) || turns != before) {
      before = turns;
      continue;
    }
    pause = close_look_ns;
    if (told != turns) tell(told = turns);
    spin();
    const bool over = common_->over.load(std::memory_order_acquire);
    if (!over && (rank_ != 0 || !none_goes_on(turns))) continue;
    if (!hold()) continue;
    const std::string text = rank_ == 0 ? report() : "";
    common_->over.store(true, std::memory_order_release);
    conclude_(Why::deadlock, text);
  }
}

// Until reading_ is taken back, this process stays in its wait. False: it has left.
bool Watch::hold() {
  const Slot& own = slots_[rank_];
  const std::uint64_t turn = own.turn.load(std::memory_order_acquire);
  reading_.store(true, std::memory_order_seq_cst);
  if (!fenced_) barrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED);
  std::atomic_thread_fence(std::memory_order_seq_cst);
  if (turn % 2 == 1 && own.turn.load(std::memory_order_acquire) == turn) return true;
  reading_.store(false, std::memory_order_release);
  return false;
}

bool Watch::is_time_over() const {
  return rank_ == 0 && limit_seconds_ > 0 &&
         std::chrono::steady_clock::now() - opened_ > std::chrono::seconds(limit_seconds_);
}

// All turns were read before: what was sent until then is seen here.
void Watch::tell(std::uint64_t turns) {
  if (!hold()) return;
  Needs needs;
  needs.open.assign(static_cast<std::size_t>(processes_), 0);
  tell_(*wait_, needs);
  const Wait wait = *wait_;
  reading_.store(false, std::memory_order_release);

  const std::string text = call_and_place(wait.call, needs.text, wait.site) + "\n" + needs.remarks;

  Slot& own = slots_[rank_];
  own.can_go_on = needs.can_go_on || (needs.any && needs.list.size() > most_needs);
  own.any = needs.any;
  own.needs = static_cast<std::uint32_t>(std::min(needs.list.size(), most_needs));
  // Proven ones first: where all are needed, one of them is enough.
  std::stable_sort(needs.list.begin(), needs.list.end(),
                   [](const auto& a, const auto& b) { return a.how < b.how; });
  std::copy_n(needs.list.begin(), own.needs, own.need);
  own.bytes = needs.bytes;
  std::copy(needs.open.begin(), needs.open.end(), own.open);
  std::snprintf(own.text, sizeof own.text, "%s", text.c_str());
  own.told_at.store(turns, std::memory_order_release);
}

// Takes part in the round that process 0 has begun, if there is one.
void Watch::spin() {
  const std::uint32_t round = common_->round.load(std::memory_order_acquire);
  Slot& own = slots_[rank_];
  if (own.spun.load(std::memory_order_relaxed) == round || !hold()) return;
  const std::int64_t now = cpu_time(wait_->thread);
  reading_.store(false, std::memory_order_release);
  if (counted_round_ != round) {
    counted_round_ = round;
    cpu_at_ = now;
  }
  if (now - cpu_at_ < common_->spin_ns.load(std::memory_order_relaxed)) return;
  own.spun.store(round, std::memory_order_release);
}

bool Watch::lacks(const Needs::Need& need, int process) const {
  if (need.how != Needs::How::open) return true;
  return (slots_[need.process].open[process] >> need.kind & 1) == 0;
}

// `proven`: whether that needs no trial.
bool Watch::is_stuck(const Slot& slot, int process, bool& proven) const {
  proven = true;
  if (slot.can_go_on || slot.needs == 0) return false;
  int lacking = 0;
  for (std::uint32_t i = 0; i < slot.needs; ++i) {
    const Needs::Need& need = slot.need[i];
    if (!lacks(need, process)) {
      if (slot.any) return false;
      continue;
    }
    ++lacking;
    if (need.how == Needs::How::proven) {
      if (!slot.any) return true;
    } else {
      proven = false;
    }
  }
  if (!slot.any) proven = false;
  return lacking > 0;
}

// On process 0. If all turns are still what they were when each process told what it lacks, nobody
// has left its wait since before the first one was asked.
bool Watch::none_goes_on(std::uint64_t turns) {
  bool all_proven = true;
  std::int64_t bytes = 0;
  for (int process = 0; process < processes_; ++process) {
    const Slot& slot = slots_[process];
    bool proven = false;
    if (slot.told_at.load(std::memory_order_acquire) != turns) return false;
    if (!is_stuck(slot, process, proven)) return false;
    all_proven = all_proven && proven;
    bytes += slot.bytes;
  }
  std::uint64_t now = 0;
  return (all_proven || tried(turns, bytes)) && all_wait(now) && now == turns;
}

// Whether every process has had its core in each of the rounds that follow each other.
bool Watch::tried(std::uint64_t turns, std::int64_t bytes) {
  const std::uint32_t round = common_->round.load(std::memory_order_relaxed);
  const bool begins = trial_of_ != turns;
  if (begins) {
    trial_of_ = turns;
    trial_from_ = round;
  }
  for (int process = 0; !begins && process < processes_; ++process) {
    if (slots_[process].spun.load(std::memory_order_acquire) != round) return false;
  }
  if (round - trial_from_ >= spin_rounds) return true;
  common_->spin_ns.store(least_spin_ns + bytes * spin_ns_per_byte / spin_rounds,
                         std::memory_order_relaxed);
  common_->round.store(round + 1, std::memory_order_release);
  return false;
}

}  // namespace revprof
