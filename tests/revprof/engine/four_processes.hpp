// SPDX-License-Identifier: BSD-3-Clause
// Four of 8 processes without MPI, on machines that have everything.
#pragma once

#include <algorithm>
#include <deque>
#include <utility>

#include "round_model.hpp"

namespace revprof {

// Every rule's equation, with ports, crowds, parts of collectives and three distances.
inline Lane rich_lane(std::vector<int> block_sizes = {2, 4}) {
  Lane rich = crowded_lane(std::move(block_sizes));
  auto model = std::make_shared<Model>(*rich.model);
  model->calls["transit"] = {class_of(4, 5, 0.002), class_of(0, 10, 0.002)};
  model->calls["gap"] = {class_of(4, 0.7, 0.001), class_of(0, 1.3, 0.002)};
  model->calls["MPI_Put"] = {class_of(0, 3, 0.004)};
  model->calls["MPI_Win_lock"] = {class_of(0, 1.5, 0)};
  model->calls["MPI_Fetch_and_op"] = {class_of(0, 2.5, 0)};
  model->calls["MPI_Fetch_and_op.next"] = {class_of(0, 1, 0)};
  model->calls["MPI_Allreduce.late"] = {class_of(0, 4, 0.003)};
  model->calls["MPI_Barrier"] = {class_of(0, 12, 0)};
  model->calls["MPI_Barrier.last"] = {class_of(0, 4, 0)};
  model->calls["MPI_Barrier.late"] = {class_of(0, 9, 0)};
  model->calls["MPI_Bcast.late"] = {class_of(0, 3, 0.001)};
  model->calls["MPI_Bcast.early"] = {class_of(0, 2, 0)};
  model->calls["MPI_Reduce"] = {class_of(0, 6, 0.002, {Startup::p, Data::d}, 1)};
  model->calls["MPI_Reduce.early"] = {class_of(0, 1.5, 0.001)};
  model->calls["send_gap"] = {class_of(0, 0.7, 0.002)};
  model->calls["MPI_Bcast.next"] = {class_of(0, 7, 0.001)};
  model->calls["MPI_Reduce.next"] = {class_of(0, 9, 0)};
  model->calls["MPI_Iallreduce"] = {class_of(0, 11, 0.002)};
  model->calls["MPI_Iallreduce.early"] = {class_of(0, 2, 0.001)};
  model->calls["MPI_Iallreduce.wait"] = {class_of(0, 5, 0.002)};
  model->calls["start_up"] = {class_of(0, 9, 0)};
  model->calls["MPI_Reduce.late"] = {class_of(0, 2.5, 0.001)};
  model->point_to_point.eager_limit_bytes = 1000;  // longer ones wait for their receives
  rich.name = "equation";
  rich.model = model;
  rich.estimate = LaneEstimate::equation;
  return rich;
}

// The same without blocks; equations depend on how many ranks two processes are apart. Ways: known
// what messages to both sides add to each other, which is less than a gap.
inline Lane torus_lane(bool ways = false) {
  Lane torus = rich_lane({});
  auto model = std::make_shared<Model>(*torus.model);
  const auto add = [&](const char* call, double c_us, double s_us, double k_us = 0.001) {
    for (const int apart : {1, 2}) {
      model->calls[call].push_back(
          class_of(-apart, c_us * apart, k_us, {Startup::p, Data::d}, s_us));
    }
  };
  add("transit", 3, 0);
  add("gap", 0.4, 0);
  add("MPI_Sendrecv", 4, 0);
  add("exchange", 3, 1.5);
  if (ways) add("exchange_both", 3, 1.5, 0.0013);
  if (ways) add("exchange.next", 3, 1.2, 0.0008);
  if (ways) model->point_to_point.distances.as_far = {{1, 2, 1}, {1, 2}, {1}};  // a ring
  torus.model = model;
  return torus;
}

class Processes {
 public:
  explicit Processes(const std::vector<Lane>& lanes) {
    for (int rank = 0; rank < 4; ++rank) engines.push_back(process(rank, lanes));
  }

  Engine& engine(int rank) { return engines[static_cast<std::size_t>(rank)]; }

