// SPDX-License-Identifier: BSD-3-Clause
// What a process has sent since it last completed something: the messages among which another one
// is. What it does, the others of its block are taken to do, too, each with the rank that is as far
// from its own; so a message over r ranks leaves the block r times. What is posted leaves together,
// but what goes to higher ranks leaves other blocks than what goes to lower ones, unless some go
// round the end; blocking sends follow each other. Counted in the program's order alone: no clock
// and no single partner says anything, and permuting the sends changes nothing. How much the others
// send, if not as much, a process hears from those whose messages it gets: at the ends of a grid
// they have fewer neighbours, in the middle more. Each tells what it takes for the mean, so that
// all come to know that of all.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <utility>
#include <vector>

#include "revprof/engine/distance.hpp"
#include "revprof/engine/price.hpp"

namespace revprof {

class Posted {
 public:
  // Where a peer is: the ranks are a ring.
  struct Way {
    int ranks = 0;       // to the nearest side
    bool up = false;     // to higher ranks
    bool round = false;  // over the end
    Distance held = 0;   // the blocks that hold both
    int place = -1;      // the peer's
  };
  static Way way(int from, int to, int processes) {
    const int ranks = std::abs(to - from);
    const bool round = 2 * ranks > processes;
    return {round ? processes - ranks : ranks, (to > from) != round, round, 0, -1};
  }

  // A message to `peer`: among which it is, as far as one knows by now.
  Crowd send(int peer, std::int64_t bytes, const Way& way, bool blocking) {
    if (complete_) begin();
    volume_ += bytes;
    ++sent_;
    add(streams_, way.ranks);
    partner_ = partner_ == nobody || partner_ == peer ? peer : several;
    if (blocking) return {way.ranks, 0, in_turn()};
    Crowd& side = way.up ? up_ : down_;
    add(side.streams, way.ranks);
    ++side.messages;
    round_ |= way.round;
    note(way);
    return among(way);
  }
  // Bytes that each process had sent before what is under way: the mean, as this one knows it.
  std::int64_t mean() const { return std::llround(complete_ ? next_mean() : mean_); }
  std::int64_t volume() const { return volume_; }
  // All processes have met: what they have sent, on average.
  void meet(std::int64_t mean) {
    before_ = volume_;
    mean_ = static_cast<double>(mean);
    heard_ = 0;
    heard_of_ = 0;
    complete_ = true;
  }
  bool has_sent() const { return streams_ > 0; }
  // Some of what it has sent last was posted, and may be under way.
  bool has_posted() const { return up_.messages + down_.messages > 0; }
  // The sender's, of a message that is here.
  void hear(std::int64_t mean) {
    heard_ += static_cast<double>(mean);
    ++heard_of_;
  }
  // A message or a request is complete: the next send begins a new set; what is still open stays in
  // this one.
  void complete() { complete_ = true; }

  // Of one that was posted and goes that way: among which it has left.
  Crowd among(const Way& way) const {
    Crowd side = way.up || round_ ? up_ : down_;
    if (round_) {
      add(side.streams, down_.streams);
      side.messages += down_.messages;
    }
    side.beside = eighths(beside_);
    return side;
  }
  // All that leave the block.
  Crowd all() const { return {streams_, streams_ == 0 ? 0 : 1}; }
  // `source` is the only one that it has sent to: who answers takes turns.
  bool is_answered_by(int source) const { return partner_ == source; }
  // Of those among which one is that goes that way: how many leave as small a block of that
  // machine.
  int as_far(const Way& way, Distance own) const {
    int count = 0;
    for (const Far& far : far_) {
      if (blocks_in(far.held & own) != blocks_in(way.held & own)) continue;
      count += round_ ? far.up + far.down : way.up ? far.up : far.down;
    }
    return count;
  }
  // Of a message that has come that way, where `following` more are complete with it: among which
  // it is. As many come into the block as leave it, so all that this process gets is among no more
  // than it has sent. Of what was posted, each is among as large a part of that: a link that others
  // share carries no more when this process gets more of it. Of blocking messages, what it gets
  // beyond what it has sent is among one stream.
  Crowd receive(const Way& way, int following = 0) {
    if (streams_ == 0) return {};
    ++got_;
    const int own = std::min(way.ranks, streams_ - received_);
    received_ += own;
    if (!has_posted()) return own == 0 ? Crowd{1, 0} : Crowd{own, 0, in_turn()};
    const double part = std::min(1.0, static_cast<double>(sent_) / (got_ + following));
    Crowd side = among(way);
    if (side.messages == 0) return {std::max(own, 1), 0, eighths(std::min(beside_, 1.0) * part)};
    side.beside = eighths(beside_ * part);
    return side;
  }

 private:
  static constexpr int nobody = -1, several = -2;

  // More streams than any block has ranks are as good as those.
  static void add(std::int32_t& streams, int ranks) {
    streams = std::min(streams + ranks, std::numeric_limits<std::int32_t>::max() / 2);
  }

  void note(const Way& way) {
    auto far = std::find_if(far_.begin(), far_.end(),
                            [&](const Far& each) { return each.held == way.held; });
    if (far == far_.end()) far = far_.insert(far_.end(), {way.held, 0, 0});
    ++(way.up ? far->up : far->down);
  }

  static std::int32_t eighths(double beside) {
    return std::max(static_cast<std::int32_t>(std::lround(Crowd::as_much * beside)), 1);
  }
  // Of blocking messages: who sends less than others sends each among theirs.
  std::int32_t in_turn() const { return eighths(std::min(beside_, 1.0)); }

  // The mean of what this process knew of all, and was told: dynamic consensus (Spanos,
  // Olfati-Saber and Murray, IFAC 2005), which follows the mean of all.
  double known() const { return (mean_ + heard_) / (1 + heard_of_); }
  double next_mean() const { return known() + static_cast<double>(volume_ - before_); }

  void begin() {
    const double mean = next_mean(), own = static_cast<double>(before_);
    const double beside = before_ == 0 ? beside_ : std::min(known() / own, most);
    const std::int64_t volume = volume_;
    std::vector<Far> far = std::move(far_);  // its memory
    *this = Posted();
    far.clear();
    far_ = std::move(far);
    volume_ = before_ = volume;
    mean_ = mean;
    beside_ = beside;
  }
  // One that has sent next to nothing yet says little of the others.
  static constexpr double most = 4;

  std::int64_t volume_ = 0, before_ = 0;  // bytes in all, and without what is under way
  double mean_ = 0;                       // ... of all processes, without what is under way
  double heard_ = 0;
  int heard_of_ = 0;
  double beside_ = 1;  // the mean of all, as a part of its own
  int streams_ = 0, received_ = 0, partner_ = nobody;
  int sent_ = 0, got_ = 0;  // messages
  Crowd up_, down_;         // of what was posted
  struct Far {
    Distance held;
    int up, down;
  };
  std::vector<Far> far_;  // the same, by distance
  bool round_ = false;
  bool complete_ = false;
};

}  // namespace revprof
