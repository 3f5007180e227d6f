// SPDX-License-Identifier: BSD-3-Clause
// Messages that are not copied hold both sides, and what all have sent, to the picosecond.
#include <tuple>
#include <vector>

#include "round_model.hpp"

namespace revprof {
namespace {

// A message that is not copied holds its sender until it is there, among what the others of its
// block send: three ranks on, two thirds of 18 us. To one that answers it is alone.
TEST(Engine, long_blocking_send_is_among_others) {
  Lane lane = crowded_lane();
  auto model = std::make_shared<Model>(*lane.model);
  model->point_to_point.eager_limit_bytes = longer - 1;
  lane.model = model;
  const auto sent = [&](std::vector<int> before, int peer, bool only_waits = false) {
    Engine a = process(4, {lane});
    for (const int other : before) send(a, longer, other);
    const SimTime begin = a.now()[0];
    a.begin_call(Call::MPI_Send);
    const Stamp message = stamped(a, longer, peer);
    const Clock posted{0};
    a.send_long(Call::MPI_Send, longer, peer, message, posted.data(), only_waits);
    a.end_call(longer, peer, 0);
    expect_sums(a);
    return a.now()[0] - begin;
  };
  EXPECT_EQ(sent({}, 1), 10 * us);
  EXPECT_EQ(sent({2}, 1), 22 * us);
  // Who only waits for it sends nothing: half of the 18 us, less the 6 us that it has by itself.
  EXPECT_EQ(sent({2}, 1, true), 13 * us);
}

// Its receiver likewise; one that has posted something may send meanwhile. Where the machine copies
// the message, the sender goes on.
TEST(Engine, who_only_waits_for_a_long_message_sends_nothing) {
  for (const auto& [limit, posted, ends] :
       {std::tuple(longer - 1, false, 13), {longer - 1, true, 22}, {longer, false, 22}}) {
    Lane lane = crowded_lane();
    auto model = std::make_shared<Model>(*lane.model);
    model->point_to_point.eager_limit_bytes = limit;
    lane.model = model;
    Engine a = process(4, {crowded_lane(), lane});
    if (posted) {
      const Stamp message = stamped(a, longer, 7);
      Clock done;
      a.leave(longer, 7, message, done);
    } else {
      send(a, longer, 7);
    }
    a.compute(100);
    const SimTime begin = a.now()[1];
    Stamp in = sent_at(begin, 1);
    in.sent[1] = begin;
    receive(a, longer, in);
    EXPECT_EQ(a.now()[1] - begin, ends * us);
    EXPECT_EQ(a.now()[0] - begin, 22 * us);
  }
}

// Two that were posted together, 7 us away. They leave when their receivers are ready, one 3 us
// after the other, whichever is asked for first; that is no news where they have left so already.
TEST(Engine, long_messages_leave_one_after_the_other_when_their_receivers_are_ready) {
  constexpr std::int64_t bytes = 1000;
  Lane lane = crowded_lane();
  auto model = std::make_shared<Model>(*round_model());
  model->calls["send_gap"] = {class_of(0, 3, 0)};
  model->point_to_point.eager_limit_bytes = bytes - 1;
  lane.model = model;
  const auto ends = [&](SimTime first_ready, SimTime second_ready) {
    Engine a = process(0, {lane});
    std::vector<Stamp> messages;
    std::vector<Clock> done(2);
    for (const int peer : {1, 2}) {
      messages.push_back(stamped(a, bytes, peer));
      a.leave(bytes, peer, messages.back(), done[static_cast<std::size_t>(peer - 1)]);
    }
    std::vector<SimTime> times;
    const SimTime ready[] = {first_ready * us, second_ready * us};
    for (const int i : {0, 1}) {
      const auto message = static_cast<std::size_t>(i);
      a.complete_long(bytes, i + 1, messages[message], done[message], &ready[i], false);
      times.push_back(a.now()[0] / us);
    }
    expect_sums(a);
    return times;
  };
  EXPECT_EQ(ends(0, 0), (std::vector<SimTime>{7, 10}));
  EXPECT_EQ(ends(20, 20), (std::vector<SimTime>{27, 30}));
  EXPECT_EQ(ends(21, 20), (std::vector<SimTime>{28, 30}));
  EXPECT_EQ(ends(20, 40), (std::vector<SimTime>{27, 47}));
  EXPECT_EQ(ends(40, 20), (std::vector<SimTime>{47, 47}));
}

// Half of what this process has sent is what all have, on average: a collective of all tells.
TEST(Engine, who_meets_all_knows_what_all_have_sent) {
  Engine a = process(4, {crowded_lane()});
  send(a, longer, 7);
  const Clock ready = a.clock();
  a.collective({Call::MPI_Barrier, 8, 0, Span(0, 1, 0), longer / 2}, ready.data());
  EXPECT_EQ(stamped(a, longer, 7).mean(), longer / 2);
  const auto received = [&] {
    send(a, longer, 7);
    const SimTime begin = a.now()[0];
    receive(a, longer, sent_at(begin, 1));
    return a.now()[0] - begin;
  };
  EXPECT_EQ(received(), 13 * us);  // half of 18 us, less 6 us
}

}  // namespace
}  // namespace revprof
