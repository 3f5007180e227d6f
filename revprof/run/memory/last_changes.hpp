// SPDX-License-Identifier: BSD-3-Clause
// In memory that all processes share: for a word of somebody's symmetric memory, who has changed it
// last, and when that could be seen; for a lock, who has had it last, and until when. A barrier of
// all processes ends the former: only words that somebody has asked about, and locks, are kept.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>

#include "revprof/engine/clock.hpp"
#include "revprof/run/shared_memory.hpp"
#include "revprof/run/team.hpp"

namespace revprof {

class LastChanges {
 public:
  struct Content {
    int writer = -1;
    std::uint64_t value = 0;
    Clock clock;
  };
  // Of a lock, which is nobody's memory.
  static constexpr int of_lock = -1;

  // Of all processes. Closed where they do not share memory: then nothing is found.
  void open(Team& team, std::size_t clock_values);
  void close() { memory_.close(); }
  // So many barriers of all processes were before what follows.
  void pass_barrier(std::int64_t epoch) { epoch_ = epoch; }

  // A cell for each word of process `pe`, as long as there is room: else the word is not followed.
  // Changed by this process at lane 0's time `at`.
  void write(int pe, std::uint64_t key, std::uint64_t value, const Clock& clock, SimTime at);
  std::optional<Content> read(int pe, std::uint64_t key) const;
  // There was too little room since the last barrier: a word that is not found may have been
  // changed.
  bool has_lost() const {
    return memory_.address() != nullptr &&
           cell(0)[epoch_at].load(std::memory_order_relaxed) > epoch_;
  }

  // What this process does next hangs on the word, which it has looked at then: from now on the
  // order of its changes matters. False: it is not followed.
  bool look(int pe, std::uint64_t key, SimTime at);
  bool has_order(int pe, std::uint64_t key) const;
  // When the latest of all that have changed it, or looked, did so: on lane 0.
  SimTime latest(int pe, std::uint64_t key) const;

  // Who wants a lock, or has come to a meeting, lines up: its place in the queue; whether that is
  // the first one now; and the first one has left.
  static constexpr std::int64_t no_place = -1, not_followed = -2;
  std::int64_t line_up(std::uint64_t key);
  // ... only if nobody else stands there.
  std::int64_t line_up_first(std::uint64_t key);
  std::int64_t lined_up(std::uint64_t key) const;  // so far
  bool is_empty(std::uint64_t key) const;          // nobody stands there now
  bool is_first(std::uint64_t key, std::int64_t place) const;
  void leave(std::uint64_t key);

 private:
  using Word = std::atomic<std::int64_t>;
  enum Field {
    tag_at,
    taken_at,
    writer_at,
    value_at,
    latest_at,
    order_at,
    tail_at,
    head_at,
    epoch_at,
    clock_at
  };
  struct GiveBack {
    void operator()(Word* cell) const { cell[taken_at].store(0, std::memory_order_release); }
  };
  using Held = std::unique_ptr<Word, GiveBack>;
  // A cell that is not there yet: one that is over; or that of any word of which nobody has asked.
  enum class Make { none, any, kept };
  // Where a word is, or may be.
  struct Places {
    Word* own = nullptr;
    Word* free = nullptr;
    Word* taken = nullptr;  // by a word of which nobody has asked
  };

  std::size_t cell_words() const { return clock_at + values_; }
  Word* cell(std::size_t number) const;
  static bool is_kept(const Word* cell);
  bool is_over(const Word* cell) const;
  Places places_of(std::int64_t tag) const;
  Held hold(int pe, std::uint64_t key, Make make) const;
  Word* find_kept(int pe, std::uint64_t key) const;
  static void note(Word* cell, SimTime at);

  SharedMemory memory_;
  std::int64_t epoch_ = 0;
  int rank_ = 0;
  std::size_t values_ = 0;
};

}  // namespace revprof
