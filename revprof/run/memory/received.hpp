// SPDX-License-Identifier: BSD-3-Clause
// What the others have done to this process's symmetric memory, as far as it has not seen it yet on
// the simulated clocks; and which of it made a condition true.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "revprof/run/memory/update.hpp"

namespace revprof {

class Received {
 public:
  using Holds = std::function<bool(std::uint64_t word)>;

  void take(Update&& update);
  // A barrier of all processes: what was before it has been seen.
  void pass_barrier(std::int64_t epoch);

  bool knows_of(std::uint64_t key, std::int64_t bytes) const;

  // Which update made the condition true that now holds for this word: on each lane the first one,
  // in the order in which they arrive there, after which it holds. Those up to it have now been
  // seen. Nothing where it held before, or nobody knows.
  std::optional<Engine::Flight> decide(std::uint64_t key, std::int64_t bytes, const Engine& engine,
                                       const Holds& holds);

  // The program may have written a word itself since it last saw it there: it is `now`. Asked with
  // all that others have done to it.
  void look(std::uint64_t key, std::int64_t bytes, std::uint64_t now);
  // Nobody looks at it any more.
  void forget(std::uint64_t key) { seen_.erase(key); }

  std::int64_t forgotten() const { return forgotten_; }

 private:
  // A word that was seen.
  struct Seen {
    bool is_known = false;
    std::uint64_t value = 0;
    // Of the atomic updates that were: how often more each value was found than made. The one that
    // was found more often is what they began with.
    std::map<std::uint64_t, int> found;
    std::optional<std::uint64_t> origin;

    void forget() { *this = Seen(); }
  };
  using Updates = std::vector<Update>;
  // Up to the one after which the condition holds, if there is one; and the word then.
  struct Order {
    std::vector<Update*> updates;
    bool found = false;
    std::optional<std::uint64_t> word;
  };

  std::vector<Update*> touching(std::uint64_t key, std::int64_t bytes);
  static std::optional<std::uint64_t> base(Seen& seen, const std::vector<Update*>& updates);
  static Order replay(std::vector<Update*> updates, std::size_t lane,
                      std::optional<std::uint64_t> word, std::uint64_t key, std::int64_t bytes,
                      const Holds& holds);
  static void see(Seen& seen, const std::vector<Update*>& updates);
  void remove(std::uint64_t key, std::int64_t bytes, const std::vector<Update*>& updates);

  std::unordered_map<std::uint64_t, Updates> words_;  // by the eight bytes in which they begin
  std::deque<Update> blocks_;
  std::unordered_map<std::uint64_t, Seen> seen_;
  std::size_t count_ = 0;  // in words_
  std::int64_t forgotten_ = 0;
};

}  // namespace revprof
