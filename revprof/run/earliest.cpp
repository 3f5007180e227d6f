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

}  // namespace

int earliest_message(Horizon& horizon, const std::vector<int>& processes,
                     const Horizon::Subject& subject, Polls* polls, const ProbeAt& probe,
                     const TakersAt& takers, Engine& engine) {
  if (!horizon.is_open()) return undecided;
  const SimTime until = polls != nullptr ? polls->time() : never;
  const std::size_t size = processes.size();
  std::vector<int> unseen(size);  // looks at an announced message that does not show
  std::vector<bool> is_later(size);
  Horizon::Patience patience(horizon);
  const KeepCore keeps;
  for (int looks = 1;; ++looks) {
    // The bounds first: what was sent before they were read is found below.
    const std::uint64_t heard = horizon.heard();
    horizon.look();
    Earliest best;
    SimTime first = never;  // that is known of
    bool decided = true;
    int awaited = -1;  // the sender of a message that is announced, and not here yet
    for (std::size_t i = 0; i < size; ++i) {
      const int process = processes[i];
      is_later[i] = false;
      if (horizon.has_forgotten(process)) return undecided;
      std::vector<int> taken;  // tags of messages that receives have
      for (Horizon::UnderWay message; horizon.next(process, subject, message); ++message.number) {
        const SimTime arrival = arrival_at(engine, process, message.sent);
        first = std::min(first, arrival);
        if (unseen[i] >= looks_at_message) {
          if (until != never) return undecided;
          break;
        }
        is_later[i] = true;  // what it sends next comes after this one
        if (arrival > until && !horizon.is_shown(process, message)) break;
        const Takers own = takers(static_cast<int>(i), message.tag);
        if (std::count(taken.begin(), taken.end(), message.tag) < own.certain) {
          taken.push_back(message.tag);
          is_later[i] = false;
          continue;
        }
        const Probe found = probe(static_cast<int>(i));
        if (found == Probe::failed) return undecided;
        if (found == Probe::nothing) {
          if (own.possible > 0) {
            ++unseen[i];
          } else {
            awaited = process;
          }
          decided = false;
        } else if (best.index < 0 || arrival < best.arrival) {
          best = {static_cast<int>(i), arrival};
        }
        break;
      }
    }
    if (best.index < 0 && until == never) {
      for (std::size_t i = 0; i < size && looks % looks_at_board == 0; ++i) {
        if (probe(static_cast<int>(i)) != Probe::nothing) return undecided;
      }
      yield_core();
      continue;
    }
    const SimTime latest = best.index < 0 ? until : best.arrival;
    for (std::size_t i = 0; i < size && decided; ++i) {
      if (is_later[i]) continue;
      const SimTime earliest = arrival_at(engine, processes[i], horizon.bound(processes[i]));
      // As the search above ends a tie.
      const bool ranks_later = best.index >= 0 && static_cast<int>(i) > best.index;
      decided = earliest > latest || (earliest == latest && ranks_later) || earliest == never;
    }
    if (decided) return best.index < 0 ? no_message : best.index;
    // It does nothing before, asked or waiting, unless something else comes.
    if (polls != nullptr) {
      const Polls::Promise promise = polls->promise({first, heard});
      horizon.ask(polls->until(), promise.due, promise.heard);
    } else if (first != never) {
      horizon.ask(engine.now()[0], first, heard);
    }
    const int next = horizon.gets_on_until(latest);
    const bool lasts =
        awaited >= 0 ? patience.lasts_for_message(awaited)
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
