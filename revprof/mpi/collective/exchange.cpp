// SPDX-License-Identifier: BSD-3-Clause
// Per kind of collective: who needs whose clocks.
#include "revprof/mpi/collective/exchange.hpp"

#include <utility>

#include "revprof/mpi/process.hpp"

namespace revprof {

std::size_t Exchange::values(const Engine& engine) {
  const auto lanes = static_cast<std::size_t>(engine.lanes());
  return clocks_at + (engine.path() != nullptr ? PlacedClocks::more : 0) + lanes + 1;
}

// Of an intercommunicator's channel, the local group's members come before the remote group's.
void Exchange::find_members(const Communicator& communicator) {
  const int own = communicator.rank, size = communicator.size;
  const int all = communicator.inter ? size + communicator.peers : size;
  const Members everybody{0, all, nullptr}, nobody;
  const Members others = communicator.inter ? Members{size, all, nullptr} : everybody;
  const bool is_root = communicator.is_root(what_.root);
  const int first_peer = communicator.inter ? size : 0;
  const Members root = what_.root < 0
                           ? nobody
                           : Members{first_peer + what_.root, first_peer + what_.root + 1, nullptr};
  switch (what_.kind) {
    case Kind::one_to_all:
      sources_ = is_root ? nobody : root;
      readers_ = is_root ? others : nobody;
      break;
    case Kind::all_to_one:
      sources_ = is_root ? others : nobody;
      readers_ = is_root ? nobody : root;
      break;
    case Kind::scan:
      sources_ = {0, own, nullptr};
      readers_ = {own + 1, size, nullptr};
      break;
    case Kind::neighbour:
      sources_ = {0, 0, communicator.in_neighbours};
      readers_ = {0, 0, communicator.out_neighbours};
      break;
    default:
      sources_ = readers_ = what_.everybody || what_.constructs ? everybody : others;
  }
}

void Exchange::prepare(Engine& engine, const What& what, std::int64_t bytes,
                       const Communicator& communicator) {
  what_ = what;
  channel_ = communicator.channel;
  find_members(communicator);
  lanes_ = engine.lanes();
  with_places_ = engine.path() != nullptr;
  if (with_places_) {
    placed_ = {static_cast<std::size_t>(lanes_), engine.path()->lane()};
    const auto& ranks = communicator.world_ranks;
    spans_programs_ = std::find(ranks.begin(), ranks.end(), -1) != ranks.end();
  }
  inter_ = communicator.inter;
  peers_ = communicator.peers;
  processes_ = what.kind == Kind::neighbour ? communicator.in_degree + 1 : communicator.processes;
  own_bytes_ = bytes;
  span_ = communicator.span;
  const bool rooted = what.kind == Kind::one_to_all || what.kind == Kind::all_to_one;
  const bool first = rooted ? communicator.is_root(what.root) : communicator.rank == 0;
  member_ = first && !communicator.inter ? Member::first : Member::other;
  in_rounds_ = false;
  rounds_.none();
  if (what.kind == Kind::all_to_all && !what.constructs && !inter_ && channel_ != nullptr) {
    engine.begin_rounds({what.call, processes_, bytes, span_}, channel_->own(), rounds_);
  }
  renew(engine);
  found_.clear();
  if (what.constructs) place_ = new_place(active_process->board);
}

void Exchange::renew(const Engine& engine) {
  // Roots are named alike by all but on an intercommunicator.
  const int root = inter_ || what_.root < 0 ? 0 : what_.root;
  const auto kind = static_cast<std::int64_t>(what_.kind);
  const auto call = static_cast<std::int64_t>(what_.call);
  sent_ = std::min(engine.sent(), std::numeric_limits<std::int64_t>::max() / processes_);
  record_.assign({call << call_bits | kind << 32 | root, 0, sent_});
  record_.insert(record_.end(), engine.now(), engine.now() + lanes_);
  if (with_places_) {
    // Places are those of one program alone.
    record_.insert(record_.end(), {spans_programs_ ? nowhere : engine.here(), -1, nowhere});
  }
  record_.push_back(own_bytes_);
  bytes_ = own_bytes_;
  sum_ = inter_ ? 0 : own_bytes_;
}

void Exchange::arrive(Engine& engine, Call call) {
  engine.arrive({call, processes_, own_bytes_, span_}, member_, own());
  if (spans_programs_) own()[placed_.place()] = nowhere;
}

void Exchange::hand_out() {
  record_[place_at] = static_cast<SimTime>(place_);
  if (channel_->shares_memory()) {
    bool needed = false;
    for_each_other(readers_, [&](int) { needed = true; });
    if (!needed || channel_->write(number(), record_.data())) return;
  }
  for_each_other(readers_, [&](int member) { channel_->send(member, number(), record_.data()); });
}

void Exchange::announce() {
  if (channel_ == nullptr) return;
  set_number(channel_->begin(packed_what()));
  if (channel_->shares_memory()) hand_out();
}

void Exchange::begin() {
  if (channel_ == nullptr) return;
  set_number(channel_->begin(packed_what()));
  hand_out();
}

void Exchange::collect() {
  if (number() != 0 && !channel_->shares_memory()) {
    const bool tree = what_.kind == Kind::all_to_all && !what_.constructs && !inter_;
    if (tree) return collect_by_tree();
    hand_out();
  }
  if (number() != 0 && rounds_.any()) begin_rounds();
  end();
}

void Exchange::end() {
  if (what_.constructs) {
    found_.push_back(
        {channel_ == nullptr ? active_process->mail->rank() : channel_->rank(channel_->own()),
         place_});
  }
  if (number() == 0) return;
  for_each_other(sources_, [&](int member) { take_in(member); });
  channel_->end(end_number());
  count_bytes();
}

void Exchange::count_bytes() {
  if (what_.uneven) bytes_ = sum_ / std::max(1, peers_);
}

void Exchange::take_in(int member) {
  room_.resize(record_.size());
  const SimTime* const record = channel_->await(member, number(), room_.data());
  if (record != nullptr) compare(member, record);
  if (record != nullptr && agree(record[what_at], record_[what_at])) return merge(member, record);
  active_process->disagree(channel_->rank(member));
}

// This process's own news is the first that it hears.
void Exchange::begin_rounds() {
  in_rounds_ = true;
  came_.assign(own(), own() + lanes_);
  const int own_number = channel_->own();
  for (int l = 0; l < lanes_; ++l) {
    own()[l] += rounds_.saved(own_number, static_cast<std::size_t>(l));
  }
  saved_[0] = with_places_ ? rounds_.saved(own_number, placed_.lane) : 0;
  saved_[1] = 0;
}

void Exchange::merge_in_rounds(int member, const SimTime* clocks) {
  heard_.assign(clocks, clocks + record_.size() - 1 - clocks_at);
  for (int l = 0; l < lanes_; ++l) {
    const auto lane = static_cast<std::size_t>(l);
    came_[lane] = std::max(came_[lane], clocks[l]);
    heard_[lane] += rounds_.saved(member, lane);
  }
  if (!with_places_) {
    std::transform(heard_.begin(), heard_.begin() + lanes_, own(), own(),
                   [](SimTime heard, SimTime latest) { return std::max(heard, latest); });
    return;
  }
  const auto latest = [&] { return std::pair(own()[placed_.lane], own()[placed_.place()]); };
  const auto next = [&] {
    return std::pair(own()[placed_.second()], own()[placed_.second_place()]);
  };
  const auto first = latest(), second = next();
  placed_.merge(heard_.data(), own());
  const SimTime saved = rounds_.saved(member, placed_.lane);
  if (latest() != first) {
    saved_[1] = std::exchange(saved_[0], saved);
  } else if (next() != second) {
    saved_[1] = saved;
  }
}

void Exchange::note_saved(Engine& engine) {
  if (!in_rounds_ || !with_places_) return;
  const auto note = [&](std::size_t time, std::size_t place, SimTime saved) {
    own()[place] = engine.note_saved({what_.call, processes_, own_bytes_, span_},
                                     {own()[time] - saved, own()[place]}, saved);
  };
  note(placed_.lane, placed_.place(), saved_[0]);
  note(placed_.second(), placed_.second_place(), saved_[1]);
}

void Exchange::merge(int member, const SimTime* record) {
  const SimTime* const clocks = record + clocks_at;
  if (in_rounds_) {
    merge_in_rounds(member, clocks);
  } else if (with_places_) {
    placed_.merge(clocks, own());
  } else {
    for (int l = 0; l < lanes_; ++l) own()[l] = std::max(own()[l], clocks[l]);
  }
  sum_ += record[record_.size() - 1];
  sent_ += record[sent_at];
  if (what_.kind == Kind::one_to_all) bytes_ = record[record_.size() - 1];
  if (what_.constructs) {
    found_.push_back({channel_->rank(member), static_cast<Channel::Place>(record[place_at])});
  }
}

// By messages: up to member 0 and down again over a binomial tree.
void Exchange::collect_by_tree() {
  const int own_index = channel_->own(), members = channel_->members();
  int parent = -1, children = 1;
  for (; children < members; children *= 2) {
    if ((own_index & children) != 0) {
      parent = own_index - children;
      break;
    }
    if (own_index + children < members) take_in(own_index + children);
  }
  record_.back() = sum_;
  record_[sent_at] = sent_;
  if (parent >= 0) {
    channel_->send(parent, number(), record_.data());
    const std::int64_t all = -number();  // the way down
    room_.resize(record_.size());
    const SimTime* const record = channel_->await(parent, all, room_.data());
    if (record != nullptr) {
      sum_ = sent_ = 0;
      merge(parent, record);
    }
    record_.back() = sum_;
    record_[sent_at] = sent_;
  }
  for (int step = children / 2; step > 0; step /= 2) {
    if (own_index + step < members) channel_->send(own_index + step, -number(), record_.data());
  }
  channel_->end(end_number());
  count_bytes();
}

bool Exchange::wait(Horizon& horizon) const {
  if (!horizon.is_open()) return false;
  std::vector<Horizon::Member> members;
  SimTime ready = 0;
  peek(ready, [&](int member) {
    members.push_back({channel_->place(member), channel_->rank(member)});
  });
  if (!members.empty()) horizon.wait_for(members, number());
  return !members.empty();
}

std::shared_ptr<Channel> Exchange::make_channel() {
  const Process& process = *active_process;
  const auto& mail = channel_ == nullptr ? process.mail : channel_->mail();
  std::vector<int> ranks;
  for (int member = 0; channel_ != nullptr && member < channel_->members(); ++member) {
    ranks.push_back(channel_->rank(member));
  }
  const int own = channel_ == nullptr ? 0 : channel_->own();
  if (ranks.empty()) ranks.push_back(mail->rank());
  take_place();
  return revprof::make_channel(active_process->board, mail, std::move(ranks), own, found_);
}

void Exchange::fail(bool has_taken_part) {
  if (number() == 0) return;
  channel_->note_failure();
  if (!has_taken_part) return channel_->take_back(end_number());
  if (!channel_->shares_memory()) collect();  // the others need it
  drop();
}

void Exchange::drop() {
  if (number() != 0) channel_->end(end_number());
}

void Exchange::abandon() {
  drop();
  give_back_place(active_process->board, std::exchange(place_, 0));
  channel_.reset();
}

}  // namespace revprof
