// SPDX-License-Identifier: BSD-3-Clause
// The steps of a clock: their chain leads back to 0, each of them costs what its price says, and so
// the sum is the predicted time, to the picosecond.
#include <algorithm>

#include "random_program.hpp"
#include "revprof/engine/cost_expression.hpp"
#include "revprof/engine/pricing.hpp"

namespace revprof {
namespace {

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
        EXPECT_LT(cost, whole);
      } else if (is_of_equation(step.price.item)) {
        EXPECT_EQ(cost, whole) << name(step.price.call);
      }
      EXPECT_GE(step.time, step.slack);
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

TEST(CriticalPath, of_a_late_sender_leads_to_it) {
  Program program;
  program.engine(0).compute(20);
  const Stamp message = send(program.engine(0), 100, 1);
  receive(program.engine(1), 100, message);
  const std::vector<Charged> path = program.path_of(1);
  ASSERT_EQ(path.size(), 2U);
  EXPECT_EQ(path[0].price.call, Call::transit);
  EXPECT_EQ(path[0].price.bytes, 100);
  EXPECT_EQ(path[0].price.lowest, 0);
  EXPECT_EQ(path[0].price.highest, 1);
  EXPECT_EQ(path[1].price.item, Item::steps);
  EXPECT_EQ(path[1].time, 20 * us);
}

TEST(CriticalPath, of_a_late_receiver_stays_with_it) {
  Program program;
  const Stamp message = send(program.engine(0), 100, 1);
  program.engine(1).compute(50);
  receive(program.engine(1), 100, message);
  const std::vector<Charged> path = program.path_of(1);
  ASSERT_EQ(path.size(), 2U);
  EXPECT_EQ(path[0].price.call, Call::MPI_Recv);
  EXPECT_EQ(path[1].price.item, Item::steps);
  // The message would have been there so much earlier.
  const PathStep& last = program.steps[1].list.back();
  EXPECT_EQ(rank_of(last.other), 1);
  EXPECT_EQ(last.slack, program.engine(1).now()[0] - (5 * us + us / 5));
}

TEST(CriticalPath, of_a_stream_goes_through_the_senders_port) {
  Program program;
  Stamp last;
  for (int i = 0; i < 5; ++i) {
    program.engine(0).begin_call(Call::MPI_Isend);
    Clock done;
    last = stamped(program.engine(0), 1000, 1);
    program.engine(0).post_send(Call::MPI_Isend, 1000, 1, last, done);
  }
  receive(program.engine(1), 1000, last);
  const std::vector<Charged> path = program.path_of(1);
  EXPECT_EQ(std::count_if(path.begin(), path.end(),
                          [](const Charged& each) { return each.price.call == Call::gap; }),
            4);
}

TEST(CriticalPath, of_a_collective_leads_to_who_comes_last) {
  Program program;
  program.engine(2).compute(30);
  program.engine(1).compute(29);
  program.collective(Call::MPI_Allreduce);
  const std::vector<Charged> path = program.path_of(0);
  ASSERT_EQ(path.size(), 2U);
  EXPECT_EQ(path[0].price.call, Call::MPI_Allreduce);
  EXPECT_EQ(path[0].price.processes, 4);
  EXPECT_EQ(path[1].time, 30 * us);
  const PathStep& step = program.steps[0].list.back();
  EXPECT_EQ(rank_of(step.from), 2);
  EXPECT_EQ(rank_of(step.other), 1);
  EXPECT_EQ(step.slack, 1 * us);
}

// Of MPI_Allreduce's 14 us, 4.192 are left: 9.808 count as a head start.
TEST(CriticalPath, of_a_collective_whose_first_process_is_late_leaves_out_what_others_have_done) {
  Program program;
  program.engine(0).compute(30);
  program.engine(1).compute(20);
  program.collective(Call::MPI_Allreduce);
  EXPECT_EQ(program.engine(1).now()[0], 30 * us + 4'192'000);
  const std::vector<Charged> path = program.path_of(1);
  ASSERT_EQ(path.size(), 3U);
  EXPECT_EQ(path[0].price.item, Item::equation);
  EXPECT_EQ(path[1].price.item, Item::head_start);
  EXPECT_EQ(path[1].time, -9'808'000);
  EXPECT_EQ(path[2].time, 30 * us);
  // What counts of process 0 is 192 ns later than process 1.
  const PathStep& step = program.steps[1].list.back();
  EXPECT_EQ(rank_of(step.other), 1);
  EXPECT_EQ(step.slack, 192'000);
}

TEST(CriticalPath, of_a_broadcast_is_the_roots_or_the_late_ones) {
  Program program;
  program.engine(2).compute(5);
  program.engine(3).compute(50);
  program.collective(Call::MPI_Bcast, 2);
  const std::array<SimTime, 4> ends = {13 * us, 13 * us, 7 * us, 53 * us + 64'000};
  for (std::size_t rank = 0; rank < 4; ++rank) {
    EXPECT_EQ(program.engine(static_cast<int>(rank)).now()[0], ends[rank]);
  }
  const std::vector<Charged> of_root = program.path_of(2);
  ASSERT_EQ(of_root.size(), 2U);
  EXPECT_EQ(of_root[0].price.item, Item::own_part);
}

TEST(CriticalPath, of_a_broadcast_to_a_late_process_stays_with_it) {
  Program program;
  program.engine(2).compute(5);
  program.engine(3).compute(50);
  program.collective(Call::MPI_Bcast, 2);
  const std::vector<Charged> path = program.path_of(3);
  ASSERT_EQ(path.size(), 3U);
  EXPECT_EQ(path[1].price.item, Item::head_start);
  EXPECT_EQ(path[2].time, 50 * us);
  EXPECT_EQ(rank_of(program.steps[3].list.back().other), 2);
}

// A model that knows nothing of head starts leaves a place where another one's can be charged.
TEST(CriticalPath, notes_a_head_start_of_nothing) {
  Program program({lane("equation", LaneEstimate::equation)});
  program.engine(0).compute(30);
  program.collective(Call::MPI_Allreduce);
  const std::vector<Charged> path = program.path_of(1);
  ASSERT_EQ(path.size(), 3U);
  EXPECT_EQ(path[1].price.item, Item::head_start);
  EXPECT_EQ(path[1].time, 0);
  EXPECT_EQ(Pricing(rich_lane(), 8, mpi_calls()).time(path[1].price), -9'808'000);
}

TEST(CriticalPath, of_an_epoch_holds_its_transfers) {
  Program program;
  Engine& origin = program.engine(0);
  program.engine(1).compute(40);
  const Clock posted = program.engine(1).clock();
  Clock epoch(origin.clock_values(), 0);
  origin.begin_call(Call::MPI_Put);
  origin.transfer(Call::MPI_Put, 100, 1, epoch);
  origin.transfer(Call::MPI_Put, 300, 1, epoch);
  origin.meet({1}, posted.data(), epoch);
  EXPECT_EQ(origin.now()[0], 40 * us + 5 * us + 2 * 3 * us + 16 * us / 10);
  const std::vector<Charged> path = program.path_of(0);
  ASSERT_EQ(path.size(), 4U);
  EXPECT_EQ(path[0].price.bytes, 300);
  EXPECT_EQ(path[1].price.bytes, 100);
  EXPECT_EQ(path[2].price.call, Call::transit);
}

TEST(CriticalPath, of_a_lock_leads_to_its_last_holder) {
  Program program;
  program.engine(3).compute(12);
  const Clock released = program.engine(3).clock();
  program.engine(0).begin_call(Call::MPI_Win_lock);
  program.engine(0).lock(Call::MPI_Win_lock, 1, released.data());
  const std::vector<Charged> path = program.path_of(0);
  ASSERT_EQ(path.size(), 2U);
  EXPECT_EQ(path[0].price.call, Call::MPI_Win_lock);
  EXPECT_EQ(path[1].time, 12 * us);
}

TEST(CriticalPath, from_another_program_begins_where_its_message_comes) {
  Program program;
  Stamp stamp;
  stamp.source = -1;
  stamp.sent[0] = 7 * us;
  stamp.sent[1] = place_of(2, 5);  // a place there means nothing here
  receive(program.engine(0), 0, stamp);
  const std::vector<Charged> path = program.path_of(0);
  ASSERT_EQ(path.size(), 2U);
  EXPECT_EQ(path[1].price.item, Item::outside);
  EXPECT_EQ(path[1].time, 7 * us);
}

TEST(CriticalPath, leaves_every_prediction_as_it_is) {
  Engine with = process(1, {rich_lane()}), without = process(1, {rich_lane()});
  Steps steps;
  with.record_path(0, steps);
  for (Engine* engine : {&with, &without}) {
    engine->compute(3);
    Clock posted, done;
    engine->begin_call(Call::MPI_Irecv);
    engine->post_receive(Call::MPI_Irecv, posted);
    Stamp out = stamped(*engine, 500, 2);
    engine->post_send(Call::MPI_Isend, 500, 2, out, done);
    Stamp in;
    in.source = 0;
    in.sent[0] = 2 * us;
    in.sent[1] = nowhere;
    engine->complete_receive(Call::MPI_Recv, 500, posted, in, 0, 0);
    engine->complete_send(done);
    engine->wtime();
  }
  EXPECT_EQ(with.now()[0], without.now()[0]);
  EXPECT_EQ(with.clock_values(), 2U);
  EXPECT_EQ(without.clock_values(), 1U);
}

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
