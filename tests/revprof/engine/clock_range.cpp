// SPDX-License-Identifier: BSD-3-Clause
// Sums of clocks are exact however many there are; a clock that leaves its range is told.
#include <cmath>
#include <limits>
#include <random>

#include "round_model.hpp"

namespace revprof {
namespace {

constexpr SimTime hour = 3600 * picoseconds_per_second;

TEST(SimSum, ten_thousand_processes_of_a_hundred_hours) {
  SimSum sum;
  for (int process = 0; process < 10'000; ++process) sum += 100 * hour + process;
  EXPECT_EQ(seconds(sum - 10'000 * 9'999 / 2), 1e6 * 3600);
  for (int process = 0; process < 10'000; ++process) sum -= 100 * hour;
  EXPECT_EQ(sum, 10'000 * 9'999 / 2);  // to the picosecond
  EXPECT_EQ(sum.time(), 10'000 * 9'999 / 2);
}

TEST(SimSum, is_no_time_where_it_does_not_fit) {
  SimSum sum = std::numeric_limits<SimTime>::max();
  EXPECT_EQ(sum.time(), std::numeric_limits<SimTime>::max());
  sum += 1;
  EXPECT_THROW(sum.time(), std::overflow_error);
}

TEST(SimSum, does_not_depend_on_the_order) {
  std::mt19937_64 random(1);
  std::vector<SimTime> times;
  SimSum all;
  for (int i = 0; i < 10'000; ++i) {
    times.push_back(static_cast<SimTime>(random() % static_cast<std::uint64_t>(end_of_time)));
    all += times.back();
  }
  std::shuffle(times.begin(), times.end(), random);
  SimSum again;
  for (const SimTime time : times) again += time;
  EXPECT_EQ(all, again);
  EXPECT_GT(all, std::numeric_limits<SimTime>::max());
}

// As MPI adds up the halves of what the processes have.
TEST(SimSum, of_halves_that_were_added_by_themselves) {
  SimSum sum, of_halves;
  SimSum::Halves halves = {0, 0};
  for (const SimTime time : {end_of_time - 1, SimTime{-1}, -(SimTime{5} << 32), SimTime{7}}) {
    for (int process = 0; process < 10'000; ++process) {
      halves.high += SimSum::halves(time).high;
      halves.low += SimSum::halves(time).low;
      sum += time;
    }
  }
  EXPECT_EQ(SimSum(halves), sum);
  EXPECT_GT(sum, std::numeric_limits<SimTime>::max());
}

TEST(SimTime, is_cut_where_no_clock_gets) {
  EXPECT_EQ(from_seconds(2.6e-6), 2'600'000);
  EXPECT_EQ(from_seconds(600 * 3600.), 600 * hour);
  EXPECT_GT(end_of_time, 640 * hour);
  for (const double absurd : {1e7, 1e30, HUGE_VAL, std::nan("")}) {
    EXPECT_EQ(from_seconds(absurd), end_of_time) << absurd;
  }
  EXPECT_EQ(from_seconds(-1e30), -end_of_time);
}

// What the engine says; empty: nothing.
template <class Rules>
std::string overrun_of(Engine engine, Rules rules) {
  std::string said;
  engine.on_overrun([&](const std::string& what) {
    said = what;
    throw 0;
  });
  try {
    rules(engine);
  } catch (int) {
  }
  return said;
}

TEST(ClockRange, long_runs_stay_in_it) {
  EXPECT_EQ(overrun_of(process(0, {lane("mean", LaneEstimate::mean, 3600)}),
                       [](Engine& engine) {
                         engine.compute(600);
                         send(engine, 8, 1);
                         EXPECT_EQ(engine.now()[0], 600 * hour + us);
                         expect_sums(engine);
                       }),
            "");
}

TEST(ClockRange, is_left_by_absurd_computation) {
  const std::vector<Lane> lanes = {lane("mean", LaneEstimate::mean, 1e-9),
                                   lane("slow", LaneEstimate::mean, 3600)};
  EXPECT_EQ(
      overrun_of(process(3, lanes), [](Engine& engine) { engine.compute(641); }),
      "process 3, computation of 641 steps: the clock of lane slow leaves its range; expected "
      "that it takes less than 640 hours");
  for (const double steps : {1e30, HUGE_VAL, std::nan("")}) {
    EXPECT_NE(overrun_of(process(0), [&](Engine& engine) { engine.compute(steps); }), "");
    EXPECT_NE(overrun_of(process(0), [&](Engine& engine) { elapse(engine, steps); }), "");
  }
  EXPECT_EQ(overrun_of(process(0), [](Engine& engine) { engine.compute(-1); }),
            "process 0, computation of -1 steps: the clock of lane mean leaves its range; expected "
            "that it takes 0 s or more");
}

// Where nobody is told.
TEST(ClockRange, is_never_left_in_silence) {
  Engine engine = process(0);
  EXPECT_THROW(engine.compute(1e30), std::range_error);
}

// Of which one call, message or gap takes so long.
Lane absurd_lane(const std::string& equation, double hours) {
  auto model = std::make_shared<Model>(*round_model());
  model->calls[equation] = {class_of(0, hours * 3600e6, 0)};
  Lane absurd = lane("mean");
  absurd.model = model;
  return absurd;
}

TEST(ClockRange, is_left_by_absurd_models) {
  const std::string end =
      ": the clock of lane mean leaves its range; expected that it takes less than 640 hours";
  for (const double hours : {641., 1e6, 1e20, 1e300}) {
    EXPECT_EQ(overrun_of(process(1, {absurd_lane("MPI_Send", hours)}),
                         [](Engine& engine) { send(engine, 8, 2); }),
              "process 1, MPI_Send" + end);
    EXPECT_EQ(overrun_of(process(1, {absurd_lane("MPI_Allreduce", hours)}),
                         [](Engine& engine) {
                           const SimTime ready = 5;
                           engine.begin_call(Call::MPI_Allreduce);
                           engine.collective({Call::MPI_Allreduce, 8, 8, {}}, &ready);
                         }),
              "process 1, MPI_Allreduce" + end);
    EXPECT_EQ(overrun_of(process(1, {absurd_lane("transit", hours)}),
                         [](Engine& engine) {
                           Stamp stamp;
                           stamp.source = 2;
                           stamp.sent[0] = 3 * us;
                           receive(engine, 8, stamp);
                         }),
              "process 1, MPI_Recv" + end);
  }
}

// Within one call: no clock is looked at by the front end before its end.
TEST(ClockRange, is_left_by_many_long_times) {
  EXPECT_NE(overrun_of(process(1, {absurd_lane("transit", 500)}),
                       [](Engine& engine) {
                         engine.begin_call(Call::MPI_Waitall);
                         for (int i = 0; i < 40; ++i) {
                           Stamp stamp;
                           stamp.source = 2;
                           stamp.sent[0] = engine.now()[0];
                           complete_receive(engine, 8, Clock{engine.now()[0]}, stamp, 0, 0);
                         }
                       }),
            "");
}

// Messages wait for a port that no clock follows: their stamps stay where they are too late, and
// whoever receives such a one says so.
TEST(ClockRange, ports_do_not_wrap) {
  Engine sender = process(0, {absurd_lane("gap", 500)});
  Stamp stamp;
  for (int i = 0; i < 40; ++i) {
    const SimTime before = stamp.sent[0];
    stamp = send(sender, 8, 1);
    EXPECT_GE(stamp.sent[0], before);
  }
  EXPECT_EQ(stamp.sent[0], end_of_time);
  EXPECT_EQ(sender.now()[0], 40 * us);
  EXPECT_NE(overrun_of(process(1), [&](Engine& engine) { receive(engine, 8, stamp); }), "");

  Engine held = process(0, {absurd_lane("gap", 500)});
  Clock done;
  for (int i = 0; i < 40; ++i) {
    held.stamp(8, 1, stamp);
    held.leave(8, 1, stamp, done);
  }
  EXPECT_EQ(stamp.sent[0], end_of_time);
}

// It waits for something that is no time: the program goes on, however long.
TEST(ClockRange, no_polling_loop_leaves_it) {
  Engine engine = process(0);
  SimTime before = 0;
  for (int i = 0; i < 1'000'000; ++i) {
    const SimTime now = engine.wtime();
    ASSERT_GT(now, before);
    before = now;
  }
  EXPECT_LT(before, end_of_time);
  EXPECT_GT(before, 300 * hour);
}

TEST(ClockRange, is_left_by_an_absurd_tick) {
  Engine engine({lane("mean")}, 0, 8, from_seconds(1e30), nullptr, mpi_calls());
  EXPECT_EQ(overrun_of(std::move(engine), [](Engine& polling) { polling.wtime(); })
                .find("process 0, MPI_Wtime: the clock of lane mean leaves its range"),
            0u);
}

}  // namespace
}  // namespace revprof
