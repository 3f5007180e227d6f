// SPDX-License-Identifier: BSD-3-Clause
// Lanes low and high: what is the same error in every call adds up, what scatters from call to call
// averages out; and no band is narrower than the rules' own error.
#include <cmath>
#include <map>
#include <string>

#include "round_model.hpp"

namespace revprof {
namespace {

// All equations of the round model, with this band and spread.
std::vector<Lane> lanes_of(double band_factor, double spread,
                           const std::map<std::string, double>& more = {}) {
  auto model = std::make_shared<Model>(*round_model());
  for (const auto& [call, micros] : more) model->calls[call] = {class_of(0, micros, 0)};
  for (auto& [call, classes] : model->calls) {
    for (DistanceClass& equations : classes) {
      for (Regime& regime : equations.regimes) {
        regime.band_factor = band_factor;
        regime.repetition_spread = spread;
      }
    }
  }
  std::vector<Lane> lanes = {lane("mean"), lane("low", LaneEstimate::low),
                             lane("high", LaneEstimate::high),
                             lane("equation", LaneEstimate::equation)};
  for (Lane& each : lanes) each.model = model;
  return lanes;
}

void send_often(Engine& engine, int times) {
  for (int i = 0; i < times; ++i) send(engine, 0, 1);
}

TEST(LowAndHigh, systematic_error_is_the_same_in_every_call) {
  Engine a = process(0, lanes_of(2, 0));
  send_often(a, 100);
  EXPECT_EQ(a.now()[0], 100 * us);
  EXPECT_EQ(a.now()[1], 50 * us);
  EXPECT_EQ(a.now()[2], 200 * us);
  EXPECT_EQ(a.now()[3], 100 * us);
  expect_sums(a);
}

TEST(LowAndHigh, scatter_of_calls_averages_out) {
  for (const int times : {1, 4, 100}) {
    Engine a = process(0, lanes_of(2, 0.1));
    send_often(a, times);
    // Low and high are n times t / 2 and 2 t, and 1.96 times sqrt(n) * 0.1 of it away.
    const double random = 1.96 * 0.1 * std::sqrt(times);
    EXPECT_EQ(a.now()[0], times * us);
    EXPECT_NEAR(static_cast<double>(a.now()[1]), us * 0.5 * (times - random), 1);
    EXPECT_NEAR(static_cast<double>(a.now()[2]), us * 2 * (times + random), 1);
    EXPECT_EQ(a.now()[3], times * us);
    expect_sums(a);
  }
}

TEST(LowAndHigh, calls_of_different_length_add_their_variances) {
  Engine a = process(0, lanes_of(2, 0.1));
  send(a, 0, 1);  // 1 us, on high 2
  a.begin_call(Call::MPI_Bcast);
  a.collective({Call::MPI_Bcast, 8, 0, 0}, a.now());  // 8 us, on high 16
  a.end_call(0, 0, 0);
  const double random = 1.96 * std::sqrt(0.2 * 0.2 + 1.6 * 1.6);
  EXPECT_NEAR(static_cast<double>(a.now()[2]), us * (18 + random), 1);
  expect_sums(a);
}

TEST(LowAndHigh, waiting_and_computing_do_not_scatter) {
  Engine a = process(0, lanes_of(2, 0.1)), b = process(1, lanes_of(2, 0.1));
  a.compute(1000);
  receive(b, 0, send(a, 0, 1));
  // b's own part is the flight: 5 us, on high 10.
  EXPECT_EQ(b.spent(2).waiting, 1000 * us);
  EXPECT_NEAR(static_cast<double>(b.spent(2).communication), us * 10 * (1 + 1.96 * 0.1), 1);
  EXPECT_NEAR(static_cast<double>(b.spent(1).communication), us * 2.5 * (1 - 1.96 * 0.1), 1);
  expect_sums(b);
}

TEST(LowAndHigh, no_call_takes_less_than_nothing) {
  Engine a = process(0, lanes_of(2, 3));
  for (int i = 0; i < 50; ++i) {
    const SimTime before = a.now()[1];
    send(a, 0, 1);
    EXPECT_GE(a.now()[1], before);
  }
  EXPECT_EQ(a.now()[0], 50 * us);
  expect_sums(a);
}

double log_width(const Engine& engine) {
  EXPECT_NEAR(std::log(static_cast<double>(engine.now()[2]) / static_cast<double>(engine.now()[0])),
              std::log(static_cast<double>(engine.now()[0]) / static_cast<double>(engine.now()[1])),
              1e-5);
  return std::log(static_cast<double>(engine.now()[2]) / static_cast<double>(engine.now()[1])) / 2;
}

TEST(LowAndHigh, no_band_is_narrower_than_what_its_rule_is_off) {
  const auto collective = [](Call call, int processes) {
    Engine engine = process(0, lanes_of(1, 0));
    engine.begin_call(call);
    engine.collective({call, processes, 0, 0}, engine.now());
    engine.end_call(0, -1, 0);
    return log_width(engine);
  };
  EXPECT_NEAR(collective(Call::MPI_Allreduce, 8), doubt_of(Rule::collective, Source::measured),
              1e-5);
  EXPECT_NEAR(collective(Call::MPI_Allreduce, 4), doubt_of(Rule::subgroup, Source::measured), 1e-5);
  EXPECT_NEAR(collective(Call::MPI_Iallreduce, 8), std::log(2), 1e-5);  // by MPI_Allreduce's
  EXPECT_NEAR(collective(Call::MPI_Alltoall, 8), std::log(10), 1e-5);   // by the nominal time

  Engine alone = process(1, lanes_of(1, 0)), a = process(0, lanes_of(1, 0));
  receive(alone, 0, send(a, 0, 1));
  EXPECT_NEAR(log_width(alone), doubt_of(Rule::pair, Source::measured), 1e-5);
}

// What is computed meanwhile overlaps; on lane high nothing does.
TEST(LowAndHigh, nonblocking_collective_may_make_no_progress_outside_mpi) {
  Engine a = process(0, lanes_of(2, 0));
  const Clock ready(4, 0);
  a.compute(100);
  a.begin_call(Call::MPI_Wait);
  a.complete_collective({Call::MPI_Allreduce, 8, 0, 0}, ready.data());  // 18 us, on high 36
  a.end_call(0, -1, 0);
  EXPECT_EQ(a.now()[0], 100 * us + us / 8);
  EXPECT_EQ(a.now()[1], 100 * us + us / 16);
  EXPECT_EQ(a.now()[2], 136 * us);
  expect_sums(a);
}

// ... but where it was measured what is left for a late Wait.
TEST(LowAndHigh, late_wait_of_a_nonblocking_collective_has_its_own_band) {
  Engine a = process(0, lanes_of(2, 0, {{"MPI_Iallreduce", 18}, {"MPI_Iallreduce.wait", 4}}));
  const Clock ready(4, 0);
  a.compute(100);
  a.begin_call(Call::MPI_Wait);
  a.complete_collective({Call::MPI_Iallreduce, 8, 0, 0}, ready.data());
  a.end_call(0, -1, 0);
  EXPECT_EQ(a.now()[0], 104 * us);
  EXPECT_EQ(a.now()[1], 102 * us);
  EXPECT_EQ(a.now()[2], 108 * us);
  expect_sums(a);
}

// A process that has itself sent to somebody else is part of an exchange.
TEST(LowAndHigh, exchange_is_less_certain_than_a_single_message) {
  Engine b = process(1, lanes_of(1, 0));
  Stamp stamp;
  stamp.source = 0;
  for (int l = 0; l < 4; ++l) stamp.sent[l] = 0;
  b.begin_call(Call::MPI_Recv);
  note_sent(b, 2, 0);
  b.receive(Call::MPI_Recv, 0, stamp, 0, 0);
  b.end_call(0, 0, 0);
  EXPECT_NEAR(log_width(b), doubt_of(Rule::exchange, Source::measured), 1e-5);
}

}  // namespace
}  // namespace revprof
