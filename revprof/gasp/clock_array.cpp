// SPDX-License-Identifier: BSD-3-Clause
// A ring of records for each thread.
#include "revprof/gasp/clock_array.hpp"

#include <algorithm>

namespace revprof {

namespace {

// As many collectives as a thread may be ahead of another one without being forgotten.
constexpr std::size_t depth = 256;

}  // namespace

bool ClockArray::open(Team& team, const Engine& engine) {
  rank_ = team.rank();
  with_places_ = engine.path() != nullptr;
  const auto lanes = static_cast<std::size_t>(engine.lanes());
  values_ = lanes + (with_places_ ? PlacedClocks::more : 0);
  if (with_places_) placed_ = {lanes, engine.path()->lane()};
  const auto threads = static_cast<std::size_t>(team.processes());
  const std::size_t bytes = threads * depth * (clock_at + values_) * sizeof(Word);
  return memory_.open(team, bytes, bytes);
}

std::vector<SimTime> ClockArray::row_of(const SimTime* clock) const {
  if (!with_places_) return {clock, clock + values_};
  std::vector<SimTime> row(clock, clock + placed_.lanes + 1);
  row.insert(row.end(), {-1, nowhere});
  return row;
}

ClockArray::Word* ClockArray::slot(int thread, std::int64_t number) const {
  const std::size_t index =
      static_cast<std::size_t>(thread) * depth + static_cast<std::size_t>(number) % depth;
  return reinterpret_cast<Word*>(memory_.address()) + index * (clock_at + values_);
}

void ClockArray::write(std::int64_t number, Call call, const std::vector<SimTime>& row) {
  Word* const words = slot(rank_, number);
  words[number_at].store(-1, std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_release);
  words[call_at].store(static_cast<std::int64_t>(call), std::memory_order_relaxed);
  for (std::size_t v = 0; v < values_; ++v) {
    words[clock_at + v].store(row[v], std::memory_order_relaxed);
  }
  words[number_at].store(number, std::memory_order_release);
}

ClockArray::Found ClockArray::merge(int thread, std::int64_t number, Call call,
                                    std::vector<SimTime>& row) const {
  const Word* const words = slot(thread, number);
  if (words[number_at].load(std::memory_order_acquire) != number) return Found::not_there;
  const std::int64_t theirs = words[call_at].load(std::memory_order_relaxed);
  std::vector<SimTime> read(values_);
  for (std::size_t v = 0; v < values_; ++v) {
    read[v] = words[clock_at + v].load(std::memory_order_relaxed);
  }
  std::atomic_thread_fence(std::memory_order_acquire);
  if (words[number_at].load(std::memory_order_relaxed) != number) return Found::not_there;
  if (theirs != static_cast<std::int64_t>(call)) return Found::other_call;
  if (with_places_) {
    placed_.merge(read.data(), row.data());
  } else {
    std::transform(read.begin(), read.end(), row.begin(), row.begin(),
                   [](SimTime a, SimTime b) { return std::max(a, b); });
  }
  return Found::there;
}

}  // namespace revprof
