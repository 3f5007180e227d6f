// SPDX-License-Identifier: BSD-3-Clause
// Messages that leave and arrive one after the other by a process's ports, to the picosecond.
#include "round_model.hpp"

namespace revprof {
namespace {

Lane lane_with_gaps(double c_us, double s_us) {
  auto model = std::make_shared<Model>(*round_model());
  model->calls["gap"] = {class_of(0, c_us, 0, {Startup::p, Data::d}, s_us)};
  Lane with_gaps = lane("mean");
  with_gaps.model = model;
  return with_gaps;
}

// The port: a process's messages follow each other by the gap, if the model has one.
TEST(Engine, messages_leave_one_after_the_other) {
  Engine a = process(0, {lane_with_gaps(3, 0)});
  EXPECT_EQ(send(a, 0, 1).sent[0], 0);
  EXPECT_EQ(a.now()[0], 1 * us);  // the sender itself goes on
  EXPECT_EQ(send(a, 0, 2).sent[0], 3 * us);
  EXPECT_EQ(send(a, 0, 0).sent[0], 6 * us);  // to itself: waits, but does not hold the port
  EXPECT_EQ(send(a, 0, 1).sent[0], 6 * us);
  a.compute(20);
  EXPECT_EQ(send(a, 0, 1).sent[0], 24 * us);  // free long since
  expect_sums(a);
}

// With 2 blocks of 4 the gap is that of p = 2 beyond them, and that of p = 4 inside.
TEST(Engine, gap_between_messages_for_others_is_that_of_a_fan) {
  Engine a = process(0, {lane_with_gaps(0, 1)});
  EXPECT_EQ(send(a, 0, 1).sent[0], 0);
  EXPECT_EQ(send(a, 0, 1).sent[0], 2 * us);
  EXPECT_EQ(send(a, 0, 2).sent[0], 6 * us);
}

// One to many and many to one are measured apart: each is held at its side.
TEST(Engine, gap_of_a_sender_is_not_that_of_a_receiver) {
  Lane lane = lane_with_gaps(3, 0);
  auto model = std::make_shared<Model>(*lane.model);
  model->calls["send_gap"] = {class_of(0, 0.5, 0)};
  lane.model = model;
  Engine a = process(0, {lane});
  EXPECT_EQ(send(a, 0, 1).sent[0], 0);
  EXPECT_EQ(send(a, 0, 2).sent[0], 1 * us);  // the send itself takes longer
  a.compute(10);
  const SimTime later = a.now()[0];
  Stamp first, second;
  a.stamp(0, 1, first);
  Clock done;
  a.leave(0, 1, first, done);
  a.stamp(0, 2, second);
  EXPECT_EQ(second.sent[0], later + us / 2);
  receive(a, 0, sent_at(later, 1));
  receive(a, 0, sent_at(later, 2));
  EXPECT_EQ(a.now()[0], later + 5 * us + 3 * us);
}

// What the library has copied is complete, whenever it leaves (here: every 3 us).
TEST(Engine, copied_messages_do_not_wait_for_the_port) {
  Lane lane = lane_with_gaps(3, 0);
  auto model = std::make_shared<Model>(*lane.model);
  model->point_to_point.eager_limit_bytes = 8;
  lane.model = model;
  Engine a = process(0, {lane});
  const auto complete = [&](std::int64_t bytes, int peer) {
    Stamp stamp;
    Clock done;
    a.stamp(bytes, peer, stamp);
    a.leave(bytes, peer, stamp, done);
    return done[0];
  };
  EXPECT_EQ(complete(8, 1), 1 * us);
  EXPECT_EQ(complete(8, 2), 1 * us);
  EXPECT_EQ(complete(9, 3), 6 * us + 1 * us);
}

// Inside a block a message is here 5 us after it was sent.
TEST(Engine, messages_arrive_one_after_the_other) {
  Engine a = process(0, {lane_with_gaps(3, 0)});
  const auto received = [&](SimTime sent, int source) {
    receive(a, 0, sent_at(sent, source));
    return a.now()[0];
  };
  EXPECT_EQ(received(10 * us, 1), 15 * us);
  EXPECT_EQ(received(10 * us, 2), 18 * us);
  EXPECT_EQ(received(11 * us, 3), 21 * us);
  EXPECT_EQ(received(1 * us, 2), 23 * us);   // was there long since: the time of a receive
  EXPECT_EQ(received(40 * us, 3), 45 * us);  // nothing else on its way
  expect_sums(a);
}

TEST(Engine, a_message_that_came_first_holds_up_the_one_asked_for_before_it) {
  Engine a = process(0, {lane_with_gaps(4, 0)});
  receive(a, 0, sent_at(10 * us, 1));  // takes the port from 11 us to 15 us
  receive(a, 0, sent_at(7 * us, 2));   // from 8 us to 12 us
  EXPECT_EQ(a.now()[0], 17 * us);      // the time of a receive
  receive(a, 0, sent_at(10 * us, 3));  // after both
  EXPECT_EQ(a.now()[0], 20 * us);
}

// The same free time serves one of them.
TEST(Engine, messages_that_came_before_share_the_time_in_which_the_port_was_free) {
  Engine a = process(0, {lane_with_gaps(8, 0)});
  receive(a, 0, sent_at(20 * us, 1));  // takes the port from 17 us to 25 us
  receive(a, 0, sent_at(1 * us, 2));   // 8 us of the 17 us before
  receive(a, 0, sent_at(2 * us, 3));   // 8 us more
  EXPECT_EQ(a.now()[0], 29 * us);      // twice the time of a receive
  receive(a, 0, sent_at(2 * us, 2));   // 1 us is left, so that all are in at 25 us + 7 us
  EXPECT_EQ(a.now()[0], 32 * us);
}

// Nor does one that came later make the port forget when it was free.
TEST(Engine, a_port_was_free_before_whatever_has_been_asked_for_since) {
  Engine a = process(0, {lane_with_gaps(8, 0)});
  receive(a, 0, sent_at(90 * us, 1));  // takes the port from 87 us to 95 us
  receive(a, 0, sent_at(99 * us, 2));  // from 96 us to 104 us
  receive(a, 0, sent_at(45 * us, 3));  // from 42 us to 50 us
  EXPECT_EQ(a.now()[0], 106 * us);     // the time of a receive
  receive(a, 0, sent_at(89 * us, 2));  // 1 us from 86 us on, 1 us from 95 us on, 6 us after all
  EXPECT_EQ(a.now()[0], 110 * us);
  expect_sums(a);
}

// One from inside the block of 4 and one from beyond, which are both here at 15 us. Returns when
// the second one has been received.
SimTime both_received(int ranks_per_node, bool sends) {
  Lane lane = lane_with_gaps(4, 0);
  auto model = std::make_shared<Model>(*lane.model);
  model->machine.ranks_per_node = ranks_per_node;
  lane.model = model;
  Engine a = process(0, {lane});
  if (sends) send(a, 0, 6);
  receive(a, 0, sent_at(10 * us, 1));
  EXPECT_EQ(a.now()[0], 15 * us);
  receive(a, 0, sent_at(5 * us, 5));
  return a.now()[0];
}

TEST(Engine, messages_from_all_distances_come_in_by_the_nodes_link) {
  EXPECT_EQ(both_received(1, false), 19 * us);
}

// What stays inside the node needs none of it; and what an exchange's messages wait is added.
TEST(Engine, messages_inside_a_node_or_of_an_exchange_have_ports_of_their_own) {
  EXPECT_EQ(both_received(4, false), 17 * us);
  EXPECT_EQ(both_received(1, true), 17 * us);
}

// MPI_Startall stamps all its messages before it posts the first.
TEST(Engine, messages_stamped_together_leave_one_after_the_other) {
  Engine a = process(0, {lane_with_gaps(3, 0)});
  Stamp first, second;
  Clock done;
  for (Stamp* const stamp : {&first, &second}) {
    a.stamp(0, 1, *stamp);
    a.leave(0, 1, *stamp, done);
  }
  EXPECT_EQ(second.sent[0], 3 * us);
  a.begin_call(Call::MPI_Startall);
  a.post(Call::MPI_Isend, 0, 1);
  a.post(Call::MPI_Isend, 0, 1);
  a.end_call(0, 1, 0);
  EXPECT_EQ(done[0], 3 * us + 1 * us);
  EXPECT_EQ(send(a, 0, 1).sent[0], 6 * us);
  expect_sums(a);
}

// Messages that are there at 10, with a gap of 3. Of 8 processes in blocks of 4, to one and two
// ranks on three leave a block, in one turn; both of the last process's own do, half of which are
// nobody else's. To one and four ranks on five leave it, in two turns, of which the third process
// has one.
TEST(Engine, who_sends_more_out_of_its_block_takes_turns_alone) {
  const auto received = [](int rank, const std::vector<int>& to, const std::vector<int>& from) {
    Engine a = process(rank, {lane_with_gaps(3, 0)});
    Clock posted, done;
    a.post_receive(Call::MPI_Irecv, posted);
    for (const int peer : to) {
      Stamp out;
      a.stamp(0, peer, out);
      a.post_send(Call::MPI_Isend, 0, peer, out, done);
    }
    std::vector<Stamp> here;
    for (const int peer : from) here.push_back(sent_at(0, peer));
    wait_for_all(a, posted, here);
    return a.now()[0];
  };
  EXPECT_EQ(received(3, {4, 5}, {4, 5}), 10 * us + 3 * us / 2);
  EXPECT_EQ(received(2, {3, 6}, {5, 6}), 10 * us + 3 * us);
}

}  // namespace
}  // namespace revprof
