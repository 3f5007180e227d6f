// SPDX-License-Identifier: BSD-3-Clause
// What the others have done to this process's symmetric memory, as far as it has not seen it yet on
// the simulated clocks; and which of it made a condition true.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "revprof/run/memory/pending.hpp"

namespace revprof {

class Received {
 public:
  using Holds = std::function<bool(std::uint64_t word)>;

  void take(Update&& update);
  // A barrier of all processes: what was before it has been seen.
  void pass_barrier(std::int64_t epoch);

  bool knows_of(std::uint64_t key, std::int64_t bytes);

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
  // Updates that arrive on lane 0 before what has ended a wait for their word already: one that had
  // known of them might have ended earlier. And waits that one of several blocks has ended.
  std::int64_t late() const { return late_; }

 private:
  // A word that was seen.
  struct Seen {
    bool is_known = false;
    std::uint64_t value = 0;
    FoundValues found;  // by the atomic updates that were
    std::optional<std::uint64_t> origin;
    SimTime ended = -1;  // the last wait, on lane 0: by what arrived then

    void forget() {
      const SimTime last = ended;
      *this = Seen();
      ended = last;
    }
  };
  using Words = std::vector<Pending*>;
  struct Place {
    Pending* word = nullptr;
    const Pending::Arrival* arrival = nullptr;

    const Update& update() const { return word->update(*arrival); }
  };
  class InOrder;
  // Up to the one after which the condition holds, if there is one; and the word then.
  struct Order {
    std::vector<Place> updates;
    bool found = false;
    std::optional<std::uint64_t> word;
  };

  // What touches a word.
  Words words_at(std::uint64_t key, std::int64_t bytes);
  // Blocks of which nobody knows what they have put there. Others become words where somebody asks.
  std::vector<const Update*> blocks_at(std::uint64_t key, std::int64_t bytes) const;
  void take_ends(std::uint64_t key, std::int64_t bytes);
  void take_word(Update&& update);
  void note_doubt(const Seen& seen, const std::vector<const Update*>& blocks);

  static std::optional<std::uint64_t> base(Seen& seen, const Words& words, std::uint64_t key,
                                           std::int64_t bytes);
  static Order replay(const Words& words, std::size_t lane, std::optional<std::uint64_t> word,
                      std::uint64_t key, std::int64_t bytes, const Holds& holds);
  static const Update* latest(const Words& words, const std::vector<const Update*>& blocks,
                              std::size_t lane);
  void see(Seen& seen, const std::vector<Place>& updates);
  void sweep(std::uint64_t key, std::int64_t bytes);

  std::unordered_map<std::uint64_t, std::vector<Pending>>
      words_;  // by the eight bytes in which they begin
  struct Block {
    Update update;
    std::vector<std::uint64_t> taken;  // those of its words that are in words_, or were
  };
  std::deque<Block> blocks_;
  std::unordered_map<std::uint64_t, Seen> seen_;
  std::size_t count_ = 0;     // in words_
  std::uint64_t number_ = 0;  // of all that were taken
  std::int64_t forgotten_ = 0, late_ = 0;
};

}  // namespace revprof
