// SPDX-License-Identifier: BSD-3-Clause
// T = sum n_i * term_i: of random programs of every rule, and its band.
#include "recorded_program.hpp"

namespace revprof {
namespace {

// Whatever a program does: the chain holds, and the expression equals the prediction.
TEST(CriticalPath, of_random_programs_adds_up) {
  for (unsigned seed = 1; seed <= 1000; ++seed) {
    const Lane recorded = seed % 3 == 0 ? torus_lane(seed % 2 == 0) : rich_lane();
    Program program(
        seed % 2 == 0 ? std::vector<Lane>{recorded} : std::vector<Lane>{lane("mean"), recorded},
        seed % 2 == 0 ? 0 : 1);
    RandomProgram(program, seed).run(200);
    program.expect_expression(static_cast<int>(seed % 4));
    if (HasFailure()) FAIL() << "seed " << seed;
  }
}

TEST(CriticalPath, leaves_random_programs_as_they_are) {
  for (unsigned seed = 1; seed <= 200; ++seed) {
    const std::vector<Lane> lanes = {lane("mean"), seed % 2 == 0 ? torus_lane() : rich_lane()};
    Program with(lanes, static_cast<int>(seed % 2));
    Processes without(lanes);
    RandomProgram(with, seed).run(200);
    RandomProgram(without, seed).run(200);
    for (int rank = 0; rank < 4; ++rank) {
      for (int l = 0; l < 2; ++l) {
        ASSERT_EQ(with.engine(rank).now()[l], without.engine(rank).now()[l]) << "seed " << seed;
      }
    }
  }
}

// Two equations whose errors are known: those of one add up by its covariance, of two in squares.
TEST(CostExpression, band_follows_the_covariance) {
  Lane uncertain = rich_lane();
  auto model = std::make_shared<Model>(*uncertain.model);
  Regime& transit = model->calls["transit"][0].regimes[0];
  transit.covariance = {{{1e-14, 0, -1e-17}, {0, 0, 0}, {-1e-17, 0, 4e-20}}};
  Regime& allreduce = model->calls["MPI_Allreduce"][0].regimes[0];
  allreduce.standard_errors = StandardErrors{1e-6, 5e-7, 0};
  uncertain.model = model;
  Price message;
  message.highest = 1;
  message.bytes = 1000;
  Price sum;
  sum.call = Call::MPI_Allreduce;
  sum.processes = 8;
  sum.highest = 7;
  const CostExpression expression =
      cost_expression({{message, 3, 0}, {sum, 2, 0}}, Pricing(uncertain, 8, mpi_calls()));
  const double of_messages = 9 * (1e-14 + 2 * 1000 * -1e-17 + 1e6 * 4e-20);
  const double of_sums = 4 * (1e-12 + 64 * 2.5e-13);
  EXPECT_DOUBLE_EQ(expression.band.standard_deviation, std::sqrt(of_messages + of_sums));
  EXPECT_EQ(expression.band.known, 1);
  ASSERT_EQ(expression.terms.size(), 4U);
  EXPECT_EQ(expression.terms[0].term, "c");
  EXPECT_EQ(expression.terms[0].equation, "MPI_Allreduce");
  EXPECT_EQ(expression.terms[0].n, 2);
  EXPECT_EQ(expression.terms[1].term, "s");
  EXPECT_EQ(expression.terms[1].function, "p");
  EXPECT_EQ(expression.terms[1].n, 16);
}

}  // namespace
}  // namespace revprof
