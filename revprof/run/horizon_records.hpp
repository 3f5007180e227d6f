// SPDX-License-Identifier: BSD-3-Clause
// What the processes of a horizon (horizon.hpp) see of each other in shared memory: the clock of
// each and what it waits for, and the last messages between every two.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <limits>
#include <unordered_set>
#include <vector>

#include "revprof/engine/clock.hpp"
#include "revprof/run/board.hpp"
#include "revprof/run/step_signal.hpp"

namespace revprof {

struct HorizonRecords {
  static constexpr SimTime never = std::numeric_limits<SimTime>::max();

  // What this process waits for, before it sends anything again.
  enum class State : int {
    running,  // for nothing that is known here
    message,  // for messages
    posting,  // for a receive of its message to be posted
    members,  // for processes that have not come to a collective
    lock,     // for one that another process may have
    all,      // for every other process to come to a collective of all
    end,      // for nothing: it has come to its end
    asks,     // for a time, or a message
    word,     // for others to change its memory, or what all share
    turn,     // for its turn to do something with one word
    due       // for nothing, but it does nothing before a time that its clock does not say yet
  };
  struct Message {
    static constexpr int anybody = -1;
    int source = anybody;
    std::uint16_t kinds = 0xffff;  // as the watch counts them
    std::uint16_t wanted = 1;
    std::uint64_t context = 0;  // of a communicator; 0: nobody knows, or of any tag
    int tag = 0;
  };
  struct Member {
    Board::Place place;
    int process;
  };
  // Which messages a receive or probe takes: those of one tag, or all.
  struct Subject {
    static constexpr int any_tag = -1;
    std::uint64_t context = 0;  // of a communicator, the same at all its processes
    int tag = any_tag;
  };
  // A message as its sender asks about it: when its receive was posted.
  struct Letter {
    int peer = -1;
    Subject subject;
    std::uint32_t ordinal = 0;  // of its subject; 0: nobody knows
    std::uint64_t told = 0;     // receives of the peer, so far
    std::uint32_t alike = 0;    // messages to it of that kind (kind_of), this one included
  };
  enum class Posting { awaited, known, unknown };
  // When a receive was posted, and whether its process does nothing until the message is there.
  struct Opening {
    Clock at;
    bool only_waits = false;
    bool empty() const { return at.empty(); }
  };

 protected:
  static constexpr std::size_t line = 64;  // of memory, as a processor moves it
  // Messages of a pair that are remembered: so many more where its sender is ahead by more.
  static constexpr std::uint64_t few = 16, more_by = 8;
  static constexpr std::uint64_t remembered_postings = 32;  // receives of a pair
  static constexpr std::size_t posting_head = 4;
  // As receives are counted. Neighbouring tags are told apart for certain.
  static constexpr std::size_t kinds_of_postings = 32;
  using KindCounts = std::array<std::uint32_t, kinds_of_postings>;
  static std::size_t kind_of(const Subject& subject) {
    const auto mixed = static_cast<unsigned>(subject.context * 0x9e3779b97f4a7c15u >> 40);
    return (mixed + static_cast<unsigned>(subject.tag)) % kinds_of_postings;
  }

  struct alignas(line) View {
    std::atomic<SimTime> clock;
    std::atomic<std::uint64_t> turn;      // of what follows but the counts; odd: it changes now
    std::atomic<std::uint64_t> received;  // messages
    std::atomic<State> state;
    std::atomic<bool> any;              // of the messages is enough
    std::atomic<std::int32_t> count;    // of messages or members
    std::atomic<std::int64_t> number;   // of a collective; or how many were alike until its message
    std::atomic<std::int64_t> come;     // collectives of all to which it has come
    std::atomic<SimTime> own;           // of one that asks, is due or has had its turn: it goes on
    std::atomic<std::uint64_t> heard;   // ... what it knows of; or changes of its memory
    std::atomic<std::uint64_t> tested;  // of one that waits for changes or its turn, or is due
    std::atomic<SimTime> changing;      // since when one of its changes may not be there; or never
    std::atomic<int> untold;            // receives of which nobody is told before they are complete
    std::atomic<bool> has_lost_order, asks_for_postings;
    StepSignal signal;                              // to those that wait for it
    alignas(line) std::atomic<std::uint64_t> sent;  // messages to it, counted by their senders
    std::atomic<std::uint64_t> changes;             // of its memory, counted by who has made them
  };
  struct alignas(line) Common {
    std::atomic<bool> has_turns;
    std::atomic<bool> has_waited_in_vain;  // for long: what somebody waits for does not show
  };
  // A message as it is remembered.
  struct Kept {
    SimTime at = 0;
    Subject subject;
  };
  struct KeptCell {
    std::atomic<SimTime> time;
    std::atomic<std::uint64_t> context;
    std::atomic<int> tag;
  };
  // The last messages of a pair, by their numbers.
  struct LastMessages {
    KeptCell& cell(std::uint64_t number) const { return cells[number & (room - 1)]; }
    SimTime time(std::uint64_t number) const {
      return cell(number).time.load(std::memory_order_relaxed);
    }
    Kept kept(std::uint64_t number) const {
      const KeptCell& kept = cell(number);
      return {
          kept.time.load(std::memory_order_relaxed),
          {kept.context.load(std::memory_order_relaxed), kept.tag.load(std::memory_order_relaxed)}};
    }
    void keep(std::uint64_t number, const Kept& message) const {
      KeptCell& kept = cell(number);
      kept.time.store(message.at, std::memory_order_relaxed);
      kept.context.store(message.subject.context, std::memory_order_relaxed);
      kept.tag.store(message.subject.tag, std::memory_order_relaxed);
    }

    KeptCell* cells;
    std::uint64_t room;  // a power of two
  };
  struct alignas(line) Pair {
    std::atomic<std::uint64_t> sent;
    std::atomic<std::uint64_t> told;  // receives by this sender of messages that come the other way
    std::atomic<std::uint64_t> more;  // so many messages are remembered elsewhere, if not 0
    KeptCell last[few];
  };
  // What a process has received from another one.
  struct Received {
    std::uint64_t first = 0;                 // that is not here
    std::uint64_t shown = 0;                 // that a probe has found, and one more; 0: none
    std::unordered_set<std::uint64_t> more;  // that are here after it
    std::vector<SimTime> news;    // of messages that are here, too, and not among these yet
    bool has_guessed = false;     // one was forgotten when it was received
    bool keeps_postings = false;  // there is memory for what its sender asks
  };
  // To look at what the sender has written costs both of them: not for every message.
  static constexpr std::size_t most_news = 64;
  static constexpr std::size_t most_news_in_wait = 8;  // others look then, as far as is remembered
  struct MessageCell {
    std::atomic<int> source, tag;
    std::atomic<std::uint16_t> kinds, wanted;
    std::atomic<std::uint32_t> alike;  // of a letter
    std::atomic<std::uint64_t> context;
  };
  struct MemberCell {
    std::atomic<Board::Place> place;
    std::atomic<int> process;
  };
};

}  // namespace revprof
