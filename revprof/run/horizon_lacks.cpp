// SPDX-License-Identifier: BSD-3-Clause
// What a process still lacks of what it waits for: a message, members of a collective, anything.
#include "revprof/run/horizon.hpp"

namespace revprof {

// Messages that a process has not received yet: one of them may wake it.
bool Horizon::has_messages(int process) const {
  const std::uint64_t received = views_[process].received.load(std::memory_order_acquire);
  return views_[process].sent.load(std::memory_order_acquire) != received;
}

bool Horizon::is_under_way(int process, const Message& message) const {
  return is_counted(process, message) && is_remembered(process, message);
}

// By its kind, of which there are few: others may be alike.
bool Horizon::is_counted(int process, const Message& message) const {
  if (!watch_->is_open()) return true;
  std::uint32_t messages = 0;
  for (int from = 0; from < processes_; ++from) {
    if (message.source != Message::anybody && message.source != from) continue;
    for (unsigned kind = 0; kind < Watch::kinds; ++kind) {
      if ((message.kinds >> kind & 1) != 0) messages += watch_->under_way(from, process, kind);
    }
  }
  return messages >= message.wanted;
}

// Of all that come to one process, on lines that it alone writes.
std::size_t Horizon::open_row() const {
  constexpr std::size_t cells = line / sizeof(*first_open_);
  return (static_cast<std::size_t>(processes_) + cells - 1) / cells * cells;
}
std::atomic<std::uint64_t>& Horizon::first_open(int from, int to) const {
  return first_open_[static_cast<std::size_t>(to) * open_row() + static_cast<std::size_t>(from)];
}

// Among the last ones that were sent to it, of which it may have got some since it has said so.
bool Horizon::is_remembered(int process, const Message& message) const {
  if (message.context == 0) return true;
  std::uint32_t messages = 0;
  for (int from = 0; from < processes_; ++from) {
    if (message.source != Message::anybody && message.source != from) continue;
    const Pair& pair = pairs_[index(from, process)];
    std::uint64_t first = first_open(from, process).load(std::memory_order_relaxed);
    const std::uint64_t sent = pair.sent.load(std::memory_order_acquire);
    const LastMessages last = last_messages(from, process);
    if (sent - first > last.room) return true;
    // Of several that were sent at the same time the receiver does not know which ones it has.
    while (first > 0 && first < sent && last.time(first - 1) == last.time(first)) {
      if (sent - --first > last.room) return true;
    }
    for (std::uint64_t number = first; number < sent; ++number) {
      const Subject subject = last.kept(number).subject;
      if (subject.context == message.context && subject.tag == message.tag) ++messages;
    }
    std::atomic_thread_fence(std::memory_order_acquire);
    if (pair.sent.load(std::memory_order_relaxed) - first > last.room) return true;
  }
  return messages >= message.wanted;
}

Horizon::Lacks Horizon::lacks_message(int process) const {
  const View& view = views_[process];
  const bool any = view.any.load(std::memory_order_relaxed);
  const bool has_none = !has_messages(process);
  Lacks lacks = Lacks::nothing;
  bool only_this_one = true;
  for (int i = 0; i < view.count.load(std::memory_order_relaxed); ++i) {
    const MessageCell& cell = messages_of(process)[i];
    const Message message = {
        cell.source.load(std::memory_order_relaxed), cell.kinds.load(std::memory_order_relaxed),
        cell.wanted.load(std::memory_order_relaxed), cell.context.load(std::memory_order_relaxed),
        cell.tag.load(std::memory_order_relaxed)};
    if (!has_none && is_under_way(process, message)) {
      if (any) return Lacks::nothing;
      continue;
    }
    const bool is_own = message.source == rank_;
    if (is_own && !any) return Lacks::this_one;
    only_this_one = only_this_one && is_own;
    lacks = Lacks::somebody;
  }
  return lacks == Lacks::somebody && only_this_one ? Lacks::this_one : lacks;
}

// Where nobody will ever know, it does not wait either; one that is not told may be its message's.
Horizon::Lacks Horizon::lacks_posting(int process) const {
  const View& view = views_[process];
  const MessageCell& cell = messages_of(process)[0];
  const Letter letter = {
      cell.source.load(std::memory_order_relaxed),
      {cell.context.load(std::memory_order_relaxed), cell.tag.load(std::memory_order_relaxed)},
      static_cast<std::uint32_t>(view.number.load(std::memory_order_relaxed)),
      view.heard.load(std::memory_order_relaxed),
      cell.alike.load(std::memory_order_relaxed)};
  if (letter.peer < 0 || letter.peer >= processes_) return Lacks::nothing;  // it changes now
  const Posting is = posting(process, letter, nullptr);
  if (is != Posting::awaited || has_untold(letter.peer)) return Lacks::nothing;
  return letter.peer == rank_ ? Lacks::this_one : Lacks::somebody;
}

Horizon::Lacks Horizon::lacks_member(int process) const {
  const View& view = views_[process];
  const std::int64_t number = view.number.load(std::memory_order_relaxed);
  const MemberCell* const cells = members_of(process);
  Lacks lacks = Lacks::nothing;
  for (int i = 0; i < view.count.load(std::memory_order_relaxed); ++i) {
    const Board::Member& member = board_->member(cells[i].place.load(std::memory_order_relaxed));
    if (member.begun.load(std::memory_order_acquire) >= number) continue;
    if (cells[i].process.load(std::memory_order_relaxed) == rank_) return Lacks::this_one;
    lacks = Lacks::somebody;
  }
  return lacks;
}

Horizon::Lacks Horizon::lacks_of_all(int process) const {
  const std::int64_t number = views_[process].number.load(std::memory_order_relaxed);
  const auto has_come = [&](int other) {
    return views_[other].come.load(std::memory_order_acquire) >= number;
  };
  if (!has_come(rank_)) return Lacks::this_one;
  for (int other = 0; other < processes_; ++other) {
    if (!has_come(other)) return Lacks::somebody;
  }
  return Lacks::nothing;
}

Horizon::Lacks Horizon::lacks_change(int process) const {
  const View& view = views_[process];
  const std::uint64_t known = view.heard.load(std::memory_order_relaxed);
  return view.changes.load(std::memory_order_acquire) != known ? Lacks::nothing : Lacks::somebody;
}

Horizon::Lacks Horizon::lacks(int process, State state) const {
  switch (state) {
    case State::running:
    case State::due:
    case State::turn:
    case State::lock:  // which may be free
      break;
    case State::message:
      return lacks_message(process);
    case State::posting:
      return lacks_posting(process);
    case State::members:
      return lacks_member(process);
    case State::all:
      return lacks_of_all(process);
    case State::end:
      return Lacks::this_one;
    case State::asks:
      return news_of(process) != views_[process].heard.load(std::memory_order_relaxed)
                 ? Lacks::nothing
                 : Lacks::somebody;
    case State::word:
      return lacks_change(process);
  }
  return Lacks::nothing;
}

}  // namespace revprof
