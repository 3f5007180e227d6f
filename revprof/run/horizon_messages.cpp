// SPDX-License-Identifier: BSD-3-Clause
// Which messages are under way: their senders announce them, and their receivers take note of what
// is here.
#include <algorithm>

#include "revprof/run/horizon.hpp"

namespace revprof {

void Horizon::sent(int peer, SimTime at, const Subject& subject, SimTime now) {
  if (!is_open() || peer < 0) return;
  publish(now);
  Pair& pair = pairs_[index(rank_, peer)];
  const std::uint64_t number = pair.sent.load(std::memory_order_relaxed);
  letter_.peer = peer;
  letter_.subject = subject;
  letter_.ordinal = sent_.next({subject.context, peer, subject.tag});
  letter_.alike = ++sent_alike_[static_cast<std::size_t>(peer)][kind_of(subject)];
  replaced_ = pair.kept(number);
  pair.keep(number, {at, subject});
  pair.sent.store(number + 1, std::memory_order_release);
  views_[peer].sent.fetch_add(1, std::memory_order_release);
  views_[rank_].signal.step();
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
  pair.keep(number, replaced_);
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

// As a rule all that was sent is here then, and nobody has to look which ones those are.
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
}

// Which one it was is told by its time; they may be received in another order. One that is
// forgotten counts as the first.
void Horizon::count(int source, SimTime at) {
  const Pair& pair = pairs_[index(source, rank_)];
  const std::uint64_t sent = pair.sent.load(std::memory_order_acquire);
  Received& received = received_[static_cast<std::size_t>(source)];
  const auto is_here = [&](std::uint64_t number) {
    return std::find(received.more.begin(), received.more.end(), number) != received.more.end();
  };
  std::uint64_t number = std::max(received.first, sent > remembered ? sent - remembered : 0);
  while (number < sent && (pair.times[number % remembered].load(std::memory_order_relaxed) != at ||
                           is_here(number))) {
    ++number;
  }
  if (number == sent) received.has_guessed = true;
  if (number == sent || number == received.first) {
    ++received.first;
  } else {
    received.more.push_back(number);
  }
  while (!received.more.empty() && is_here(received.first)) {
    received.more.erase(std::find(received.more.begin(), received.more.end(), received.first));
    ++received.first;
  }
}

void Horizon::show(int process, const Subject& subject) {
  UnderWay message;
  if (!is_open() || process < 0) return;
  count_news(process);
  if (!next(process, subject, message)) return;
  received_[static_cast<std::size_t>(process)].shown = message.number + 1;
}

bool Horizon::has_forgotten(int process) const {
  return pairs_[index(process, rank_)].sent.load(std::memory_order_acquire) -
             received_[static_cast<std::size_t>(process)].first >
         remembered;
}

bool Horizon::next(int process, const Subject& subject, UnderWay& message) const {
  const Pair& pair = pairs_[index(process, rank_)];
  const Received& received = received_[static_cast<std::size_t>(process)];
  const std::uint64_t sent = pair.sent.load(std::memory_order_acquire);
  message.number = std::max(message.number, received.first);
  if (sent > remembered) message.number = std::max(message.number, sent - remembered);
  for (; message.number < sent; ++message.number) {
    const Kept kept = pair.kept(message.number);
    if (kept.subject.context != subject.context) continue;
    if (subject.tag != Subject::any_tag && kept.subject.tag != subject.tag) continue;
    const auto& more = received.more;
    if (std::find(more.begin(), more.end(), message.number) != more.end()) continue;
    message.sent = kept.at;
    message.tag = kept.subject.tag;
    return true;
  }
  return false;
}

}  // namespace revprof
