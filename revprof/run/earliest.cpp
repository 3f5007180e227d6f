// SPDX-License-Identifier: BSD-3-Clause
// Looks at what is there and what may still come, until the first one is known.
#include "revprof/run/earliest.hpp"

#include <algorithm>
#include <vector>

#include "revprof/run/give_way.hpp"

namespace revprof {

namespace {

constexpr SimTime never = Horizon::never;

// A message that its sender has announced comes, if nothing else: first messages take a while. One
// that a receive that was posted before may have is looked for so often. Who only asks is told by
// the host then, and the clock stands still.
constexpr int looks_at_message = 50;
// After so many, whether something is there that nobody has announced.
constexpr int looks_at_board = 100;

struct Earliest {
  int index = undecided;
  SimTime arrival = 0;
};

SimTime arrival_at(Engine& engine, int process, SimTime sent) {
  return sent == never ? never : engine.arrival(process, 0, sent);
}

// One look after another at what has been sent, and at what of it is here.
class Search {
 public:
  Search(Horizon& horizon, const std::vector<int>& processes, const Horizon::Subject& subject,
         SimTime until, const ProbeAt& probe, const TakersAt& takers, Engine& engine)
      : horizon_(horizon),
        processes_(processes),
        subject_(subject),
        until_(until),
        probe_(probe),
        takers_(takers),
        engine_(engine),
        unseen_(processes.size()),
        is_later_(processes.size()) {}

  // False where nobody can tell any more.
  bool look() {
    earliest_ = {};
    first_ = never;
    awaited_ = -1;
    lacks_ = false;
    for (std::size_t i = 0; i < processes_.size(); ++i) {
      if (!look_at(i)) return false;
    }
    return true;
  }
  bool has_found() const { return earliest_.index >= 0; }
  int found() const { return has_found() ? earliest_.index : no_message; }
  // What comes after that is of no interest.
  SimTime latest() const { return has_found() ? earliest_.arrival : until_; }
  SimTime first() const { return first_; }
  int awaited() const { return awaited_; }

  // Nothing that is not here yet comes before the one that was found, or in time.
  bool is_over() const {
    if (lacks_) return false;
    for (std::size_t i = 0; i < processes_.size(); ++i) {
      if (is_later_[i]) continue;
      const SimTime next = arrival_at(engine_, processes_[i], horizon_.bound(processes_[i]));
      // As look() ends a tie.
      const bool ranks_later = has_found() && static_cast<int>(i) > earliest_.index;
      if (next < latest() || (next == latest() && !ranks_later && next != never)) return false;
    }
    return true;
  }
  bool shows_unannounced() const {
    for (std::size_t i = 0; i < processes_.size(); ++i) {
      if (probe_(static_cast<int>(i)) != Probe::nothing) return true;
    }
    return false;
  }

 private:
  bool look_at(std::size_t i) {
    const int process = processes_[i];
    is_later_[i] = false;
    if (horizon_.has_forgotten(process)) return false;
    std::vector<int> taken;  // tags of messages that receives have
    for (Horizon::UnderWay message; horizon_.next(process, subject_, message); ++message.number) {
      const SimTime arrival = arrival_at(engine_, process, message.sent);
      first_ = std::min(first_, arrival);
      if (unseen_[i] >= looks_at_message) return until_ == never;
      is_later_[i] = true;  // what it sends next comes after this one
      if (arrival > until_ && !horizon_.is_shown(process, message)) return true;
      const Takers own = takers_(static_cast<int>(i), message.tag);
      if (std::count(taken.begin(), taken.end(), message.tag) >= own.certain) {
        return look_for(i, arrival, own.possible > 0);
      }
      taken.push_back(message.tag);
      is_later_[i] = false;
    }
    return true;
  }

  // One that was announced.
  bool look_for(std::size_t i, SimTime arrival, bool may_be_taken) {
    const Probe there = probe_(static_cast<int>(i));
    if (there == Probe::nothing) {
      lacks_ = true;
      if (may_be_taken) {
        ++unseen_[i];
      } else {
        awaited_ = processes_[i];
      }
    } else if (!has_found() || arrival < earliest_.arrival) {
      earliest_ = {static_cast<int>(i), arrival};
    }
    return there != Probe::failed;
  }

  Horizon& horizon_;
  const std::vector<int>& processes_;
  const Horizon::Subject& subject_;
  const SimTime until_;
  const ProbeAt& probe_;
  const TakersAt& takers_;
  Engine& engine_;
  std::vector<int> unseen_;     // looks at an announced message that does not show
  std::vector<bool> is_later_;  // what it sends next
  Earliest earliest_;
  SimTime first_ = never;  // that is known of
  int awaited_ = -1;       // the sender of a message that is announced, and not here yet
  bool lacks_ = false;     // one that was announced
};

}  // namespace

int earliest_message(Horizon& horizon, const std::vector<int>& processes,
                     const Horizon::Subject& subject, Polls* polls, const ProbeAt& probe,
                     const TakersAt& takers, Engine& engine) {
  if (!horizon.is_open()) return undecided;
  const SimTime until = polls != nullptr ? polls->time() : never;
  Search search(horizon, processes, subject, until, probe, takers, engine);
  Horizon::Patience patience(horizon);
  const KeepCore keeps;
  for (int looks = 1;; ++looks) {
    // The bounds first: what was sent before they were read is found below.
    const std::uint64_t heard = horizon.heard();
    horizon.look();
    if (!search.look()) return undecided;
    if (!search.has_found() && until == never) {
      if (looks % looks_at_board == 0 && search.shows_unannounced()) return undecided;
      yield_core();
      continue;
    }
    if (search.is_over()) return search.found();
    // It does nothing before, asked or waiting, unless something else comes.
    if (polls != nullptr) {
      const Polls::Promise promise = polls->promise({search.first(), heard});
      horizon.ask(polls->until(), promise.due, promise.heard);
    } else if (search.first() != never) {
      horizon.ask(engine.now()[0], search.first(), heard);
    }
    const SimTime latest = search.latest();
    const int next = horizon.gets_on_until(latest);
    const bool lasts =
        search.awaited() >= 0
            ? patience.lasts_for_message(search.awaited())
            : patience.lasts(next, nothing_arrives_from(horizon, next, latest, engine));
    if (!lasts) return undecided;
  }
}

SimTime nothing_arrives_from(const Horizon& horizon, int process, SimTime until, Engine& engine) {
  if (process < 0 || until == never || horizon.bound(process) == never) return 0;
  const SimTime transit =
      engine.arrival(process, 0, horizon.bound(process)) - horizon.bound(process);
  return std::max<SimTime>(until - transit + 1, 0);
}

SimTime next_arrival(const Horizon& horizon, int process, const Horizon::Subject& subject,
                     SimTime after, Engine& engine, SimTime& first) {
  Horizon::UnderWay message;
  for (; horizon.next(process, subject, message); ++message.number) {
    const SimTime arrival = arrival_at(engine, process, message.sent);
    if (arrival <= after) continue;
    first = std::min(first, arrival);
    return arrival;
  }
  return arrival_at(engine, process, horizon.bound(process));
}

}  // namespace revprof
