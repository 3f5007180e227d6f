// SPDX-License-Identifier: BSD-3-Clause
// Computation, MPI_Wtime, MPI_Pcontrol(0), distances, and the events that the engine raises.
#include "round_model.hpp"

namespace revprof {
namespace {

TEST(Engine, compute_takes_each_lanes_own_step) {
  Engine a =
      process(0, {lane("fast", LaneEstimate::mean, 1e-7), lane("slow", LaneEstimate::mean, 1e-6)});
  for (int i = 0; i < 10; ++i) a.compute(1);
  EXPECT_EQ(a.now()[0], 1 * us);
  EXPECT_EQ(a.now()[1], 10 * us);
  expect_sums(a);
}

TEST(Engine, elapsed_time_is_the_same_on_all_lanes) {
  Engine a = process(0, {lane("a"), lane("b")});
  elapse(a, 2.5e-6);
  EXPECT_EQ(a.now()[0], 2'500'000);
  EXPECT_EQ(a.now()[1], 2'500'000);
  EXPECT_EQ(a.spent(1).compute, 2'500'000);
}

TEST(Engine, asleep_is_as_long_on_any_machine) {
  Lane slow = lane("slow", LaneEstimate::high, 1e-6);
  slow.compute_factor = slow.host_factor = 10;
  Engine a = process(0, {lane("a"), slow});
  a.sleep(2.5e-6);
  EXPECT_EQ(a.now()[0], 2'500'000);
  EXPECT_EQ(a.now()[1], 2'500'000);
  EXPECT_EQ(a.spent(1).compute, 2'500'000);
  expect_sums(a);
}

TEST(Engine, elapsed_time_may_be_another_one_on_each_lane) {
  Engine a = process(0, {lane("mean"), lane("low", LaneEstimate::low)});
  const double seconds[] = {2e-6, 1e-6};
  a.elapse(Item::cpu, seconds);
  EXPECT_EQ(a.now()[0], 2 * us);
  EXPECT_EQ(a.now()[1], 1 * us);
  expect_sums(a);
}

TEST(Engine, wtime_moves_the_clock_by_a_tick) {
  Engine a = process(0);
  EXPECT_EQ(a.wtime(), 10'000);
  EXPECT_EQ(a.wtime(), 20'000);
  expect_sums(a);
  // By a setting: nobody has measured it.
  const auto& by_source = a.account(Call::MPI_Wtime).time_by_source;
  EXPECT_EQ(by_source[static_cast<int>(Source::assumed)], 20'000);
}

TEST(Engine, wtime_tick_doubles_in_an_idle_loop) {
  Engine a = process(0);
  for (int i = 0; i < 10'000; ++i) a.wtime();
  EXPECT_EQ(a.now()[0], 10'000 * SimTime{10'000});
  const SimTime before = a.now()[0];
  EXPECT_EQ(a.wtime() - before, 20'000);
  a.compute(1);  // something happened: back to one tick
  const SimTime after = a.now()[0];
  EXPECT_EQ(a.wtime() - after, 10'000);
}

TEST(Engine, loop_that_waits_for_an_hour_ends) {
  Engine a = process(0);
  int calls = 0;
  while (a.wtime() < 3600 * picoseconds_per_second) ASSERT_LT(++calls, 1'000'000);
}

TEST(Engine, waiting_for_an_answer_is_lane_0s_own) {
  Engine a = process(0, {lane("a"), lane("b")});
  a.idle(3 * us);
  EXPECT_EQ(a.now()[0], 3 * us);
  EXPECT_EQ(a.now()[1], 0);
  expect_sums(a);
}

TEST(Engine, asking_in_vain_is_as_long_on_all_lanes) {
  Engine a =
      process(0, {lane("fast", LaneEstimate::mean, 1e-7), lane("slow", LaneEstimate::mean, 1e-6)});
  a.compute(10);
  a.idle_in_vain(3 * us);
  EXPECT_EQ(a.now()[0], 3 * us);
  EXPECT_EQ(a.now()[1], 12 * us);
  EXPECT_EQ(a.spent(1).waiting, 2 * us);
  expect_sums(a);
}

TEST(Engine, frozen_clock_stands_still) {
  Engine a = process(0), b = process(1);
  a.compute(1);
  a.freeze();
  a.compute(100);
  const Stamp stamp = send(a, 8, 1);
  EXPECT_EQ(a.now()[0], 1 * us);
  EXPECT_EQ(a.account(Call::MPI_Send).count, 0);
  EXPECT_EQ(stamp.sent[0], 1 * us);  // stamps are still carried
  a.thaw();
  a.compute(1);
  EXPECT_EQ(a.now()[0], 2 * us);
  expect_sums(a);
}

TEST(Blocks, smallest_block_that_holds_the_ranks) {
  const Blocks blocks({4, 6, 16});
  const std::vector<int> fours = {4, 16}, sixes = {6};
  EXPECT_EQ(blocks.smallest(fours, blocks.of_pair(3, 0)), 4);
  EXPECT_EQ(blocks.smallest(fours, blocks.of_pair(3, 4)), 16);
  EXPECT_EQ(blocks.smallest(sixes, blocks.of_pair(3, 4)), 6);
  EXPECT_EQ(blocks.smallest(fours, blocks.of_pair(15, 16)), 0);
  EXPECT_EQ(blocks.smallest(fours, blocks.between(-1, 2)), 0);
}

struct Recorder : EventSink {
  std::vector<ComputeEvent> computes;
  std::vector<CallEvent> calls;
  std::vector<MessageEvent> messages;
  void compute(const ComputeEvent& event) override { computes.push_back(event); }
  void call(const CallEvent& event) override { calls.push_back(event); }
  void send(const SendEvent&) override {}
  void message(const MessageEvent& event) override { messages.push_back(event); }
  void request(const RequestEvent&) override {}
  void lock(const LockEvent&) override {}
  void partners(const PartnersEvent&) override {}
  void communicator(const CommunicatorEvent&) override {}
  void window(const WindowEvent&) override {}
  void site(const SiteEvent&) override {}
  void region(const RegionEvent&) override {}
  void transfer(const TransferEvent&) override {}
  void marker(const MarkerEvent&) override {}
  void counter(const CounterEvent&) override {}
  void flush() override {}
};

TEST(Engine, events_tell_what_happened) {
  Recorder recorder;
  Engine a = process(0), b = process(1, {lane("mean")}, &recorder);
  a.compute(20);
  const Stamp stamp = send(a, 1000, 1);
  b.compute(2);
  b.begin_call(Call::MPI_Recv);
  b.receive(Call::MPI_Recv, 1000, stamp, 17, 3);
  b.end_call(1000, 0, 3);
  ASSERT_EQ(recorder.computes.size(), 1U);
  EXPECT_EQ(recorder.computes[0].end, 2 * us);
  ASSERT_EQ(recorder.calls.size(), 1U);
  EXPECT_EQ(recorder.calls[0].call, "MPI_Recv");
  EXPECT_EQ(recorder.calls[0].begin, 2 * us);
  EXPECT_EQ(recorder.calls[0].end, 27 * us);
  EXPECT_EQ(recorder.calls[0].waiting, 18 * us);
  ASSERT_EQ(recorder.messages.size(), 1U);
  EXPECT_EQ(recorder.messages[0].sent, 20 * us);
  EXPECT_EQ(recorder.messages[0].arrived, 27 * us);
  EXPECT_EQ(recorder.messages[0].tag, 17);
  EXPECT_EQ(recorder.messages[0].communicator, 3);
}

TEST(CostTable, remembers_more_cells_than_it_has_places) {
  CostTable costs({lane("mean")}, 8, mpi_calls());
  const Distance within = costs.blocks().of_pair(0, 1);
  for (int pass = 0; pass < 2; ++pass) {
    for (std::int64_t bytes = 0; bytes < 20'000; ++bytes) {
      Quote quote;
      quote.price.call = Call::transit;
      quote.price.bytes = bytes;
      costs.pair(quote, within, 1, 0);
      EXPECT_EQ(quote[Part::own][0], 5 * us + bytes * 2'000);
    }
  }
}

}  // namespace
}  // namespace revprof
