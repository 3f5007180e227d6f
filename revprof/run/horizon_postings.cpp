// SPDX-License-Identifier: BSD-3-Clause
// When receives were posted, for senders that go on only then: of a synchronous message (MPI-3.1
// section 3.4), or of one that is too long to be copied. Each receive is told as it is posted, to
// the sender that it names, and its message is the one with the same ordinal: what the host has
// done with either makes no difference.
#include <algorithm>
#include <utility>

#include "revprof/run/horizon.hpp"

namespace revprof {

namespace {

// False: its receiver has written another one there meanwhile.
template <class Read>
bool read_whole(const std::atomic<std::int64_t>* cell, std::uint64_t number, Read read) {
  const auto mark = static_cast<std::int64_t>(number + 1);
  if (cell[0].load(std::memory_order_acquire) != mark) return false;
  read();
  std::atomic_thread_fence(std::memory_order_acquire);
  return cell[0].load(std::memory_order_relaxed) == mark;
}

}  // namespace

// How many receives. Beside what the receiver has sent that way: on lines that it alone writes.
std::atomic<std::uint64_t>& Horizon::told(int sender, int receiver) const {
  return pairs_[index(receiver, sender)].told;
}

std::size_t Horizon::posting_words() const {
  return kinds_of_postings + remembered_postings * (posting_head + clock_values_);
}

std::atomic<SimTime>* Horizon::postings_of(std::size_t pair) const {
  return postings_ + pair * posting_words();
}

std::atomic<SimTime>* Horizon::posting_cell(std::size_t pair, std::uint64_t number) const {
  return postings_of(pair) + kinds_of_postings +
         number % remembered_postings * (posting_head + clock_values_);
}

// Pairs that exchange no messages need none.
bool Horizon::keep_postings(int source) {
  Received& received = received_[static_cast<std::size_t>(source)];
  if (!received.keeps_postings) {
    const std::size_t pair = index(source, rank_);
    const auto at = [&](std::size_t first) {
      return reinterpret_cast<const char*>(postings_of(first)) - memory_.address();
    };
    received.keeps_postings = memory_.reserve(static_cast<std::size_t>(at(pair)),
                                              static_cast<std::size_t>(at(1) - at(0)));
  }
  return received.keeps_postings;
}

// Who reads it meanwhile finds another number than its own.
void Horizon::posts(int source, const Subject& subject, const SimTime* now, bool only_waits) {
  if (!is_open() || source < 0 || source >= processes_ || has_lost_order(rank_)) return;
  const std::uint32_t ordinal = posted_.next({subject.context, source, subject.tag});
  if (ordinal == 0 || !keep_postings(source)) return lose_order();
  const std::size_t way = index(source, rank_);
  const std::uint64_t number = told(source, rank_).load(std::memory_order_relaxed);
  std::atomic<std::int64_t>* const cell = posting_cell(way, number);
  cell[0].store(0, std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_release);
  cell[1].store(static_cast<std::int64_t>(subject.context), std::memory_order_relaxed);
  cell[2].store(static_cast<std::int64_t>(subject.tag) << 32 | ordinal, std::memory_order_relaxed);
  cell[3].store(only_waits ? 1 : 0, std::memory_order_relaxed);
  for (std::size_t i = 0; i < clock_values_; ++i) {
    cell[posting_head + i].store(now[i], std::memory_order_relaxed);
  }
  cell[0].store(static_cast<std::int64_t>(number + 1), std::memory_order_release);
  told(source, rank_).store(number + 1, std::memory_order_release);
  std::atomic<std::int64_t>& alike = postings_of(way)[kind_of(subject)];
  alike.store(alike.load(std::memory_order_relaxed) + 1, std::memory_order_release);
}

Horizon::Letter Horizon::last_letter() {
  views_[rank_].asks_for_postings.store(true, std::memory_order_release);
  Letter letter = letter_;
  letter.told = told(rank_, letter.peer).load(std::memory_order_acquire);
  return letter;
}

// One that asks is told of a receive as of a message.
std::uint64_t Horizon::news_of(int process) const {
  const View& view = views_[process];
  std::uint64_t news = view.sent.load(std::memory_order_acquire);
  if (!view.asks_for_postings.load(std::memory_order_acquire)) return news;
  for (int peer = 0; peer < processes_; ++peer) {
    news += told(process, peer).load(std::memory_order_acquire);
  }
  return news;
}

Clock Horizon::kept(const std::atomic<SimTime>* place) const {
  Clock clock(clock_values_);
  for (std::size_t i = 0; i < clock_values_; ++i) {
    clock[i] = place[i].load(std::memory_order_relaxed);
  }
  return clock;
}

void Horizon::lose_order() {
  if (is_open()) views_[rank_].has_lost_order.store(true, std::memory_order_release);
}

// Of a receive that so many others have followed nobody knows any more.
Horizon::Posting Horizon::posting(int sender, const Letter& letter, Opening* opening) const {
  if (letter.ordinal == 0 || has_lost_order(sender)) return Posting::unknown;
  bool is_gone = has_lost_order(letter.peer);  // or comes no more: asked before it is looked for
  const std::size_t way = index(sender, letter.peer);
  // So many were told that are alike: it is among the last ones, or was told and is forgotten.
  // Asked before it is looked for, too.
  const bool has_told = told(sender, letter.peer).load(std::memory_order_acquire) > 0;
  const bool are_alike = has_told && postings_of(way)[kind_of(letter.subject)].load(
                                         std::memory_order_acquire) >= letter.alike;
  const std::uint64_t end = told(sender, letter.peer).load(std::memory_order_acquire);
  is_gone = is_gone || end - letter.told > remembered_postings;
  const std::uint64_t begin = end - std::min(end, remembered_postings);
  is_gone = is_gone || (are_alike && begin > 0);
  for (std::uint64_t number = end; number-- > begin;) {
    const std::atomic<std::int64_t>* const cell = posting_cell(way, number);
    std::uint32_t ordinal = 0;
    Opening found;
    const bool is_whole = read_whole(cell, number, [&] {
      const auto context = static_cast<std::uint64_t>(cell[1].load(std::memory_order_relaxed));
      const std::int64_t kind = cell[2].load(std::memory_order_relaxed);
      const bool is_alike = context == letter.subject.context && kind >> 32 == letter.subject.tag;
      ordinal = is_alike ? static_cast<std::uint32_t>(kind) : 0;
      if (ordinal != letter.ordinal || opening == nullptr) return;
      found = {kept(cell + posting_head), cell[3].load(std::memory_order_relaxed) != 0};
    });
    if (!is_whole || ordinal == 0) continue;
    if (ordinal < letter.ordinal) break;
    if (ordinal == letter.ordinal) {
      if (opening != nullptr) *opening = std::move(found);
      return Posting::known;
    }
    is_gone = true;
  }
  return is_gone ? Posting::unknown : Posting::awaited;
}

// Of several the first one by the clocks. Where others get on, that one waits for this one alone.
int Horizon::stuck_first(const Letter& letter) const {
  if (bound(letter.peer) != never) return -1;
  int first = rank_;
  SimTime first_time = views_[rank_].clock.load(std::memory_order_relaxed);
  for (int process = 0; process < processes_; ++process) {
    if (process == rank_ || bound(process) != never) continue;
    if (seen_[static_cast<std::size_t>(process)].state != State::posting) continue;
    if (first_ != never && process != letter.peer) continue;
    const SimTime time = views_[process].clock.load(std::memory_order_acquire);
    if (time > first_time || (time == first_time && process > first)) continue;
    first = process;
    first_time = time;
  }
  return first;
}

void Horizon::has_more_untold(int more) {
  if (!is_open()) return;
  std::atomic<int>& own = views_[rank_].untold;  // nobody else writes it
  own.store(own.load(std::memory_order_relaxed) + more, std::memory_order_release);
}

SimTime Horizon::earliest_posting(int peer) const { return has_untold(peer) ? 0 : bound(peer); }

}  // namespace revprof
