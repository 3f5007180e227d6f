// SPDX-License-Identifier: BSD-3-Clause
// Every lane is predicted as if it were alone, whatever the others are and wherever it stands.
#include <algorithm>
#include <random>

#include "random_program.hpp"

namespace revprof {
namespace {

// A machine, an estimate, and what a scenario may change.
Lane random_lane(std::mt19937& random, int number) {
  const auto below = [&](unsigned n) { return random() % n; };
  const std::vector<Lane> machines = {rich_lane(),       rich_lane({4}),   rich_lane({}),
                                      torus_lane(false), torus_lane(true), lane("round"),
                                      crowded_lane({2})};
  Lane lane = machines[below(static_cast<unsigned>(machines.size()))];
  lane.name = "lane" + std::to_string(number);
  lane.estimate = static_cast<LaneEstimate>(below(4));
  lane.step_seconds = 1e-7 * static_cast<double>(1 + below(20));
  lane.compute_factor = below(2) == 0 ? 1 : 0.5;
  const char* const calls[] = {"MPI_Allreduce", "transit", "MPI_Put", Lane::every_call};
  if (below(2) == 0) lane.factors[calls[below(4)]] = {2, 0.5, 1.5};
  return lane;
}

std::vector<std::vector<SimTime>> run(const std::vector<Lane>& lanes, unsigned seed) {
  Processes processes(lanes);
  RandomProgram(processes, seed).run(300);
  std::vector<std::vector<SimTime>> clocks(lanes.size());
  for (std::size_t l = 0; l < lanes.size(); ++l) {
    for (const Engine& engine : processes.engines) {
      const Spent spent = engine.spent(static_cast<int>(l));
      clocks[l].insert(clocks[l].end(), {engine.now()[l], spent.compute, spent.waiting});
    }
  }
  return clocks;
}

TEST(Lanes, some_know_the_links_of_their_machine) {
  const Lane ring = torus_lane(true);
  EXPECT_EQ(Links(ring.model->point_to_point, equations_of(*ring.model, "transit")).most(), 2);
}

TEST(Lanes, stand_alone_in_any_company_and_order) {
  for (unsigned seed = 1; seed <= 30; ++seed) {
    std::mt19937 random(seed);
    std::vector<Lane> lanes;
    const int count = seed % 3 == 0 ? max_lanes : 2 + static_cast<int>(random() % 12);
    for (int i = 0; i < count; ++i) lanes.push_back(random_lane(random, i));
    std::shuffle(lanes.begin(), lanes.end(), random);
    const auto together = run(lanes, seed);
    for (std::size_t l = 0; l < lanes.size(); ++l) {
      EXPECT_EQ(run({lanes[l]}, seed)[0], together[l]) << "seed " << seed << ", lane " << l;
    }
  }
}

// Those of one model, as a run without a scenario has them.
TEST(Lanes, default_ones_stand_alone) {
  for (unsigned seed = 1; seed <= 30; ++seed) {
    std::vector<Lane> lanes;
    for (const LaneEstimate estimate :
         {LaneEstimate::mean, LaneEstimate::low, LaneEstimate::high, LaneEstimate::equation}) {
      lanes.push_back(seed % 2 == 0 ? rich_lane() : torus_lane());
      lanes.back().estimate = estimate;
    }
    const auto together = run(lanes, seed);
    for (std::size_t l = 0; l < lanes.size(); ++l) {
      EXPECT_EQ(run({lanes[l]}, seed)[0], together[l]) << "seed " << seed << ", lane " << l;
    }
  }
}

}  // namespace
}  // namespace revprof
