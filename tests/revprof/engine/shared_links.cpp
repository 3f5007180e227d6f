// SPDX-License-Identifier: BSD-3-Clause
// Messages that share links with others, to the picosecond.
#include <algorithm>
#include <random>
#include <set>

#include "round_model.hpp"

namespace revprof {
namespace {

TEST(Engine, message_waits_for_the_links_that_it_shares) {
  EXPECT_EQ(after_sendrecv(1, 2, 0), 7 * us);   // transit 5 us; an exchange of 4 takes 2 more
  EXPECT_EQ(after_sendrecv(1, 5, 5), 28 * us);  // 10 us, and 18 more
  // A ring leaves the block once; two ranks farther, two of the block's four leave it: a third of
  // the way from one to all.
  EXPECT_EQ(after_sendrecv(0, 1, 7), 10 * us);
  EXPECT_EQ(after_sendrecv(3, 4, 2), 7 * us);
  EXPECT_EQ(after_sendrecv(1, 3, 7), 16 * us);
}

// Of 6 processes in blocks of 4 the exchange of all sends two to the last block, and as many back:
// all that it adds, 12 us, is what two streams add.
TEST(Engine, exchange_sends_no_more_to_the_last_block_than_that_holds) {
  EXPECT_EQ(after_sendrecv(3, 4, 2, longer, 6), 7 * us);
  EXPECT_EQ(after_sendrecv(4, 0, 2, longer, 6), 22 * us);
}

// What an exchange takes longer for its farthest pair's sake is no sharing.
TEST(Engine, latency_is_not_shared) {
  EXPECT_EQ(after_sendrecv(1, 5, 5, 1), 10 * us);
  EXPECT_EQ(after_sendrecv(1, 5, 5, 501), 19 * us);
}

// A blocking receive is among what its process has sent to others since it last received.
TEST(Engine, blocking_receive_is_among_messages_to_others) {
  const auto received = [](std::vector<int> sent_before, std::vector<int> sent) {
    Engine a = process(4, {crowded_lane()});
    for (const int peer : sent_before) send(a, longer, peer);
    receive(a, longer, sent_at(0, 5));
    const SimTime free = 100 * us;
    a.compute(static_cast<double>(free - a.now()[0]) / us);
    for (const int peer : sent) send(a, longer, peer);
    const SimTime begin = a.now()[0];
    receive(a, longer, sent_at(begin, 1));
    return a.now()[0] - begin;
  };
  EXPECT_EQ(received({}, {}), 10 * us);
  EXPECT_EQ(received({}, {7}), 22 * us);   // three of four leave: two thirds of 18 us
  EXPECT_EQ(received({}, {1}), 10 * us);   // who answers takes turns
  EXPECT_EQ(received({7}, {1}), 10 * us);  // what was sent long ago is there
  EXPECT_EQ(received({}, {7, 1}), 22 * us);
}

// A row: each of its messages is among its own ranks' alone, and the port queues them. Two and
// three ranks on, a third and two thirds of 18 us longer, and a gap of 1 us.
TEST(Engine, messages_of_a_row_share_with_their_own_ranks_and_queue) {
  Lane lane = crowded_lane();
  auto model = std::make_shared<Model>(*lane.model);
  model->calls["gap"] = {class_of(0, 1, 0)};
  lane.model = model;
  Engine a = process(3, {lane});
  send(a, longer, 1);
  send(a, longer, 6);
  const SimTime begin = a.now()[0];
  Clock posted = a.clock();
  a.begin_call(Call::MPI_Waitall);
  complete_receive(a, longer, posted, sent_at(begin, 5), 0, 0);
  EXPECT_EQ(a.now()[0] - begin, 16 * us);
  complete_receive(a, longer, posted, sent_at(begin, 6), 0, 0);
  EXPECT_EQ(a.now()[0] - begin, 16 * us + 13 * us);
  a.end_call(0, -1, 0);
  expect_sums(a);
}

// Two streams are all that its process sends, a third of 18 us; the others of its block get less.
// The first message is among both, the second finds the links free and waits for a gap of 1 us.
TEST(Engine, receives_are_among_no_more_than_their_process_sends) {
  Lane lane = crowded_lane();
  auto model = std::make_shared<Model>(*lane.model);
  model->calls["gap"] = {class_of(0, 1, 0)};
  lane.model = model;
  for (const bool one_call : {false, true}) {
    Engine a = process(0, {lane});
    send(a, longer, 2);
    const SimTime begin = a.now()[0];
    const Clock posted = a.clock();
    const Stamp one = sent_at(begin, 5), other = sent_at(begin, 4);
    const Engine::Received both[] = {{longer, &posted, &one, 0, 0},
                                     {longer, &posted, &other, 0, 0}};
    a.begin_call(Call::MPI_Waitall);
    if (one_call) {
      a.complete_receives(both, 2);
    } else {
      a.complete_receives(both, 1);
      EXPECT_EQ(a.now()[0] - begin, 16 * us);
      a.complete_receives(both + 1, 1);
    }
    EXPECT_EQ(a.now()[0] - begin, 17 * us);
    a.end_call(0, -1, 0);
    expect_sums(a);
  }
}

TEST(Engine, posted_receive_is_among_what_is_posted_beside_it) {
  for (const int to : {5, 1, -1}) {
    Engine a = process(0, {crowded_lane()});
    Stamp in, out;
    in.source = 4;
    in.sent[0] = 0;
    Clock posted, done;
    a.post_receive(Call::MPI_Irecv, posted);
    if (to >= 0) {
      a.stamp(longer, to, out);
      a.post_send(Call::MPI_Isend, longer, to, out, done);
    }
    a.begin_call(Call::MPI_Wait);
    complete_receive(a, longer, posted, in, 0, 0);
    // To 5, three ranks on: two thirds of the way from one to all.
    EXPECT_EQ(a.now()[0], to == 5 ? 22 * us : 10 * us);
  }
}

// Of 8 processes in blocks of 4, where all that leave a block at once wait 18 us for each other.
TEST(Engine, what_is_posted_together_leaves_together) {
  const auto received = [](int rank, const std::vector<int>& to, int from) {
    Engine a = process(rank, {crowded_lane()});
    Clock posted, done;
    a.post_receive(Call::MPI_Irecv, posted);
    for (const int peer : to) {
      Stamp out;
      a.stamp(longer, peer, out);
      a.post_send(Call::MPI_Isend, longer, peer, out, done);
    }
    a.begin_call(Call::MPI_Wait);
    complete_receive(a, longer, posted, sent_at(0, from), 0, 0);
    a.end_call(longer, from, 0);
    expect_sums(a);
    return a.now()[0];
  };
  // Two ranks on, and two ranks back round the end: four leave the block, all that can at once.
  EXPECT_EQ(received(1, {3, 7}, 7), 28 * us);
  // Back without going round the end: that leaves another block.
  EXPECT_EQ(received(3, {1, 5}, 5), 16 * us);
  EXPECT_EQ(received(3, {5, 1}, 5), 16 * us);
  // Two and three ranks on: five leave a block of four in two turns, so each is among 2.5.
  EXPECT_EQ(received(3, {5, 6}, 5), 19 * us);
  EXPECT_EQ(received(3, {5, 6}, 6), 19 * us);
  // One message has one turn, however far it goes.
  EXPECT_EQ(received(3, {7}, 7), 28 * us);
}

// Four ranks on, all four of a block: an exchange grows to 24 us instead of 6, if the others send
// as much. That they do, or another amount, says the message before: its sender took so many bytes
// for the mean when this process had sent 1001. The mean of both is what it compares with its own,
// and, with the 1001 that it has sent since, what it tells in its turn.
TEST(Engine, others_send_as_much_as_one_hears_of) {
  const auto last_of_three = [](std::int64_t mean) {
    Engine a = process(3, {crowded_lane()});
    SimTime begin = 0;
    std::int64_t told = 0;
    for (const std::int64_t heard : {std::int64_t{0}, mean, std::int64_t{0}}) {
      begin = a.now()[0];
      const Clock posted = a.clock();
      Clock done;
      a.begin_call(Call::MPI_Isend);
      const Stamp out = stamped(a, longer, 7);
      told = out.mean();
      a.post_send(Call::MPI_Isend, longer, 7, out, done);
      EXPECT_EQ(stamped(a, longer, 7).mean(), told);  // without what is under way
      Stamp in = sent_at(begin, 7);
      in.mean(heard);
      a.begin_call(Call::MPI_Waitall);
      complete_receive(a, longer, posted, in, 0, 0);
    }
    return std::pair(a.now()[0] - begin, told);
  };
  using Bytes = std::int64_t;
  EXPECT_EQ(last_of_three(longer), std::pair(28 * us, Bytes{2 * longer}));
  EXPECT_EQ(last_of_three(3 * longer),
            std::pair((10 + 24 * 2 - 6) * us, Bytes{3000}));  // 3003 in ten bits
  EXPECT_EQ(last_of_three(0), std::pair((10 + 24 / 2 - 6) * us, Bytes{longer / 2 + longer + 1}));
}

// Who sends more than the others has turns in which they have nothing to send; who sends less is
// among all in each of its own.
TEST(Engine, blocking_messages_are_among_no_more_than_all_send) {
  const auto last_of_three = [](std::int64_t mean) {
    Engine a = process(3, {crowded_lane()});
    SimTime begin = 0;
    for (const std::int64_t heard : {std::int64_t{0}, mean, std::int64_t{0}}) {
      begin = a.now()[0];
      Stamp in = sent_at(begin, 7);
      in.mean(heard);
      exchange(a, 7, longer, in);
    }
    return a.now()[0] - begin;
  };
  EXPECT_EQ(last_of_three(longer), 28 * us);
  EXPECT_EQ(last_of_three(3 * longer), 28 * us);
  EXPECT_EQ(last_of_three(0), (10 + 24 / 2 - 6) * us);
}

// Sixteen bits, beside the size of the message and its sender's step: none changes another.
TEST(Stamp, says_how_much_was_sent_to_a_five_hundredth) {
  Stamp stamp;
  stamp.bytes = Stamp::most_bytes;
  stamp.step = 255;
  for (const std::int64_t volume : {0, 1, 1023}) {
    stamp.mean(volume);
    EXPECT_EQ(stamp.mean(), volume);
  }
  for (std::int64_t volume = 1024; volume > 0 && volume < end_of_time; volume = volume * 3 + 1) {
    stamp.mean(volume);
    EXPECT_LE(stamp.mean(), volume);
    EXPECT_LT(volume - stamp.mean(), volume / 512 + 1) << volume;
  }
  EXPECT_EQ(stamp.bytes, Stamp::most_bytes);
  EXPECT_EQ(stamp.step, 255);
}

TEST(Engine, order_of_the_sends_of_an_exchange_changes_nothing) {
  constexpr int processes = 64, rank = 20;
  for (const std::vector<int>& blocks : {std::vector<int>{4}, std::vector<int>{}}) {
    auto model = std::make_shared<Model>(*crowded_lane(blocks).model);
    model->calls["gap"] = {class_of(0, 0.25, 0.001)};
    Lane lane = crowded_lane(blocks);
    lane.model = model;
    std::vector<int> near;
    for (int i = 1; i <= 13; ++i) {
      near.push_back(rank + i * 3);
      near.push_back(rank - i < 0 ? rank + 40 + i : rank - i);
    }
    std::set<SimTime> ends;
    std::mt19937 random(1);
    for (int order = 0; order < 20; ++order) {
      Engine a({lane}, rank, processes, 10'000, nullptr, mpi_calls());
      std::vector<Clock> posted(near.size()), done(near.size());
      for (Clock& each : posted) a.post_receive(Call::MPI_Irecv, each);
      for (std::size_t i = 0; i < near.size(); ++i) {
        Stamp out;
        a.stamp(longer, near[i], out);
        a.post_send(Call::MPI_Isend, longer, near[i], out, done[i]);
      }
      a.begin_call(Call::MPI_Waitall);
      std::vector<int> sources = near;
      std::sort(sources.begin(), sources.end());
      std::vector<Stamp> messages;
      for (const int source : sources) messages.push_back(sent_at(0, source));
      std::vector<Engine::Received> receives;
      for (std::size_t i = 0; i < sources.size(); ++i) {
        receives.push_back({longer, &posted[i], &messages[i], 0, 0, no_request});
      }
      a.complete_receives(receives.data(), receives.size());
      a.end_call(0, -1, 0);
      ends.insert(a.now()[0]);
      expect_sums(a);
      std::shuffle(near.begin(), near.end(), random);
    }
    EXPECT_EQ(ends.size(), 1U);
  }
}

}  // namespace
}  // namespace revprof