  // All four. They come with sizes of their own where these are uneven: d is then the mean.
  void collective(Call call, int root = 0, std::int64_t uneven = 0) {
    const Kind kind = call_traits[static_cast<std::size_t>(call)].kind;
    const bool rooted = kind != Kind::all_to_all;
    const auto role = [&](int rank) {
      return rank == (rooted ? root : 0) ? Member::first : Member::other;
    };
    const Span span(engine(0).costs().blocks().between(0, 3), 3, 0);
    std::vector<Clock> arrivals;
    for (int rank = 0; rank < 4; ++rank) {
      engine(rank).begin_call(call);
      arrivals.push_back(engine(rank).clock());
      engine(rank).arrive({call, 4, bytes + (2 * rank - 3) * uneven, span}, role(rank),
                          arrivals.back().data());
    }
    for (int rank = 0; rank < 4; ++rank) {
      Rounds rounds;
      if (kind == Kind::all_to_all) engine(rank).begin_rounds({call, 4, bytes, span}, rank, rounds);
      const auto news_of = [&](int other) {
        Clock news = arrivals[static_cast<std::size_t>(other)];
        if (rounds.any()) hear(engine(rank), call, span, rounds, other, news);
        return news;
      };
      std::vector<Clock> known = {news_of(rank)};
      for (int other = 0; other < 4; ++other) {
        const bool heard = kind == Kind::all_to_all ||
                           (kind == Kind::one_to_all && other == root) ||
                           (kind == Kind::all_to_one && rank == root);
        if (heard && other != rank) known.push_back(news_of(other));
      }
      const std::vector<SimTime> ready = latest(known);
      engine(rank).collective({call, 4, bytes, span}, ready.data(), role(rank), nullptr,
                              rooted ? root : -1);
      engine(rank).end_call(bytes, -1, 0);
    }
  }

  // All four start one, compute, and wait for it.
  void nonblocking(double units) {
    const Span span(engine(0).costs().blocks().between(0, 3), 3, 0);
    std::vector<Clock> begun;
    for (Engine& engine : engines) {
      engine.begin_call(Call::MPI_Iallreduce);
      begun.push_back(engine.clock());
      engine.start_collective({Call::MPI_Iallreduce, 4, bytes, span});
      engine.end_call(bytes, -1, 0);
      engine.compute(units);
    }
    const std::vector<SimTime> ready = latest(begun);
    for (Engine& engine : engines) {
      engine.begin_call(Call::MPI_Wait);
      engine.complete_collective({Call::MPI_Iallreduce, 4, bytes, span}, ready.data());
      engine.end_call(0, -1, 0);
    }
  }

  std::deque<Engine> engines;

 private:
  static constexpr std::int64_t bytes = 64;

  static void hear(Engine& engine, Call call, Span span, const Rounds& rounds, int source,
                   Clock& news) {
    const auto lanes = static_cast<std::size_t>(engine.lanes());
    if (engine.path() != nullptr) {
      const std::size_t lane = engine.path()->lane();
      news[lanes] = engine.note_saved({call, 4, bytes, span}, {news[lane], news[lanes]},
                                      rounds.saved(source, lane));
    }
    for (std::size_t l = 0; l < lanes; ++l) news[l] += rounds.saved(source, l);
  }

  // As Engine::collective() takes it.
  std::vector<SimTime> latest(const std::vector<Clock>& clocks) const {
    const auto lanes = static_cast<std::size_t>(engines[0].lanes());
    std::vector<SimTime> ready(clocks[0]);
    std::vector<std::pair<SimTime, StepPlace>> order;
    for (const Clock& clock : clocks) {
      for (std::size_t l = 0; l < lanes; ++l) ready[l] = std::max(ready[l], clock[l]);
      if (engines[0].path() == nullptr) continue;
      order.emplace_back(clock[engines[0].path()->lane()], clock[lanes]);
    }
    if (order.empty()) return ready;
    std::sort(order.rbegin(), order.rend());
    ready[lanes] = order[0].second;
    ready.push_back(order.size() > 1 ? order[1].first : -1);
    ready.push_back(order.size() > 1 ? order[1].second : nowhere);
    return ready;
  }
};

}  // namespace revprof
