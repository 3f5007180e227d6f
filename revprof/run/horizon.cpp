// SPDX-License-Identifier: BSD-3-Clause
// The processes' clocks, and what each of them waits for.
#include "revprof/run/horizon.hpp"

#include <algorithm>
#include <utility>

namespace revprof {

namespace {

// Of addresses, for messages of senders that are far ahead. Memory is taken where a pair needs it.
constexpr std::size_t bytes_of_pair = 2 << 20;
constexpr std::size_t bytes_of_all = 1 << 30;

}  // namespace

void Horizon::open(Team& team, bool wanted, const Watch& watch, const Board& board,
                   std::size_t clock_values) {
  const int processes = team.processes();
  if (processes < 2 || processes > most_processes) return;
  const bool all = team.all(wanted);
  processes_ = processes;
  const auto count = static_cast<std::size_t>(processes);
  clock_values_ = clock_values;
  std::size_t bytes = 0;
  const auto take = [&](std::size_t of_it) {  // lines of its own
    return std::exchange(bytes, bytes + (of_it + line - 1) / line * line);
  };
  const std::size_t views = take(count * sizeof(View)), pairs = take(count * count * sizeof(Pair));
  const std::size_t common = take(sizeof(Common)),
                    first_open = take(count * open_row() * sizeof(*first_open_)),
                    members = take(count * count * sizeof(MemberCell)),
                    messages = take(count * most_messages() * sizeof(MessageCell)), kept = bytes,
                    postings = take(count * count * posting_words() * sizeof(*postings_));
  cells_of_pair_ = std::min(bytes_of_pair, bytes_of_all / (count * count)) / sizeof(KeptCell);
  const std::size_t cells = take(count * count * cells_of_pair_ * sizeof(KeptCell));
  if (!all || !memory_.open(team, bytes, kept)) {
    processes_ = 0;
    return;
  }
  char* const memory = memory_.address();
  views_ = reinterpret_cast<View*>(memory + views);
  pairs_ = reinterpret_cast<Pair*>(memory + pairs);
  common_ = reinterpret_cast<Common*>(memory + common);
  first_open_ = reinterpret_cast<std::atomic<std::uint64_t>*>(memory + first_open);
  members_ = reinterpret_cast<MemberCell*>(memory + members);
  messages_ = reinterpret_cast<MessageCell*>(memory + messages);
  postings_ = reinterpret_cast<std::atomic<std::int64_t>*>(memory + postings);
  cells_ = reinterpret_cast<KeptCell*>(memory + cells);
  team_ = &team;
  watch_ = &watch;
  board_ = &board;
  received_.assign(count, {});
  sent_alike_.assign(count, {});
  room_until_.assign(count, 0);
  bounds_.assign(count, 0);
  seen_.assign(count, {});
  rank_ = team.rank();
  opened_ = std::chrono::steady_clock::now();
  views_[rank_].changing.store(never, std::memory_order_release);
}

void Horizon::close() {
  if (!is_open()) return;
  processes_ = 0;
  memory_.close();
}

// Who reads meanwhile sees that it is changed.
template <class Change>
void Horizon::change(Change change) {
  View& own = views_[rank_];
  const std::uint64_t turn = own.turn.load(std::memory_order_relaxed);
  own.turn.store(turn + 1, std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_release);
  change(own);
  own.turn.store(turn + 2, std::memory_order_release);
  own.signal.step();
}

void Horizon::set(State state) {
  if (!is_open() || views_[rank_].state.load(std::memory_order_relaxed) == state) return;
  change([&](View& own) { own.state.store(state, std::memory_order_relaxed); });
}

void Horizon::wait_for(const Message* messages, std::size_t count, bool any) {
  if (!is_open()) return;
  if (count == 0 || (any && count > most_messages())) return set(State::running);
  count = std::min(count, most_messages());
  MessageCell* const kept = messages_of(rank_);
  for (std::size_t i = 0; i < count; ++i) {
    if (messages[i].context == 0) continue;
    const int source = messages[i].source, last = source < 0 ? processes_ - 1 : source;
    for (int from = std::max(source, 0); from <= last; ++from) {
      const Received& received = received_[static_cast<std::size_t>(from)];
      if (received.news.size() > most_news_in_wait) count_news(from);
    }
  }
  change([&](View& own) {
    for (std::size_t i = 0; i < count; ++i) {
      const Message& message = messages[i];
      kept[i].source.store(message.source, std::memory_order_relaxed);
      kept[i].kinds.store(message.kinds, std::memory_order_relaxed);
      kept[i].wanted.store(message.wanted, std::memory_order_relaxed);
      kept[i].context.store(message.context, std::memory_order_relaxed);
      kept[i].tag.store(message.tag, std::memory_order_relaxed);
    }
    own.any.store(any, std::memory_order_relaxed);
    own.count.store(static_cast<int>(count), std::memory_order_relaxed);
    own.state.store(State::message, std::memory_order_relaxed);
  });
}

void Horizon::wait_for_posting(const Letter& letter, SimTime now) {
  if (!is_open() || views_[rank_].state.load(std::memory_order_relaxed) == State::posting) return;
  publish(now);
  MessageCell& cell = messages_of(rank_)[0];
  change([&](View& own) {
    cell.source.store(letter.peer, std::memory_order_relaxed);
    cell.context.store(letter.subject.context, std::memory_order_relaxed);
    cell.tag.store(letter.subject.tag, std::memory_order_relaxed);
    cell.alike.store(letter.alike, std::memory_order_relaxed);
    own.number.store(letter.ordinal, std::memory_order_relaxed);
    own.heard.store(letter.told, std::memory_order_relaxed);
    own.state.store(State::posting, std::memory_order_relaxed);
  });
}

void Horizon::wait_for_all() {
  if (!is_open()) return;
  std::atomic<std::int64_t>& come = views_[rank_].come;  // nobody else writes it
  const std::int64_t number = come.load(std::memory_order_relaxed) + 1;
  change([&](View& own) {
    own.number.store(number, std::memory_order_relaxed);
    own.state.store(State::all, std::memory_order_relaxed);
  });
  come.store(number, std::memory_order_release);
}

void Horizon::came_in_vain() {
  if (!is_open()) return;
  std::atomic<std::int64_t>& come = views_[rank_].come;
  come.store(come.load(std::memory_order_relaxed) - 1, std::memory_order_release);
}

void Horizon::wait_for(const std::vector<Member>& members, std::int64_t number) {
  if (!is_open() || members.size() > static_cast<std::size_t>(processes_)) return;
  MemberCell* cell = members_of(rank_);
  change([&](View& own) {
    for (const Member& member : members) {
      cell->place.store(member.place, std::memory_order_relaxed);
      cell->process.store(member.process, std::memory_order_relaxed);
      ++cell;
    }
    own.count.store(static_cast<int>(members.size()), std::memory_order_relaxed);
    own.number.store(number, std::memory_order_relaxed);
    own.state.store(State::members, std::memory_order_relaxed);
  });
}

void Horizon::ask(SimTime now, SimTime own_time, std::uint64_t heard) {
  View& view = views_[rank_];
  for (int source = 0; source < processes_; ++source) {
    if (has_forgotten(source)) return set(State::running);
  }
  if (view.state.load(std::memory_order_relaxed) == State::asks &&
      view.own.load(std::memory_order_relaxed) == own_time &&
      view.heard.load(std::memory_order_relaxed) == heard) {
    return;
  }
  publish(now);
  change([&](View& own) {
    own.own.store(own_time, std::memory_order_relaxed);
    own.heard.store(heard, std::memory_order_relaxed);
    own.state.store(State::asks, std::memory_order_relaxed);
  });
}

void Horizon::wait_for_change(std::uint64_t known, std::uint64_t tested) {
  if (!is_open()) return;
  const View& view = views_[rank_];
  if (view.state.load(std::memory_order_relaxed) == State::word &&
      view.heard.load(std::memory_order_relaxed) == known &&
      view.tested.load(std::memory_order_relaxed) == tested) {
    return;
  }
  change([&](View& own) {
    own.heard.store(known, std::memory_order_relaxed);
    own.tested.store(tested, std::memory_order_relaxed);
    own.state.store(State::word, std::memory_order_relaxed);
  });
}

void Horizon::wait_for_turn(SimTime now, std::uint64_t word, SimTime end) {
  if (!is_open()) return;
  publish(now);
  change([&](View& own) {
    own.own.store(end, std::memory_order_relaxed);
    own.tested.store(word, std::memory_order_relaxed);
    own.state.store(State::turn, std::memory_order_relaxed);
  });
}

void Horizon::due(SimTime time, std::uint64_t tested) {
  if (!is_open()) return;
  change([&](View& own) {
    own.own.store(time, std::memory_order_relaxed);
    own.tested.store(tested, std::memory_order_relaxed);
    own.state.store(State::due, std::memory_order_relaxed);
  });
}

}  // namespace revprof
