// SPDX-License-Identifier: BSD-3-Clause
// The engine itself, and what moves its clocks without a partner: computation, the clock's tick,
// scatter.
#include "revprof/engine/engine.hpp"

#include <algorithm>
#include <cmath>
#include <locale>
#include <sstream>
#include <stdexcept>

#include "fit/model/estimate.hpp"

namespace revprof {

namespace {

// MPI_Wtime's tick doubles every so many calls with nothing between them; 2^40 ticks of 10 ns are
// three hours.
constexpr std::int64_t wtimes_per_doubling = 10'000;
constexpr std::int64_t max_doublings = 40;

std::string number_text(double number) {
  std::ostringstream text;
  text.imbue(std::locale::classic());
  text << number;
  return text.str();
}

}  // namespace

Engine::Engine(std::vector<Lane> lanes, int rank, int processes, SimTime wtime_tick,
               EventSink* trace, const CallTable& calls, const ProcessPlaces& places)
    : ThreadState(trace),
      lanes_(lanes.size()),
      rank_(rank),
      place_(places.of(rank)),
      costs_(lanes, processes, calls, places),
      rates_(lanes.begin(), lanes.end()),
      wtime_tick_(wtime_tick),
      accounts_(static_cast<std::size_t>(calls.count)) {
  const auto links = std::make_shared<const LaneLinks>(costs_, place_);
  send_port_ = SendPort(links);
  long_port_ = LongPort(links, lanes_);
  receive_ports_ = ReceivePorts(costs_, links);
  for (int peer = 0; peer < processes; ++peer) {
    const int place = places.of(peer);
    const Distance distance = costs_.blocks().of_pair(place_, place);
    peers_.push_back({place, places.before(peer), distance});
  }
}

Spent Engine::spent(int lane) const {
  const auto l = static_cast<std::size_t>(lane);
  return {compute_[l], communication_[l], waiting_[l]};
}

void Engine::record_path(int lane, StepSink& sink) {
  path_ = std::make_unique<PathRecorder>(rank_, static_cast<std::size_t>(lane), sink);
  now_[lanes_] = nowhere;
}

void Engine::overrun() const { overrun(costs_.calls()[call_].name); }

void Engine::overrun(const std::string& doing) const {
  std::size_t lane = 0;
  while (lane + 1 < lanes_ && now_[lane] >= 0 && now_[lane] < end_of_time) ++lane;
  const std::string what = "process " + std::to_string(rank_) + ", " + doing +
                           ": the clock of lane " + costs_.lanes()[lane].name +
                           " leaves its range; expected that it takes " +
                           (now_[lane] < 0 ? "0 s or more" : "less than 640 hours");
  if (overrun_) overrun_(what);
  throw std::range_error(what);
}

void Engine::end_at_site(std::int64_t bytes, SimTime time, SimTime waiting) {
  const auto site = static_cast<std::size_t>(site_);
  if (site >= sites_.size()) sites_.resize(site + 1);
  sites_[site].add(bytes, time, waiting);
  at(no_site);
}

void Engine::scatter(std::size_t lane, double spread, SimTime time) {
  const double deviation = spread * static_cast<double>(time);
  variance_[lane] += deviation * deviation;
  const SimTime all = rounded(normal_95 * std::sqrt(variance_[lane]));
  const SimTime more = std::min(all - scattered_[lane], time);  // no call takes less than nothing
  const SimTime change = rates_[lane].estimate == LaneEstimate::low ? -more : more;
  scattered_[lane] += more;
  now_[lane] += change;
  clock_bits_ |= now_[lane];
  communication_[lane] += change;
}

template <class TimeOf>
void Engine::pass(Item item, Instant& spent, TimeOf time) {
  if (path_ != nullptr) {
    Price price;
    price.item = item;
    const std::size_t lane = path_->lane();
    now_[lanes_] = path_->add({now_[lane], here()}, time(lane), price).place;
  }
  each_of(lanes_, at_work_, [&](std::size_t l) {
    const SimTime more = time(l);
    now_[l] += more;
    spent[l] += more;
    clock_bits_ |= now_[l];
  });
}

template <class TimeOf>
void Engine::spend(Item item, double amount, const char* unit, TimeOf time) {
  if (frozen_) return;
  const SimTime begin = now_[0];
  pass(item, compute_, time);
  if (!in_range()) overrun("computation of " + number_text(amount) + unit);
  if (path_ != nullptr) path_->end(here(), now_[0]);
  if (trace_ != nullptr && now_[0] != begin) trace_->compute({begin, now_[0]});
}

void Engine::compute(double units, Item item) {
  spend(item, units, item == Item::counted ? " instructions" : " steps",
        [&](std::size_t l) { return from_seconds(units * rates_[l].step_seconds); });
}

void Engine::sleep(double seconds) {
  spend(Item::asleep, seconds, " s of sleep", [&](std::size_t) { return from_seconds(seconds); });
}

void Engine::elapse(Item item, const double* seconds) {
  const auto factor = item == Item::cpu ? &LaneRate::cpu_factor : &LaneRate::compute_factor;
  spend(item, seconds[0], " s",
        [&](std::size_t l) { return from_seconds(seconds[l] * (rates_[l].*factor)); });
}

void Engine::idle(SimTime until) {
  if (frozen_ || until <= now_[0]) return;
  const SimTime more = until - now_[0];
  pass(Item::asked, waiting_, [&](std::size_t l) { return l == 0 ? more : 0; });
  if (!in_range()) overrun();
}

void Engine::idle_in_vain(SimTime until) {
  if (frozen_ || until <= now_[0]) return;
  const SimTime more = until - now_[0];
  pass(Item::asked, waiting_, [&](std::size_t) { return more; });
  if (!in_range()) overrun();
}

// A loop that waits for something else than time may ask for it without end: doublings alone take
// no clock out of its range.
SimTime Engine::next_tick() const {
  const std::int64_t doublings = std::min(idle_wtimes_ / wtimes_per_doubling, max_doublings);
  if (doublings == 0) return wtime_tick_;
  SimTime latest = 0;
  each_of(lanes_, at_work_, [&](std::size_t l) { latest = std::max(latest, now_[l]); });
  const SimTime room = end_of_time / 2 - latest;
  return wtime_tick_ <= room >> doublings ? wtime_tick_ << doublings : wtime_tick_;
}

SimTime Engine::wtime() {
  if (frozen_) return now_[0];
  idle_wtimes_ = now_[0] == last_wtime_ ? idle_wtimes_ + 1 : 0;
  const SimTime tick = next_tick();
  const CallId clock = costs_.calls().roles.clock;
  if (path_ != nullptr) path_->making(clock);
  pass(Item::tick, communication_, [&](std::size_t) { return tick; });
  if (!in_range()) overrun(costs_.calls()[clock].name);
  if (path_ != nullptr) path_->end(here(), now_[0]);
  CallAccount& account = accounts_[static_cast<std::size_t>(clock.number)];
  account.count += 1;
  account.time += tick;
  account.time_by_source[static_cast<std::size_t>(Source::assumed)] += tick;  // by its setting
  last_wtime_ = now_[0];
  return now_[0];
}

}  // namespace revprof
