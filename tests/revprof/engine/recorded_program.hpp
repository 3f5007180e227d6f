// SPDX-License-Identifier: BSD-3-Clause
// Processes whose critical path is recorded and kept.
#pragma once

#include <algorithm>

#include "random_program.hpp"
#include "revprof/engine/cost_expression.hpp"
#include "revprof/engine/pricing.hpp"

namespace revprof {

struct Steps : StepSink {
  void step(const PathStep& step) override { list.push_back(step); }
  std::vector<PathStep> list;
};

// Their steps are kept.
class Program : public Processes {
 public:
  explicit Program(std::vector<Lane> lanes = {rich_lane()}, int recorded = 0)
      : Processes(lanes), lane_(lanes[static_cast<std::size_t>(recorded)]), recorded_(recorded) {
    for (std::size_t rank = 0; rank < 4; ++rank) {
      engines[rank].record_path(recorded, steps[rank]);
    }
  }

  // Walks back from the end of a process: each step at its price.
  std::vector<Charged> path_of(int rank) {
    Pricing pricing(lane_, 8, mpi_calls());
    Engine& last = engine(rank);
    SimTime time = last.now()[recorded_];
    StepPlace place = last.here();
    for (Engine& each : engines) each.path()->finish();
    std::vector<Charged> charges;
    while (place != nowhere) {
      const PathStep& step = steps[static_cast<std::size_t>(rank_of(place))].list.at(
          static_cast<std::size_t>(number_of(place)));
      EXPECT_EQ(step.time, time);
      const SimTime begin = step.from == nowhere
                                ? 0
                                : steps[static_cast<std::size_t>(rank_of(step.from))]
                                      .list.at(static_cast<std::size_t>(number_of(step.from)))
                                      .time;
      const SimTime whole = pricing.time(step.price);
      const SimTime cost = step.time - begin;
      if (step.price.part) {
        EXPECT_LT(std::abs(cost), std::abs(whole));
      } else if (is_of_equation(step.price.item)) {
        EXPECT_EQ(cost, whole) << name(step.price.call);
      }
      if (step.slack >= 0) {
        EXPECT_GE(step.time, step.slack);
      }
      const double count =
          step.price.part ? static_cast<double>(cost) / static_cast<double>(whole) : 1;
      charges.push_back({step.price, count, cost});
      time = begin;
      place = step.from;
    }
    EXPECT_EQ(time, 0);
    return charges;
  }

  // T = sum n_i * term_i, but for the rounding of each time to a picosecond.
  void expect_expression(int rank) {
    const SimTime predicted = engine(rank).now()[recorded_];
    const std::vector<Charged> charges = path_of(rank);
    double sum = 0;
    for (const PathTerm& term : cost_expression(charges, Pricing(lane_, 8, mpi_calls())).terms) {
      sum += term.seconds();
    }
    EXPECT_NEAR(sum, seconds(predicted), 1e-12 * (1 + static_cast<double>(charges.size())));
  }

  std::array<Steps, 4> steps;

 private:
  Lane lane_;
  int recorded_;
};

}  // namespace revprof
