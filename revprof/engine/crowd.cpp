// SPDX-License-Identifier: BSD-3-Clause
// What a process's own messages say of those that share links with them: what it does, the others
// of its block are taken to do, too, each with the rank that is as far from its own.
#include <algorithm>
#include <cstdlib>

#include "revprof/engine/engine.hpp"

namespace revprof {

namespace {

// Shorter rows have so many ends that these are no exception.
constexpr int shortest_row = 4;

}  // namespace

// Messages over links of their own do not wait for each other, where all of an exchange are such.
void Engine::note_links() {
  separate_ = ~std::uint64_t{0};
  for (const LastSend& send : last_sends_) {
    if (send.peer >= 0 && send.peer != rank_) {
      separate_ &= own_links_[static_cast<std::size_t>(send.peer)];
    }
  }
}

void Engine::know_rows() {
  if (rows_known_) return;
  for (LastSend& send : last_sends_) {
    if (send.peer >= 0) send.reach = reach(send.peer);
  }
  rows_known_ = true;
}

// To the nearest side: the ranks are a ring.
int Engine::ranks_to(int peer) const {
  const int processes = static_cast<int>(distances_.size());
  const int ranks = (peer - rank_ + processes) % processes;
  return 2 * ranks > processes ? ranks - processes : ranks;
}

bool Engine::sends_over(int ranks) const {
  return std::any_of(last_sends_.begin(), last_sends_.end(), [&](const LastSend& send) {
    return send.peer >= 0 && ranks_to(send.peer) == ranks;
  });
}

// So many ranks make a row of the processes' grid. Rows that do not fit into the blocks end within
// one, out of which they then send more.
bool Engine::is_row(int ranks) const {
  const std::vector<int>& blocks = costs_.blocks().sizes();
  const bool known =
      ranks == static_cast<int>(distances_.size()) || sends_over(ranks) || sends_over(-ranks);
  return known && std::all_of(blocks.begin(), blocks.end(),
                              [&](int block) { return ranks % block == 0 || block % ranks == 0; });
}

// Over how many ranks the others of the row send when this process sends to `peer` or receives from
// it. Partners on one side alone, r and n ranks away, are the neighbours of a row's end if r + n
// ranks are a row: all others have theirs as near as the nearer one.
int Engine::reach(int peer) const {
  const int far = ranks_to(peer), ranks = std::abs(far);
  int nearest = ranks;
  if (sends_over(-far)) return nearest;
  for (const LastSend& send : last_sends_) {
    if (send.peer < 0) continue;
    const int near = std::abs(ranks_to(send.peer)), row = ranks + near;
    if (near == 0 || near >= nearest || row < shortest_row * near) continue;
    if (!sends_over(-ranks_to(send.peer)) && is_row(row)) nearest = near;
  }
  return nearest;
}

int Engine::crowd_of(const Stamp& message, SimTime since) {
  const int processes = static_cast<int>(distances_.size());
  const int source = message.source;
  if (!crowds_ || source < 0 || source >= processes || source == rank_) return 0;
  know_rows();
  int sent = 0;
  SimTime last = -1;
  for (const LastSend& send : last_sends_) {
    if (send.peer < 0 || send.at < since || (since == any_time && send.peer == source)) continue;
    sent += send.reach;
    last = std::max(last, send.at);
  }
  if (sent == 0) return 0;
  const int received = reach(source);
  if (since != any_time) return 2 * std::max(sent, received);
  // Where processes take turns to send and to receive, half of them send.
  const SimTime flight = pair_cost(Call::MPI_Recv, message.bytes, source).transit[0];
  return last + flight > message.sent[0] ? 2 * received : 2 * received - 1;
}

}  // namespace revprof
