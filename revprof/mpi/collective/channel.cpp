// SPDX-License-Identifier: BSD-3-Clause
// Numbers, waits, and the choice between the board and messages.
#include "revprof/mpi/collective/channel.hpp"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <ctime>
#include <utility>

#include "revprof/mpi/process.hpp"

namespace revprof {

namespace {

bool is_on_board(Channel::Place place) { return (place & Board::elsewhere) == 0; }

// Looks for what is about to come, before the core goes to somebody else; between two looks at the
// mail, which cost more.
constexpr int eager_looks = 200, looks_between_mail = 64;

// After an error, processes may disagree about which collectives there were; or one of them has had
// no core for a while.
constexpr std::int64_t patience_seconds = 60;

}  // namespace

Channel::Place new_place(Board& board) {
  static std::atomic<Channel::Place> count{0};
  const Channel::Place place = board.is_open() ? board.join() : 0;
  return place != 0 ? place : Board::elsewhere | ++count;
}

void give_back_place(Board& board, Channel::Place place) {
  if (place != 0 && is_on_board(place)) board.leave(place, {});
}

std::shared_ptr<Channel> make_channel(Board& board, const std::shared_ptr<Mail>& mail,
                                      std::vector<int> ranks, int own,
                                      const std::vector<Channel::Found>& found) {
  std::vector<Channel::Found> sorted = found;
  const auto by_rank = [](const auto& a, const auto& b) { return a.rank < b.rank; };
  std::sort(sorted.begin(), sorted.end(), by_rank);
  std::vector<Channel::Place> places;
  for (const int rank : ranks) {
    const auto place =
        std::lower_bound(sorted.begin(), sorted.end(), Channel::Found{rank, 0}, by_rank);
    if (place == sorted.end() || place->rank != rank) return nullptr;
    places.push_back(place->place);
  }
  return std::make_shared<Channel>(board, mail, std::move(ranks), own, std::move(places));
}

Channel::Channel(Board& board, std::shared_ptr<Mail> mail, std::vector<int> ranks, int own,
                 std::vector<Place> places)
    : board_(board),
      mail_(std::move(mail)),
      ranks_(std::move(ranks)),
      places_(std::move(places)),
      own_(own),
      // Another program's places are on its own board.
      on_board_(board.is_open() && mail_ == active_process->mail &&
                std::all_of(places_.begin(), places_.end(), is_on_board)) {
  // A place serves one channel at a time, and a process gives each of its channels another one.
  const auto first = std::min_element(ranks_.begin(), ranks_.end()) - ranks_.begin();
  const auto rank = static_cast<std::uint64_t>(ranks_[static_cast<std::size_t>(first)]);
  key_ = places_[static_cast<std::size_t>(first)] ^ (rank + 1) * 0x9e3779b97f4a7c15u;
}

Channel::~Channel() {
  const Place own = place(own_);
  if (on_board_) {
    board_.leave(own, places_);
  } else {
    give_back_place(board_, own);
  }
}

std::int64_t Channel::begin(std::uint64_t what) {
  const std::lock_guard<std::mutex> lock(mutex_);
  open_.push_back(next_);
  if (on_board_) {
    Board::Member& own = board_.member(place(own_));
    own.what.store(what, std::memory_order_relaxed);
    own.begun.store(next_, std::memory_order_release);
  }
  return next_++;
}

void Channel::end(std::int64_t number) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = std::find(open_.begin(), open_.end(), number);
  if (found == open_.end()) return;
  open_.erase(found);
  if (!on_board_) return;
  const std::int64_t done = open_.empty() ? next_ : *std::min_element(open_.begin(), open_.end());
  board_.member(place(own_)).done.store(done, std::memory_order_release);
}

void Channel::take_back(std::int64_t number) {
  if (on_board_) {
    board_.withdraw(place(own_), number);
    board_.member(place(own_)).begun.store(number - 1, std::memory_order_release);
  }
  const std::lock_guard<std::mutex> lock(mutex_);
  open_.erase(std::remove(open_.begin(), open_.end(), number), open_.end());
  next_ = number;
}

void Channel::note_failure() {
  failed_ = true;
  if (!on_board_) return;
  auto& failures = board_.member(place(own_)).failures;
  failures.store(failures.load(std::memory_order_relaxed) + 1, std::memory_order_release);
}

std::int64_t Channel::least_done() {
  std::int64_t least = next_;
  for (const Place place : places_) {
    least = std::min(least, board_.member(place).done.load(std::memory_order_acquire));
  }
  return least;
}

bool Channel::write(std::int64_t number, const SimTime* record) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!board_.fits(place(own_), number, done_)) done_ = least_done();
  return board_.write(place(own_), number, record, done_);
}

void Channel::send(int member, std::int64_t number, const SimTime* record) {
  mail_->send(rank(member), subject(number), record);
}

void Channel::receive(int member, std::int64_t number, SimTime* record) {
  while (!mail_->receive(rank(member), subject(number), record)) sched_yield();
}

bool Channel::patience_is_over(int member, std::int64_t& since) const {
  const bool theirs =
      on_board_ && board_.member(place(member)).failures.load(std::memory_order_acquire) != 0;
  if (!failed_ && !theirs) return false;
  const std::int64_t now = std::time(nullptr);
  if (since == 0) since = now;
  return now - since > patience_seconds;
}

const SimTime* Channel::await(int member, std::int64_t number, SimTime* room) {
  std::int64_t since = 0;
  for (int looks = 0;; ++looks) {
    if (on_board_) {
      const SimTime* const record = board_.find(place(member), number);
      if (record != nullptr) return record;
      if (looks < eager_looks) continue;
    }
    // On the board, too: what did not fit there, and the program's own messages, which wait for the
    // host's MPI to be called.
    if ((!on_board_ || looks % looks_between_mail == 0) &&
        mail_->receive(rank(member), subject(number), room)) {
      return room;
    }
    if (patience_is_over(member, since)) return nullptr;
    sched_yield();
  }
}

}  // namespace revprof
