// SPDX-License-Identifier: BSD-3-Clause
// What is computed between calls and in named regions, booked by hand.
#include <gtest/gtest.h>

#include <thread>

#include "revprof/run/computation/regions.hpp"
#include "revprof/run/computation/segments.hpp"

namespace revprof {
namespace {

constexpr char code[100] = {};
const CallPlace send = {Call::MPI_Send, &code[10]};
const CallPlace receive = {Call::MPI_Recv, &code[20]};
const CallPlace edge = {Call::MPI_Pcontrol, nullptr};

// Each test in a thread of its own: what is under way is a thread's.
template <class Test>
void alone(Test test) {
  std::thread(test).join();
}

TEST(Segments, lie_between_the_places_of_two_calls) {
  alone([] {
    Segments segments;
    segments.add(5, 50);
    segments.end_at(send);
    for (int i = 0; i < 3; ++i) {
      segments.add(2, 20);
      segments.add(1, 10);
      segments.end_at(receive);
      segments.end_at(send);  // nothing has been computed
    }
    ASSERT_EQ(segments.list().size(), 2U);
    EXPECT_EQ(segments.list()[0].visits, 1);
    EXPECT_EQ(segments.list()[0].from.address, nullptr);
    const Segment& between = segments.list()[1];
    EXPECT_TRUE(between.from == send && between.to == receive);
    EXPECT_EQ(between.visits, 3);
    EXPECT_EQ(between.work, 9);
    EXPECT_EQ(between.time, 90);
  });
}

TEST(Segments, inside_a_region_are_the_region_s) {
  alone([] {
    Segments segments;
    Regions regions;
    segments.end_at(edge);
    regions.begin("solve", 0);
    for (const CallPlace& place : {send, receive, edge}) {
      segments.add(1, 10);
      segments.end_at(place);
    }
    regions.end(30);
    segments.add(1, 10);
    segments.end_at(send);
    ASSERT_EQ(segments.list().size(), 2U);
    EXPECT_EQ(segments.list()[0].region, 0);
    EXPECT_EQ(segments.list()[0].visits, 3);
    EXPECT_EQ(segments.list()[1].region, Regions::none);
  });
}

TEST(Segments, of_threads_are_apart) {
  Segments segments;
  alone([&] {
    segments.end_at(send);
    segments.add(1, 10);
    std::thread([&] { segments.end_at(receive); }).join();
    segments.end_at(receive);
  });
  ASSERT_EQ(segments.list().size(), 1U);
  EXPECT_TRUE(segments.list()[0].from == send);
}

TEST(Regions, are_inclusive_and_exclusive) {
  alone([] {
    Regions regions;
    regions.begin("outer", 0);
    regions.begin("inner", 10);
    regions.end(30);
    regions.begin("inner", 40);
    regions.end(45);
    regions.end(100);
    regions.end(200);  // none is under way
    ASSERT_EQ(regions.list().size(), 2U);
    EXPECT_EQ(regions.list()[0].name, "outer");
    EXPECT_EQ(regions.list()[0].inclusive, 100);
    EXPECT_EQ(regions.list()[0].exclusive, 75);
    EXPECT_EQ(regions.list()[1].visits, 2);
    EXPECT_EQ(regions.list()[1].inclusive, 25);
  });
}

TEST(Regions, that_run_inside_themselves_count_once) {
  alone([] {
    Regions regions;
    for (const SimTime now : {0, 10, 20}) regions.begin("deeper", now);
    EXPECT_EQ(Regions::innermost(), 0);
    regions.end(30);
    regions.end_all(60);
    EXPECT_EQ(Regions::innermost(), Regions::none);
    EXPECT_EQ(regions.list()[0].visits, 3);
    EXPECT_EQ(regions.list()[0].inclusive, 60);
    EXPECT_EQ(regions.list()[0].exclusive, 60);
  });
}

}  // namespace
}  // namespace revprof
