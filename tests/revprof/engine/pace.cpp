// SPDX-License-Identifier: BSD-3-Clause
// Who waits for others' turns shares the links with them for less of the time.
#include "revprof/engine/pace.hpp"

#include <utility>

#include "round_model.hpp"

namespace revprof {
namespace {

// Over 4 ranks all four of its block send: a message takes 10 us, its exchange grows to 6 us alone
// and to 24 among all. Of a message that is g steps further g - 1 are missed and one is made.
TEST(Pace, who_has_missed_steps_is_less_among_others) {
  const std::vector<std::pair<int, double>> cases = {
      {0, 10 + 24 - 6}, {1, 10 + 24 - 6}, {2, 10 + 24 / 2 - 6}, {5, 10},
      {8, 10},          {127, 10},        {255, 10 + 24 - 6}};  // the last one is of before
  for (const auto& [step, ends] : cases) {
    Engine a = process(3, {crowded_lane()});
    Stamp in = sent_at(0, 7);
    in.step = static_cast<Pace::Step>(step);
    a.begin_call(Call::MPI_Sendrecv);
    exchange(a, 7, longer, in);
    EXPECT_EQ(a.now()[0], static_cast<SimTime>(ends * us)) << step;
    // What it sends is a step further than what it has got.
    EXPECT_EQ(stamped(a, longer, 7).step, step == 255 ? 0 : step + 1);
  }
}

// Another program's steps are none of this one's.
TEST(Pace, only_this_program_s_steps_count) {
  Engine a = process(3, {crowded_lane()});
  Stamp in = sent_at(0, -1);
  in.step = 5;
  receive(a, longer, in);
  EXPECT_EQ(stamped(a, longer, 7).step, 0);
}

// A size that the stamp has no room for is cut, not wrapped.
TEST(Stamp, cuts_what_is_longer_than_any_message) {
  Engine a = process(3, {crowded_lane()});
  EXPECT_EQ(stamped(a, Stamp::most_bytes, 7).bytes, Stamp::most_bytes);
  EXPECT_EQ(stamped(a, Stamp::most_bytes + 2, 7).bytes, Stamp::most_bytes);
}

// The second message, 1 us later, would be here 11 us after the first one was sent, or 14 among
// those with whose steps it goes: 2 made, 4 missed. But it comes 19 us behind the first one: a gap
// of 1 us, and 24 - 6 us that all add who send as closely.
TEST(Pace, who_follows_closely_does_so_among_all) {
  Lane with_gap = crowded_lane();
  auto model = std::make_shared<Model>(*with_gap.model);
  model->calls["gap"] = {class_of(0, 1, 0)};
  with_gap.model = model;
  Engine a = process(3, {with_gap});
  const auto next = [&](SimTime sent, Pace::Step step) {
    for (const int peer : {6, 7}) send(a, longer, peer);
    Stamp in = sent_at(sent, 7);
    in.step = step;
    receive(a, longer, in);
    return a.now()[0];
  };
  EXPECT_EQ(next(100 * us, 5), 110 * us);
  EXPECT_EQ(next(101 * us, 6), 129 * us);
}

// Each process has its own number of steps: they begin anew where all have met.
TEST(Pace, all_begin_anew_where_they_have_met) {
  const auto last_of_two = [](bool meet) {
    Engine a = process(3, {crowded_lane()});
    Stamp in = sent_at(0, 7);
    in.step = 5;  // 1 step made, 4 missed
    exchange(a, 7, longer, in);
    const SimTime ready = a.now()[0];
    if (meet) a.collective({Call::MPI_Barrier, 8, 0, Span(0, 1, 0)}, &ready);
    const SimTime begin = a.now()[0];
    in.sent[0] = begin;
    in.step = 1;
    exchange(a, 7, longer, in);
    return a.now()[0] - begin;
  };
  EXPECT_EQ(last_of_two(false), 10 * us);                    // of before
  EXPECT_EQ(last_of_two(true), (10 + 24 * 3 / 8 - 6) * us);  // 2 made, 4 missed
}

// The hub of a star has as many neighbours as there are others, who have not met each other.
TEST(Pace, who_meets_its_neighbours_has_not_met_all) {
  Engine a = process(3, {crowded_lane()});
  receive(a, longer, sent_at(0, 7));
  const auto step = [&] { return static_cast<int>(stamped(a, longer, 7).step); };
  EXPECT_EQ(step(), 1);
  const SimTime ready = a.now()[0];
  a.collective({Call::MPI_Neighbor_allgather, 8, 0, Span(0, 1, 0)}, &ready);
  EXPECT_EQ(step(), 1);
  a.collective({Call::MPI_Barrier, 8, 0, Span(0, 1, 0)}, &ready);
  EXPECT_EQ(step(), 0);
}

TEST(Pace, is_that_of_the_last_steps) {
  Pace pace;
  const auto eighths = [&] {
    const Crowd crowd = pace.among({4, 0, 8});
    return crowd.beside - crowd.missed;
  };
  EXPECT_EQ(eighths(), 8);
  pace.hear(7);  // 1 made, 6 missed
  EXPECT_EQ(eighths(), 1);
  EXPECT_EQ(pace.among({4, 2, 8}).missed, 0);  // of what is posted
  for (int step = 8; step < 8 + 57; ++step) pace.hear(static_cast<Pace::Step>(step));
  EXPECT_EQ(eighths(), 7);  // 58 of 64
  for (int step = 65; step < 65 + 33; ++step) pace.hear(static_cast<Pace::Step>(step));
  EXPECT_EQ(eighths(), 8);  // halved twice: 1.5 missed
  // Numbers begin anew behind 255.
  for (int step = 98; step < 600; ++step) pace.hear(static_cast<Pace::Step>(step));
  EXPECT_EQ(pace.step(), 600 % 256);
  EXPECT_EQ(eighths(), 8);
}

}  // namespace
}  // namespace revprof
