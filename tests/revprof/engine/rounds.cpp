// SPDX-License-Identifier: BSD-3-Clause
// Who comes last to a collective in rounds leaves first.
#include "round_model.hpp"

namespace revprof {
namespace {

// Of 8 processes in 3 rounds: MPI_Barrier takes 12 us, of which who comes last spends 3; so a round
// in which one need not wait saves 3 us.
class CallsInRounds : public testing::Test {
 protected:
  static Lane lane_in_rounds(bool with_late) {
    auto model = std::make_shared<Model>(*round_model());
    model->calls["MPI_Barrier"] = {class_of(0, 12, 0)};
    model->calls["MPI_Barrier.last"] = {class_of(0, 3, 0)};
    if (with_late) model->calls["MPI_Barrier.late"] = {class_of(0, 6, 0)};
    // Of 6 processes: 3 hops of 3 us beside 3 us of its own, of which process 0's news to itself
    // goes 2.
    model->calls["MPI_Allreduce"] = {class_of(0, 12, 0)};
    model->calls["MPI_Allreduce.last"] = {class_of(0, 9, 0)};
    if (with_late) {  // of 13: 5 hops
      model->calls["MPI_Allreduce"] = {class_of(0, 18, 0)};
      model->calls["MPI_Allreduce.late"] = {class_of(0, 15, 0)};
    }
    Lane found = lane("mean");
    found.model = model;
    return found;
  }

  // When the members of such a call leave that come at these times.
  static std::vector<SimTime> leave(const std::vector<SimTime>& come, bool with_late = false,
                                    Call call = Call::MPI_Barrier, std::int64_t bytes = 0) {
    const int members = static_cast<int>(come.size());
    std::vector<SimTime> ends, clocks = come;
    for (int rank = 0; rank < members; ++rank) {
      Engine engine = process(rank, {lane_in_rounds(with_late)});
      engine.compute(static_cast<double>(come[static_cast<std::size_t>(rank)] / us));
      const Member member = rank == 0 ? Member::first : Member::other;
      engine.begin_call(call);
      engine.arrive({call, members, bytes, 0}, member, &clocks[static_cast<std::size_t>(rank)]);
    }
    for (int rank = 0; rank < members; ++rank) {
      Engine engine = process(rank, {lane_in_rounds(with_late)});
      engine.compute(static_cast<double>(come[static_cast<std::size_t>(rank)] / us));
      const Member member = rank == 0 ? Member::first : Member::other;
      engine.begin_call(call);
      Rounds rounds;
      engine.begin_rounds({call, members, bytes, 0}, rank, rounds);
      SimTime ready = -end_of_time;
      for (int source = 0; source < members; ++source) {
        ready = std::max(ready, clocks[static_cast<std::size_t>(source)] + rounds.saved(source, 0));
      }
      engine.collective({call, members, bytes, 0}, &ready, member);
      engine.end_call(0, -1, 0);
      expect_sums(engine);
      ends.push_back(engine.now()[0]);
    }
    return ends;
  }
};

TEST_F(CallsInRounds, all_together_take_the_whole_time) {
  EXPECT_EQ(leave(std::vector<SimTime>(8, 0)), std::vector<SimTime>(8, 12 * us));
  // Five take three rounds, too, in which 3 hears of 4 and 0 never of its opposite.
  EXPECT_EQ(leave(std::vector<SimTime>(5, 0)), std::vector<SimTime>(5, 12 * us));
}

// 3 us for itself, 3 us more for each digit in which one's number differs.
TEST_F(CallsInRounds, who_comes_last_leaves_first) {
  EXPECT_EQ(leave({0, 0, 0, 100 * us, 0, 0, 0, 0}),
            (std::vector<SimTime>{109 * us, 106 * us, 106 * us, 103 * us, 112 * us, 109 * us,
                                  109 * us, 106 * us}));
}

// Two come late, the second one 4 us later: 7 hears of 0 in 3 rounds, of 6 in one.
TEST_F(CallsInRounds, the_latest_news_decides) {
  const std::vector<SimTime> ends = leave({100 * us, 0, 0, 0, 0, 0, 104 * us, 0});
  EXPECT_EQ(ends[7], 112 * us);
  EXPECT_EQ(ends[6], 104 * us + 3 * us + 2 * us);  // 100 + 3 + 2 x 3 of process 0
  EXPECT_EQ(ends[1], 104 * us + 12 * us);
}

// Of process 0 the others need 6 us at most: 1 us a digit beside its own 3.
TEST_F(CallsInRounds, a_late_first_one_takes_its_part_alone) {
  EXPECT_EQ(leave({100 * us, 0, 0, 0, 0, 0, 0, 0}, true),
            (std::vector<SimTime>{103 * us, 104 * us, 104 * us, 105 * us, 104 * us, 105 * us,
                                  105 * us, 106 * us}));
}

// 6 reduce in the rounds of 4: 0 gives its part to 1 and gets the result from it, 2 from 3. 4 and 5
// have no pair, and 1, 3, 4, 5 are numbers 0 to 3 of the rounds.
TEST_F(CallsInRounds, who_reduces_for_a_pair_leaves_before_the_other_one) {
  const auto reduce = [](const std::vector<SimTime>& come) {
    return leave(come, false, Call::MPI_Allreduce, 8);
  };
  // Two hops to 1 from 2 (by 3) and 5, to 3 from 0 (by 1) and 4; three to 0 from 2, to 4 from 2.
  EXPECT_EQ(reduce(std::vector<SimTime>(6, 0)),
            (std::vector<SimTime>{12 * us, 9 * us, 12 * us, 9 * us, 12 * us, 12 * us}));
  EXPECT_EQ(reduce({0, 100 * us, 0, 0, 0, 0}),
            (std::vector<SimTime>{106 * us, 103 * us, 109 * us, 106 * us, 106 * us, 109 * us}));
  EXPECT_EQ(reduce({0, 0, 100 * us, 0, 0, 0}),
            (std::vector<SimTime>{112 * us, 109 * us, 109 * us, 106 * us, 112 * us, 109 * us}));
  EXPECT_EQ(reduce({100 * us, 0, 0, 0, 0, 0})[0], 109 * us);
}

// 13 in the rounds of 8: 5 hops from 6 to 8, which both have pairs, but 4 from 0 at most. What the
// others need of 0 was measured by itself: 15 us, of which 9 are its own, by two hops.
TEST_F(CallsInRounds, of_the_first_one_a_reduction_takes_fewer_hops) {
  std::vector<SimTime> come(13, 0);
  come[0] = 100 * us;
  std::vector<SimTime> ends;
  for (const int hops : {2, 1, 3, 2, 3, 2, 4, 3, 3, 2, 3, 3, 4}) {
    ends.push_back((103 + 3 * hops) * us);
  }
  EXPECT_EQ(leave(come, true, Call::MPI_Allreduce, 8), ends);
}

// Two hops are the most of three: nothing says how long one takes, but that two take 12 us.
TEST_F(CallsInRounds, three_reduce_in_what_the_first_one_takes) {
  EXPECT_EQ(leave({0, 0, 100 * us}, false, Call::MPI_Allreduce, 8),
            std::vector<SimTime>(3, 112 * us));
}

}  // namespace
}  // namespace revprof
