// SPDX-License-Identifier: BSD-3-Clause
// Sends and receives between two engines (Howell 1996, section 4.2), to the picosecond.
#include "round_model.hpp"

namespace revprof {
namespace {

TEST(Engine, sender_pays_for_its_send) {
  Engine a = process(0);
  const Stamp stamp = send(a, 100, 1);
  EXPECT_EQ(stamp.source, 0);
  EXPECT_EQ(stamp.sent[0], 0);
  EXPECT_EQ(a.now()[0], 1 * us);
  expect_sums(a);
}

// IMB's Sendrecv alone: what two processes do at once is known, and better than a nominal time.
TEST(Engine, exchange_stands_in_where_no_message_was_timed_alone) {
  const auto lane_of = [](const std::string& call, const DistanceClass& equations) {
    auto model = std::make_shared<Model>();
    model->calls[call] = {equations};
    Lane only = lane("mean");
    only.model = model;
    return only;
  };
  // Of a pair 6 us; of as many processes as there are more, as they share links.
  const Lane exchange = lane_of("exchange", class_of(0, 4, 0, {Startup::p, Data::d}, 1)),
             transit = lane_of("transit", class_of(0, 6, 0));
  for (const Lane& each : {exchange, transit}) {
    Engine sender = process(0, {each}), receiver = process(1, {each});
    const Stamp message = send(sender, 8, 1);
    EXPECT_EQ(sender.now()[0], 6 * us);
    receive(receiver, 8, message);
    EXPECT_EQ(receiver.now()[0], 6 * us);
  }
}

TEST(Engine, receiver_waits_for_late_sender) {
  Engine a = process(0), b = process(1);
  a.compute(20);  // of 1 us
  const Stamp stamp = send(a, 1000, 1);
  receive(b, 1000, stamp);
  EXPECT_EQ(b.now()[0], 20 * us + 5 * us + 2 * us);  // sent + transit
  EXPECT_EQ(b.spent(0).waiting, 20 * us);            // until the send began
  EXPECT_EQ(b.spent(0).communication, 7 * us);
  expect_sums(b);
}

TEST(Engine, message_already_there_costs_the_receive) {
  Engine a = process(0), b = process(1);
  const Stamp stamp = send(a, 1000, 1);
  b.compute(50);
  receive(b, 1000, stamp);
  EXPECT_EQ(b.now()[0], 52 * us);
  EXPECT_EQ(b.spent(0).waiting, 0);
  expect_sums(b);
}

TEST(Engine, ranks_beyond_a_block_are_farther) {
  Engine a = process(0), b = process(4);
  receive(b, 0, send(a, 0, 4));
  EXPECT_EQ(b.now()[0], 10 * us);
}

TEST(Engine, peer_outside_the_world_is_beyond_every_block) {
  Engine b = process(0);
  Stamp stamp;
  stamp.source = -1;
  stamp.sent[0] = 0;
  receive(b, 0, stamp);
  EXPECT_EQ(b.now()[0], 10 * us);
}

TEST(Engine, posted_receive_counts_from_its_posting) {
  Engine a = process(0), b = process(1);
  Clock posted;
  b.begin_call(Call::MPI_Irecv);
  b.post_receive(Call::MPI_Irecv, posted);
  b.end_call(0, -1, 0);
  EXPECT_EQ(b.now()[0], us / 4);
  EXPECT_EQ(posted[0], 0);
  b.compute(3);
  const Stamp stamp = send(a, 0, 1);
  b.begin_call(Call::MPI_Wait);
  complete_receive(b, 0, posted, stamp, 0, 0);
  b.end_call(0, 0, 0);
  EXPECT_EQ(b.now()[0], 5 * us);  // the transit, which overlapped the computation
  EXPECT_EQ(b.spent(0).waiting, 0);
  expect_sums(b);
}

TEST(Engine, wait_after_arrival_costs_a_wait) {
  Engine a = process(0), b = process(1);
  Clock posted;
  b.post_receive(Call::MPI_Irecv, posted);
  b.compute(40);
  const Stamp stamp = send(a, 0, 1);
  b.begin_call(Call::MPI_Wait);
  complete_receive(b, 0, posted, stamp, 0, 0);
  EXPECT_EQ(b.now()[0], us / 4 + 40 * us + us / 8);
}

TEST(Engine, nonblocking_send_is_done_after_the_time_of_a_send) {
  Engine a = process(0);
  Stamp stamp;
  Clock done;
  a.begin_call(Call::MPI_Isend);
  a.stamp(8, 1, stamp);
  a.post_send(Call::MPI_Isend, 8, 1, stamp, done);
  a.end_call(8, 1, 0);
  EXPECT_EQ(a.now()[0], us / 2);
  EXPECT_EQ(done[0], 1 * us);
  a.begin_call(Call::MPI_Wait);
  a.complete_posted(Call::MPI_Isend, 8, 1, done);
  a.end_call(0, 1, 0);
  EXPECT_EQ(a.now()[0], 1 * us);
  expect_sums(a);
}

// With an equation for MPI_Ssend of 12 us, which has two ways of 5 us in it, and without one.
TEST(Engine, synchronous_send_waits_for_its_receive) {
  auto model = std::make_shared<Model>(*round_model());
  model->calls["MPI_Ssend"] = {class_of(0, 12, 0)};
  Lane measured = lane("mean");
  measured.model = model;
  const auto end = [](const Lane& on, std::vector<SimTime> posted, SimTime& waiting) {
    Engine a = process(0, {on});
    a.compute(3);
    a.begin_call(Call::MPI_Ssend);
    const Stamp message = stamped(a, 1000, 1);
    const SimTime* const when = posted.empty() ? nullptr : posted.data();
    a.complete_synchronous(Call::MPI_Ssend, 1000, 1, message, when);
    a.end_call(1000, 1, 0);
    expect_sums(a);
    waiting = a.spent(0).waiting;
    if (when != nullptr) {
      EXPECT_EQ(a.now()[0], a.end_of_synchronous(Call::MPI_Ssend, 1000, 1, 3 * us, *when));
    }
    return a.now()[0];
  };
  SimTime waiting = 0;
  EXPECT_EQ(end(lane("mean"), {}, waiting), (3 + 7) * us);  // there, where a Send takes less
  EXPECT_EQ(end(lane("mean"), {2 * us}, waiting), (3 + 7) * us);
  EXPECT_EQ(waiting, 0);
  EXPECT_EQ(end(lane("mean"), {20 * us}, waiting), (20 + 7) * us);
  EXPECT_EQ(waiting, 17 * us);
  EXPECT_EQ(end(measured, {}, waiting), (3 + 12) * us);
  EXPECT_EQ(end(measured, {7 * us}, waiting), (3 + 12) * us);  // posted before the request comes
  EXPECT_EQ(end(measured, {9 * us}, waiting), (9 + 7) * us);
}

// MPI_Send takes 1 us where it copies and 7 of 1000 bytes where it does not, as long as a transit.
// Beside each other: a machine that copies them, one that does not, and one of which nothing is
// known.
TEST(Engine, a_long_message_waits_for_its_receive) {
  const auto on = [](std::int64_t eager_limit, double send_us) {
    auto model = std::make_shared<Model>(*round_model());
    model->point_to_point.eager_limit_bytes = eager_limit;
    model->calls["MPI_Send"] = {class_of(0, send_us, 0)};
    Lane machine = lane("mean");
    machine.model = model;
    return machine;
  };
  const std::vector<Lane> lanes = {on(999, 7), on(1000, 1), on(0, 7)};
  const auto ends = [&](bool is_posted, SimTime receive, SimTime waiting) {
    const std::vector<SimTime> posted(3, receive);
    Engine a = process(0, lanes);
    a.compute(3);
    a.begin_call(is_posted ? Call::MPI_Isend : Call::MPI_Send);
    const Stamp message = stamped(a, 1000, 1);
    if (is_posted) {
      Clock done;
      a.post_send(Call::MPI_Isend, 1000, 1, message, done);  // 0.5 us
      a.end_call(1000, 1, 0);
      a.begin_call(Call::MPI_Wait);
      a.complete_long(1000, 1, message, done, posted.data());
    } else {
      a.send_long(Call::MPI_Send, 1000, 1, message, posted.data());
    }
    a.end_call(1000, 1, 0);
    expect_sums(a);
    EXPECT_EQ(a.spent(0).waiting, waiting);
    EXPECT_EQ(a.spent(1).waiting, 0);
    return std::vector<SimTime>(a.now(), a.now() + 3);
  };
  using Ends = std::vector<SimTime>;
  EXPECT_EQ(ends(false, 2 * us, 0), (Ends{10 * us, 4 * us, 10 * us}));
  EXPECT_EQ(ends(false, 20 * us, 17 * us), (Ends{27 * us, 4 * us, 10 * us}));
  EXPECT_EQ(ends(true, 2 * us, 0), (Ends{10 * us, 4 * us, 10 * us}));
  EXPECT_EQ(ends(true, 20 * us, 33 * us / 2), (Ends{27 * us, 4 * us, 10 * us}));
}

// What was copied before holds the port, and the sender goes on when its message is there, 7 later.
TEST(Engine, a_long_message_leaves_behind_short_ones) {
  auto model = std::make_shared<Model>(*round_model());
  model->point_to_point.eager_limit_bytes = 999;
  model->calls["gap"] = {class_of(0, 4, 0)};
  Lane machine = lane("mean");
  machine.model = model;
  Engine a = process(0, {machine});
  send(a, 999, 1);  // goes on at 1 us, holds the port until 4
  EXPECT_EQ(a.now()[0], 1 * us);
  a.begin_call(Call::MPI_Send);
  const Stamp message = stamped(a, 1000, 1);
  EXPECT_EQ(message.sent[0], 4 * us);
  const SimTime posted = 0;
  a.send_long(Call::MPI_Send, 1000, 1, message, &posted);
  a.end_call(1000, 1, 0);
  EXPECT_EQ(a.now()[0], (4 + 7) * us);
  expect_sums(a);
}

TEST(Engine, lanes_run_beside_each_other) {
  const std::vector<Lane> lanes = {lane("mean"), lane("low", LaneEstimate::low),
                                   lane("high", LaneEstimate::high, 3e-6)};
  Engine a = process(0, lanes), b = process(1, lanes);
  a.compute(1);
  receive(b, 0, send(a, 0, 1));
  EXPECT_EQ(b.now()[0], 1 * us + 5 * us);
  EXPECT_EQ(b.now()[1], 1 * us + 5 * us / 2);
  EXPECT_EQ(b.now()[2], 3 * us + 10 * us);
  expect_sums(a);
  expect_sums(b);
}

TEST(Engine, factors_scale_one_call_on_one_lane) {
  Lane faster = lane("twice as fast");
  faster.factors["transit"].time = 0.5;
  Engine a = process(0, {lane("mean"), faster}), b = process(1, {lane("mean"), faster});
  receive(b, 0, send(a, 0, 1));
  EXPECT_EQ(b.now()[0], 5 * us);
  EXPECT_EQ(b.now()[1], 5 * us / 2);
}

TEST(Engine, factors_scale_latency_and_transfer_apart) {
  Lane no_latency = lane("no latency"), wider = lane("wider");
  no_latency.factors[Lane::every_call].latency = 0;
  no_latency.factors["MPI_Send"] = {};  // named: as it is
  wider.factors["transit"].transfer = 0.25;
  const std::vector<Lane> lanes = {lane("mean"), no_latency, wider};
  Engine a = process(0, lanes), b = process(1, lanes);
  receive(b, 1000, send(a, 1000, 1));
  EXPECT_EQ(a.now()[1], 1 * us);
  EXPECT_EQ(b.now()[0], 7 * us);  // 5 + 0.002 a byte
  EXPECT_EQ(b.now()[1], 2 * us);
  EXPECT_EQ(b.now()[2], 11 * us / 2);
}

TEST(Engine, a_lane_may_compute_faster) {
  Lane faster = lane("faster");
  faster.compute_factor = 0.5;
  Engine a = process(0, {lane("mean"), faster});
  a.compute(10);
  elapse(a, 1e-6);
  EXPECT_EQ(a.now()[0], 11 * us);
  EXPECT_EQ(a.now()[1], 11 * us / 2);
  expect_sums(a);
}

// What the target's model says of computation is the target's already.
TEST(Engine, the_hosts_factor_is_on_its_cpu_time_alone) {
  Lane target = lane("target");
  target.host_factor = 3;
  target.compute_factor = 2;
  Engine a = process(0, {target});
  a.compute(10);
  const double seconds[] = {1e-6};
  a.elapse(Item::units, seconds);
  EXPECT_EQ(a.now()[0], 2 * (10 + 1) * us);
  elapse(a, 1e-6);
  EXPECT_EQ(a.now()[0], (22 + 6) * us);
}

TEST(Engine, account_adds_up_what_a_call_cost) {
  Engine a = process(0);
  send(a, 100, 1);
  send(a, 300, 5);
  const CallAccount& account = a.account(Call::MPI_Send);
  EXPECT_EQ(account.count, 2);
  EXPECT_EQ(account.bytes, 400);
  EXPECT_EQ(account.time, 2 * us);
  EXPECT_EQ(account.time_by_source[static_cast<int>(Source::measured)], 2 * us);
}

}  // namespace
}  // namespace revprof
