// SPDX-License-Identifier: BSD-3-Clause
// Which messages are under way: their senders announce them, and their receivers take note of what
// is here.
#include <algorithm>
#include <limits>

#include "revprof/run/horizon.hpp"

namespace revprof {

void Horizon::sent(int peer, SimTime at, const Subject& subject, SimTime now) {
  if (!is_open() || peer < 0) return;
  publish(now);
  Pair& pair = pairs_[index(rank_, peer)];
  const std::uint64_t number = pair.sent.load(std::memory_order_relaxed);
  if (number >= room_until_[static_cast<std::size_t>(peer)]) make_room(peer, number);
  letter_.peer = peer;
  letter_.subject = subject;
  letter_.ordinal = sent_.next({subject.context, peer, subject.tag});
  letter_.alike = ++sent_alike_[static_cast<std::size_t>(peer)][kind_of(subject)];
  const LastMessages last = last_messages(rank_, peer);
  replaced_ = last.kept(number);
  last.keep(number, {at, subject});
  pair.sent.store(number + 1, std::memory_order_release);
  views_[peer].sent.fetch_add(1, std::memory_order_release);
  views_[rank_].signal.step();
}

// Of the room for all, that for fewer comes first.
HorizonRecords::LastMessages Horizon::last_messages(int from, int to, std::uint64_t room) const {
  const std::size_t pair = index(from, to);
  if (room == few) return {pairs_[pair].last, few};
  return {cells_ + pair * cells_of_pair_ + (room - few * more_by) / (more_by - 1), room};
}

// Asked after how many there are: who has read of one finds it.
HorizonRecords::LastMessages Horizon::last_messages(int from, int to) const {
  const std::uint64_t more = pairs_[index(from, to)].more.load(std::memory_order_acquire);
  return last_messages(from, to, more == 0 ? few : more);
}

// What was remembered stays where it is: somebody may read it.
void Horizon::make_room(int peer, std::uint64_t number) {
  std::uint64_t& room_until = room_until_[static_cast<std::size_t>(peer)];
  const LastMessages last = last_messages(rank_, peer);
  const std::uint64_t first = first_open(rank_, peer).load(std::memory_order_relaxed);
  room_until = first + last.room;
  if (number < room_until) return;
  const LastMessages more = last_messages(rank_, peer, last.room * more_by);
  const std::size_t pair = index(rank_, peer);
  const auto at = static_cast<std::size_t>(reinterpret_cast<char*>(more.cells) - memory_.address());
  const KeptCell* const end = cells_ + (pair + 1) * cells_of_pair_;
  if (more.cells + more.room > end || !memory_.reserve(at, more.room * sizeof(KeptCell))) {
    room_until = std::numeric_limits<std::uint64_t>::max();
    return;
  }
  for (std::uint64_t i = number - last.room; i < number; ++i) more.keep(i, last.kept(i));
  pairs_[pair].more.store(more.room, std::memory_order_release);
  room_until = first + more.room;
}

// Who has read of it meanwhile looks again before he does anything.
void Horizon::unsent(int peer) {
  if (!is_open() || peer < 0) return;
  Pair& pair = pairs_[index(rank_, peer)];
  const std::uint64_t number = pair.sent.load(std::memory_order_relaxed) - 1;
  if (letter_.ordinal != 0) {
    sent_.take_back({letter_.subject.context, peer, letter_.subject.tag});
  }
  --sent_alike_[static_cast<std::size_t>(peer)][kind_of(letter_.subject)];
  last_messages(rank_, peer).keep(number, replaced_);
  pair.sent.store(number, std::memory_order_release);
  views_[peer].sent.fetch_sub(1, std::memory_order_release);
  views_[rank_].signal.step();
}

void Horizon::received(int source, SimTime at) {
  if (!is_open() || source < 0) return;
  std::vector<SimTime>& news = received_[static_cast<std::size_t>(source)].news;
  news.push_back(at);
  if (news.size() >= most_news) count_news(source);
  View& own = views_[rank_];
  own.received.store(own.received.load(std::memory_order_relaxed) + 1, std::memory_order_release);
}

// As a rule all that was sent is here then, and nobody has to look which ones those are. Others are
// shown the first one that may not be here, or one before it: none once one was forgotten, as
// which ones are here is a guess then.
void Horizon::count_news(int source) {
  Received& received = received_[static_cast<std::size_t>(source)];
  const std::uint64_t here = received.first + received.more.size() + received.news.size();
  if (here == pairs_[index(source, rank_)].sent.load(std::memory_order_acquire)) {
    received.first = here;
    received.more.clear();
    received.has_guessed = false;
  } else {
    for (const SimTime at : received.news) count(source, at);
  }
  received.news.clear();
  const std::uint64_t first = received.has_guessed ? 0 : received.first;
  std::atomic<std::uint64_t>& shown = first_open(source, rank_);
  if (shown.load(std::memory_order_relaxed) != first) shown.store(first, std::memory_order_relaxed);
}

// Which one it was is told by its time; they may be received in another order. One that is
// forgotten counts as the first.
void Horizon::count(int source, SimTime at) {
  const std::uint64_t sent = pairs_[index(source, rank_)].sent.load(std::memory_order_acquire);
  const LastMessages last = last_messages(source, rank_);
  Received& received = received_[static_cast<std::size_t>(source)];
  std::uint64_t number = std::max(received.first, sent > last.room ? sent - last.room : 0);
  while (number < sent && (last.time(number) != at || received.more.count(number) != 0)) ++number;
  if (number == sent) received.has_guessed = true;
  if (number == sent || number == received.first) {
    ++received.first;
  } else {
    received.more.insert(number);
  }
  while (received.more.erase(received.first) != 0) ++received.first;
}

void Horizon::show(int process, const Subject& subject) {
  UnderWay message;
  if (!is_open() || process < 0) return;
  count_news(process);
  if (!next(process, subject, message)) return;
  received_[static_cast<std::size_t>(process)].shown = message.number + 1;
}

bool Horizon::has_forgotten(int process) const {
  const std::uint64_t sent = pairs_[index(process, rank_)].sent.load(std::memory_order_acquire);
  return sent - received_[static_cast<std::size_t>(process)].first >
         last_messages(process, rank_).room;
}

bool Horizon::next(int process, const Subject& subject, UnderWay& message) const {
  const Received& received = received_[static_cast<std::size_t>(process)];
  const std::uint64_t sent = pairs_[index(process, rank_)].sent.load(std::memory_order_acquire);
  const LastMessages last = last_messages(process, rank_);
  message.number = std::max(message.number, received.first);
  if (sent > last.room) message.number = std::max(message.number, sent - last.room);
  for (; message.number < sent; ++message.number) {
    const Kept kept = last.kept(message.number);
    if (kept.subject.context != subject.context) continue;
    if (subject.tag != Subject::any_tag && kept.subject.tag != subject.tag) continue;
    if (received.more.count(message.number) != 0) continue;
    message.sent = kept.at;
    message.tag = kept.subject.tag;
    return true;
  }
  return false;
}

}  // namespace revprof
