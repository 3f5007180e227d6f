// SPDX-License-Identifier: BSD-3-Clause
// What a process has sent since it last completed something: the messages among which another one
// is. What it does, the others of its block are taken to do, too, each with the rank that is as far
// from its own; so a message over r ranks leaves the block r times. Counted in the program's order
// alone: no clock and no single partner says anything, and permuting the sends changes nothing.
#pragma once

#include <algorithm>
#include <cstdint>

namespace revprof {

class Posted {
 public:
  // A message to `peer`, over so many ranks; own_links: as CostTable's.
  void send(int peer, int ranks, std::uint64_t own_links) {
    if (complete_) *this = Posted();
    streams_ += ranks;
    partner_ = partner_ == nobody || partner_ == peer ? peer : several;
    own_links_ &= own_links;
  }
  // A message or a request is complete: the next send begins anew, what is still to be completed
  // was among these.
  void complete() { complete_ = true; }

  // Messages that leave the block at once; 0: none.
  int streams() const { return streams_; }
  // `source` is the only one that it has sent to: who answers takes turns.
  bool is_answered_by(int source) const { return partner_ == source; }
  // Of a message that has come over so many ranks: among how many it is; 0: no others. As many
  // come into the block as leave it, so all that this process gets is among no more than it has
  // sent, and what it gets beyond that is what others do not.
  int receive(int ranks) {
    if (streams_ == 0) return 0;
    const int among = std::min(ranks, streams_ - received_);
    received_ += among;
    return std::max(among, 1);
  }
  // Lanes, a bit each, on which all of them have links of their own.
  std::uint64_t own_links() const { return streams_ == 0 ? 0 : own_links_; }

 private:
  static constexpr int nobody = -1, several = -2;

  int streams_ = 0, received_ = 0, partner_ = nobody;
  std::uint64_t own_links_ = ~std::uint64_t{0};
  bool complete_ = false;
};

}  // namespace revprof
