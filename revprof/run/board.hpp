// SPDX-License-Identifier: BSD-3-Clause
// Records of clocks in memory that all processes share: each process writes what it says in a ring
// of its own, one for every set of processes (channel.hpp) that it belongs to, and whoever needs it
// reads it there. Nobody is asked, no message is sent, and what failed is taken back.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <mutex>
#include <utility>
#include <vector>

#include "revprof/engine/sim_time.hpp"
#include "revprof/run/shared_memory.hpp"
#include "revprof/run/team.hpp"

namespace revprof {

class Board {
 public:
  // What a process shows of itself to the others of a channel. Written by itself alone.
  struct alignas(64) Member {
    std::atomic<std::uint64_t> generation;  // how often this memory has served a channel
    std::atomic<std::uint64_t> ring;        // where its records are, and how many fit (see Ring)
    std::atomic<std::int64_t> done;         // it needs no record before this number any more
    std::atomic<std::int64_t> failures;     // calls of this channel that it has got an error from
    std::atomic<std::uint64_t> cell;        // of a window: where the clock of its lock is; or 0
    std::atomic<bool> closed;               // it has left the channel
    std::atomic<std::int64_t> begun;        // the collective of this number, and all before it
    std::atomic<std::uint64_t> what;        // that one, as exchange.hpp packs it
  };
  // Where a member is: an offset and a generation. 0: nowhere. The highest bit marks places that
  // are on no board, by which channels are told apart.
  using Place = std::uint64_t;
  static constexpr Place elsewhere = Place{1} << 63;

  // Of all processes. Stays closed where the processes do not share memory. A record has
  // `values` values.
  void open(Team& team, std::size_t values);
  void close();
  bool is_open() const { return memory_.address() != nullptr; }

  // This process's member of a channel that is about to be made; 0: no memory is left.
  Place join();
  // It has left: its memory serves again once all others have left, too.
  void leave(Place own, const std::vector<Place>& members);
  Member& member(Place place) const {
    return *reinterpret_cast<Member*>(memory_.address() + (place & offset_mask));
  }

  // Record `number`, from 1 on. False: no memory is left. `done`: the least of all members'.
  bool write(Place own, std::int64_t number, const SimTime* record, std::int64_t done);
  // Whether another record fits without asking what the others still need.
  bool fits(Place own, std::int64_t number, std::int64_t done) const;
  void withdraw(Place own, std::int64_t number);
  // nullptr: it is not there yet.
  const SimTime* find(Place place, std::int64_t number) const;

  // Memory for the clocks of a window's lock and atomic operations at this process; without it,
  // none are kept.
  void make_cell(Place own);
  // nullptr: there is none.
  std::atomic<SimTime>* cell(Place place) const;

 private:
  using Word = std::atomic<SimTime>;
  struct Ring {
    std::uint64_t offset;
    std::int64_t depth;  // a power of two
  };
  struct Left {
    Place own;
    std::vector<Place> members;
  };
  static constexpr int offset_bits = 40;
  static constexpr std::uint64_t offset_mask = (std::uint64_t{1} << offset_bits) - 1;

  static Ring unpack(std::uint64_t ring);
  static std::uint64_t pack(const Ring& ring);
  Word* slot(const Ring& ring, std::int64_t number) const;
  std::uint64_t allocate(std::size_t bytes);
  void free(std::uint64_t offset, std::size_t bytes);
  std::uint64_t make_ring(std::int64_t depth);
  std::size_t ring_bytes(std::int64_t depth) const;
  // Two clocks and whose they are, and what is done without a turn.
  std::size_t cell_words() const { return 2 * (values_ + 1) + 7; }
  bool grow(Place own);
  void reclaim(const Left& left);
  void reclaim();

  SharedMemory memory_;
  std::mutex mutex_;  // of what follows
  std::size_t values_ = 0;
  std::uint64_t next_ = 0, reserved_ = 0, end_ = 0;  // of this process's part of the memory
  std::vector<std::uint64_t> free_[offset_bits];     // by the size's logarithm
  std::vector<std::uint64_t> idle_;                  // members
  std::vector<std::pair<Place, Ring>> outgrown_;
  std::deque<Left> left_;
};

}  // namespace revprof
