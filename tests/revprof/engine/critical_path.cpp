// SPDX-License-Identifier: BSD-3-Clause
// The steps of a clock: their chain leads back to 0, each of them costs what its price says, and so
// the sum is the predicted time, to the picosecond.
#include <algorithm>

#include "recorded_program.hpp"

namespace revprof {
namespace {

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
  program.engine(0).follow(Call::MPI_Win_lock, 0, 1, released.data());
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
    complete_receive(*engine, 500, posted, in, 0, 0);
    engine->complete_posted(Call::MPI_Isend, 500, 1, done);
    engine->wtime();
  }
  EXPECT_EQ(with.now()[0], without.now()[0]);
  EXPECT_EQ(with.clock_values(), 2U);
  EXPECT_EQ(without.clock_values(), 1U);
}

}  // namespace
}  // namespace revprof
