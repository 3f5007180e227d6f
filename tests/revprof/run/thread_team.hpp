// SPDX-License-Identifier: BSD-3-Clause
// A team whose processes are threads of a test: they speak through memory, without any library.
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "revprof/run/team.hpp"

namespace revprof {

// What all threads of a team see; say() returns what everybody says, once everybody has.
class Table {
 public:
  explicit Table(int processes) : words_(static_cast<std::size_t>(processes)) {}

  std::vector<std::string> say(int rank, const std::string& word) {
    words_[static_cast<std::size_t>(rank)] = word;
    wait();
    std::vector<std::string> all = words_;
    wait();
    return all;
  }

  // From one thread to another one.
  void put(const std::string& word) {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return handed_ == nullptr; });
    handed_ = std::make_unique<std::string>(word);
    changed_.notify_all();
  }
  std::string take() {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return handed_ != nullptr; });
    const std::string word = *handed_;
    handed_.reset();
    changed_.notify_all();
    return word;
  }

 private:
  void wait() {
    std::unique_lock<std::mutex> lock(mutex_);
    const long round = round_;
    if (++here_ == words_.size()) {
      here_ = 0;
      ++round_;
      changed_.notify_all();
    }
    changed_.wait(lock, [&] { return round_ != round; });
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> words_;
  std::unique_ptr<std::string> handed_;
  std::size_t here_ = 0;
  long round_ = 0;
};

class ThreadTeam : public Team {
 public:
  ThreadTeam(Table& table, int rank, int processes)
      : Team({"Echo", "test_begin", "test_end"}, rank, processes), table_(table) {}

  std::vector<std::string> gather(const std::string& own) override {
    std::vector<std::string> all = table_.say(rank(), own);
    if (rank() != 0) all.clear();
    return all;
  }
  std::vector<std::int64_t> sum(const std::vector<std::int64_t>& own) override {
    return merge(own, [](std::int64_t a, std::int64_t b) { return a + b; });
  }
  std::vector<std::int64_t> maximum(const std::vector<std::int64_t>& own) override {
    return merge(own, [](std::int64_t a, std::int64_t b) { return std::max(a, b); });
  }
  std::string tell(const std::string& text) override { return table_.say(rank(), text)[0]; }
  void make_progress() override { ++progressed; }
  bool meet(const std::function<bool()>&) override {
    meet();
    return true;
  }
  void meet() override { table_.say(rank(), ""); }
  // What everybody says, to everybody.
  std::vector<std::string> all_say(const std::string& own) { return table_.say(rank(), own); }
  bool on_one_node() override { return true; }
  std::string hand_in(int from, const std::string& own) override {
    if (rank() != from) return table_.take();
    table_.put(own);
    return {};
  }

  int progressed = 0;  // times

 protected:
  // They are one process of the system, which one of them ends.
  void leave() override {
    meet();
    while (rank() != 0) std::this_thread::sleep_for(std::chrono::hours(1));
  }
  void stop_all(int code) override { std::_Exit(code); }

 private:
  template <class Merge>
  std::vector<std::int64_t> merge(const std::vector<std::int64_t>& own, Merge two) {
    const std::string bytes(reinterpret_cast<const char*>(own.data()), own.size() * sizeof own[0]);
    std::vector<std::int64_t> merged = own;
    const std::vector<std::string> all = table_.say(rank(), bytes);
    for (std::size_t r = 0; r < all.size(); ++r) {
      if (r == static_cast<std::size_t>(rank())) continue;
      std::vector<std::int64_t> theirs(own.size());
      std::memcpy(theirs.data(), all[r].data(), all[r].size());
      std::transform(merged.begin(), merged.end(), theirs.begin(), merged.begin(), two);
    }
    return merged;
  }

  Table& table_;
};

// Runs `body(team)` once for each process.
template <class Body>
void on_threads(int processes, Body body) {
  Table table(processes);
  std::vector<std::thread> threads;
  for (int rank = 0; rank < processes; ++rank) {
    threads.emplace_back([&, rank] { body(std::make_unique<ThreadTeam>(table, rank, processes)); });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace revprof
