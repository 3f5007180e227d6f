// SPDX-License-Identifier: BSD-3-Clause
// Rooted collectives that follow each other with the same root.
#include "round_model.hpp"

namespace revprof {
namespace {

// MPI_Bcast takes 8 us, 2 of its root, 3 of who comes late, and in a row one follows the other by
// 5; MPI_Scatter 9, and 6. MPI_Reduce takes 20 us, 3 of a leaf, 4 of a late root, in a row 7.
class Rows : public testing::Test {
 protected:
  static Lane lane_with_rows(bool measured) {
    auto model = std::make_shared<Model>(*round_model());
    const std::pair<const char*, double> times[] = {{"MPI_Bcast.late", 3},   {"MPI_Bcast.early", 2},
                                                    {"MPI_Scatter", 9},      {"MPI_Reduce", 20},
                                                    {"MPI_Reduce.early", 3}, {"MPI_Reduce.late", 4},
                                                    {"MPI_Scatter.early", 2}};
    for (const auto& [call, time] : times) model->calls[call] = {class_of(0, time, 0)};
    if (measured) {
      model->calls["MPI_Bcast.next"] = {class_of(0, 5, 0)};
      model->calls["MPI_Scatter.next"] = {class_of(0, 6, 0)};
      model->calls["MPI_Reduce.next"] = {class_of(0, 7, 0)};
    }
    Lane found = lane("mean");
    found.model = model;
    return found;
  }

  explicit Rows(bool measured = true) : process_(process(1, {lane_with_rows(measured)})) {}

  // When this process is through with it, who hears of others that came at `others`.
  SimTime call(Call call, SimTime others, int root = 0, Member member = Member::other) {
    process_.begin_call(call);
    process_.collective({call, 4, 8, {0, 3, 0}}, &others, member, nullptr, root);
    process_.end_call(8, root, 0);
    expect_sums(process_);
    return process_.now()[0];
  }

  Engine process_;
};

TEST_F(Rows, one_follows_the_other_however_soon_the_root_has_begun) {
  EXPECT_EQ(call(Call::MPI_Bcast, 0), 8 * us);
  EXPECT_EQ(call(Call::MPI_Bcast, 2 * us), 13 * us);
  EXPECT_EQ(call(Call::MPI_Bcast, 4 * us), 18 * us);
}

TEST_F(Rows, what_takes_longer_between_them_leaves_nothing_to_wait_for) {
  call(Call::MPI_Bcast, 0);
  process_.compute(1);
  EXPECT_EQ(call(Call::MPI_Bcast, 3 * us), 13 * us);
  process_.compute(10);  // 23 us, and 3 for who comes late
  EXPECT_EQ(call(Call::MPI_Bcast, 13 * us), 26 * us);
}

TEST_F(Rows, other_calls_of_the_same_root_use_the_same_links) {
  call(Call::MPI_Bcast, 0);
  EXPECT_EQ(call(Call::MPI_Scatter, 2 * us), 17 * us);  // 8 and 9 of its own: there is no `late`
  EXPECT_EQ(call(Call::MPI_Bcast, 4 * us), 22 * us);
}

TEST_F(Rows, another_root_or_another_collective_begins_anew) {
  call(Call::MPI_Bcast, 0);
  EXPECT_EQ(call(Call::MPI_Bcast, 2 * us, 2), 11 * us);
  EXPECT_EQ(call(Call::MPI_Allreduce, 2 * us, -1), 25 * us);
  EXPECT_EQ(call(Call::MPI_Bcast, 2 * us, 2), 28 * us);
}

TEST_F(Rows, of_all_to_one_the_root_is_the_one_who_waits) {
  EXPECT_EQ(call(Call::MPI_Reduce, 0, 1, Member::first), 20 * us);
  EXPECT_EQ(call(Call::MPI_Reduce, 3 * us, 1, Member::first), 27 * us);
}

TEST_F(Rows, who_waits_for_nobody_goes_on) {
  EXPECT_EQ(call(Call::MPI_Bcast, 0, 1, Member::first), 2 * us);
  EXPECT_EQ(call(Call::MPI_Bcast, 2 * us, 1, Member::first), 4 * us);
  EXPECT_EQ(call(Call::MPI_Reduce, 0), 7 * us);
  EXPECT_EQ(call(Call::MPI_Reduce, 0), 10 * us);
}

class UnknownRows : public Rows {
 protected:
  UnknownRows() : Rows(false) {}
};

TEST_F(UnknownRows, are_single_ones) {
  EXPECT_EQ(call(Call::MPI_Bcast, 0), 8 * us);
  EXPECT_EQ(call(Call::MPI_Bcast, 2 * us), 11 * us);
}

}  // namespace
}  // namespace revprof
