// SPDX-License-Identifier: BSD-3-Clause
// What is said of processes that wait: where each one is, and who waits for whom.
#include <algorithm>
#include <cstdio>
#include <vector>

#include "revprof/run/call_site.hpp"
#include "revprof/run/stand_by.hpp"
#include "revprof/run/watch.hpp"

namespace revprof {

// "MPI_Recv from process 1, tag 7 at FILE+0x12".
std::string Watch::call_and_place(Call call, const std::string& more, const void* address) {
  std::string text = traits(call).name + (more.empty() ? "" : " " + more);
  const CallSites::Site site = CallSites::at(call, address);
  if (site.module.empty()) return text;
  char offset[32];
  std::snprintf(offset, sizeof offset, "+0x%llx", static_cast<unsigned long long>(site.offset));
  return text + " at " + site.module + offset;
}

// Where this process is.
void Watch::answer() {
  Slot& own = slots_[rank_];
  const std::uint32_t asked = common_->asked.load(std::memory_order_acquire);
  if (own.answered.load(std::memory_order_relaxed) == asked) return;
  std::string text = "in no call that waits for another process";
  if (hold()) {
    Needs needs;
    needs.open.assign(static_cast<std::size_t>(processes_), 0);
    tell_(*wait_, needs);
    const Wait wait = *wait_;
    reading_.store(false, std::memory_order_release);
    text = call_and_place(wait.call, needs.text, wait.site);
  }
  std::snprintf(own.text, sizeof own.text, "%s\n", text.c_str());
  own.answered.store(asked, std::memory_order_release);
}

std::string Watch::call_roll() {
  if (!is_open()) return "";
  using namespace std::chrono_literals;
  const std::uint32_t asked = common_->asked.fetch_add(1) + 1;
  const auto last = std::chrono::steady_clock::now() + 1s;
  std::string text;
  for (int process = 0; process < processes_; ++process) {
    const Slot& slot = slots_[process];
    bool answered = false;
    while (!(answered = slot.answered.load(std::memory_order_acquire) >= asked) &&
           std::chrono::steady_clock::now() < last) {
      if (process == rank_ && pthread_equal(pthread_self(), thread_) != 0) {
        answer();
      } else {
        stand_by(5ms);
      }
    }
    text += "  process " + std::to_string(process) + ": " +
            (answered ? slot.text : "does not answer\n");
  }
  return text;
}

// Who waits for whom, from one process on until one comes again.
std::string Watch::chain() const {
  std::vector<int> way;
  int process = 0;
  while (process + 1 < processes_ && slots_[process].ended.load()) ++process;
  while (std::find(way.begin(), way.end(), process) == way.end()) {
    way.push_back(process);
    const Slot& slot = slots_[process];
    int next = -1;
    for (std::uint32_t i = 0; i < slot.needs && next < 0; ++i) {
      if (lacks(slot.need[i], process)) next = slot.need[i].process;
    }
    if (next < 0 || slots_[process].ended.load()) return "";
    if (slots_[next].ended.load()) {
      return "  process " + std::to_string(process) + " waits for process " + std::to_string(next) +
             ", which makes no call any more\n";
    }
    process = next;
  }
  way.erase(way.begin(), std::find(way.begin(), way.end(), process));
  std::string text = "  cycle: " + std::to_string(way.front());
  for (std::size_t i = 1; i <= way.size(); ++i) {
    text += " waits for " + std::to_string(way[i % way.size()]);
    if (i < way.size()) text += ", which";
  }
  return text + "\n";
}

std::string Watch::report() const {
  std::string text = "none of the " + std::to_string(processes_) + " processes can go on\n";
  for (int process = 0; process < processes_; ++process) {
    text += "  process " + std::to_string(process) + ": " + slots_[process].text;
  }
  return text + chain();
}

}  // namespace revprof
