// SPDX-License-Identifier: BSD-3-Clause
// Which update of a word made true what its owner waits for, on two lanes.
#include "revprof/run/memory/received.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "revprof/calls/mpi_calls.hpp"

namespace revprof {
namespace {

constexpr std::uint64_t key = 64;
constexpr std::int64_t word = 8;

struct Receiver : testing::Test {
  Engine engine;
  Received received;

  Receiver() : engine({lane("mean"), lane("other")}, 0, 4, 10'000, nullptr, mpi_calls()) {}

  static Lane lane(const char* name) {
    return {name, std::make_shared<const Model>(), LaneEstimate::mean, 1e-6, {}};
  }
  static Update update(int sender, Change operation, std::uint64_t operand, SimTime first,
                       SimTime second) {
    Update told;
    told.key = key;
    told.bytes = word;
    told.operation = operation;
    told.operand = operand;
    told.sender = sender;
    told.flight.sent = {first - 5, second - 5};
    told.flight.arrival = {first, second};
    return told;
  }
  void set(int sender, std::uint64_t value, SimTime first, SimTime second) {
    received.take(update(sender, Change::set, value, first, second));
  }
  void add(int sender, std::uint64_t old, std::uint64_t value, SimTime at) {
    Update told = update(sender, Change::add, value, at, at);
    told.is_atomic = true;
    told.old = old;
    received.take(std::move(told));
  }
  // The arrival on a lane; -1: nobody knows, or it held before.
  std::vector<SimTime> wait_for(std::uint64_t least, std::uint64_t at = key,
                                std::int64_t bytes = word) {
    const auto flight =
        received.decide(at, bytes, engine, [=](std::uint64_t found) { return found >= least; });
    if (!flight) return {-1, -1};
    return {flight->arrival[0], flight->arrival[1]};
  }
};
using Times = std::vector<SimTime>;

TEST_F(Receiver, sees_the_first_arrival_of_each_lane) {
  set(1, 7, 30, 10);
  set(2, 8, 20, 40);
  EXPECT_EQ(wait_for(7), (Times{20, 10}));
  EXPECT_TRUE(received.knows_of(key, word));
  set(1, 9, 50, 50);
  EXPECT_EQ(wait_for(9), (Times{50, 50}));
  EXPECT_FALSE(received.knows_of(key, word));
}

TEST_F(Receiver, takes_the_lowest_sender_first_whoever_was_heard_first) {
  for (const bool turned : {false, true}) {
    for (const int sender : {1 + turned, 2 - turned}) {
      set(sender, static_cast<std::uint64_t>(sender), 20, 20);
    }
    EXPECT_EQ(wait_for(1), (Times{20, 20}));
    EXPECT_TRUE(received.knows_of(key, word));  // the second one's
    EXPECT_EQ(wait_for(2), (Times{20, 20}));
    EXPECT_FALSE(received.knows_of(key, word));
    received.forget(key);
  }
}

TEST_F(Receiver, adds_up_in_the_order_of_arrival_what_was_made_in_another) {
  add(1, 100, 1, 30);
  add(2, 101, 2, 20);
  add(3, 103, 4, 10);
  EXPECT_EQ(wait_for(104), (Times{10, 10}));  // 100 + 4
  EXPECT_EQ(wait_for(107), (Times{30, 30}));
  EXPECT_EQ(wait_for(107), (Times{-1, -1}));
}

TEST_F(Receiver, sees_a_part_of_what_a_wider_put_has_set) {
  set(1, 5, 10, 10);
  set(1, std::uint64_t{9} << 32, 20, 20);
  EXPECT_EQ(wait_for(9, key + 4, 4), (Times{20, 20}));
}

TEST_F(Receiver, knows_no_time_of_what_the_program_has_written_itself) {
  set(1, 3, 10, 10);
  EXPECT_EQ(wait_for(3), (Times{10, 10}));
  received.look(key, word, 6);
  EXPECT_EQ(wait_for(5), (Times{-1, -1}));
  set(1, 8, 20, 20);
  received.look(key, word, 8);  // that put
  EXPECT_EQ(wait_for(8), (Times{20, 20}));
}

// On the host it came after the wait had ended, on the clocks before.
TEST_F(Receiver, notes_what_comes_before_the_end_of_a_wait) {
  set(1, 7, 30, 30);
  EXPECT_EQ(wait_for(7), (Times{30, 30}));
  set(1, 8, 40, 20);
  EXPECT_EQ(received.late(), 0);
  set(2, 9, 20, 40);
  EXPECT_EQ(received.late(), 1);
  received.forget(key);
  set(2, 9, 25, 25);
  EXPECT_EQ(received.late(), 1);
}

// Two that were told of at once, or one after the other: each wait goes on from the one that made
// it true.
TEST_F(Receiver, knows_the_ends_of_blocks) {
  for (const bool at_once : {true, false}) {
    const auto block = [&](std::uint64_t value, SimTime at) {
      Update told = update(1, Change::ends, value, at, 2 * at);
      told.bytes = 10 * word;
      told.old = 100 * value;
      received.take(std::move(told));
    };
    constexpr std::uint64_t last = key + 9 * word;
    received.look(last, word, 0);
    block(1, 20);
    if (!at_once) {
      EXPECT_EQ(wait_for(1, last), (Times{20, 40}));
    }
    block(2, 30);
    if (at_once) {
      EXPECT_EQ(wait_for(1, last), (Times{20, 40}));
    }
    EXPECT_EQ(wait_for(2, last), (Times{30, 60}));
    EXPECT_FALSE(received.knows_of(last, word));
    EXPECT_EQ(wait_for(200), (Times{30, 60}));
    EXPECT_EQ(received.late(), 0);
    block(3, 40);
    EXPECT_EQ(wait_for(3, last, 4), (Times{40, 80}));
    received = Received();
  }
}

// In between nobody knows; that it was the last one is said where there were others.
TEST_F(Receiver, doubts_which_of_several_blocks_it_was) {
  const auto block = [&](SimTime at) {
    Update told = update(1, Change::block, 0, at, at);
    told.bytes = 10 * word;
    received.take(std::move(told));
  };
  constexpr std::uint64_t inside = key + 4 * word;
  block(20);
  EXPECT_EQ(wait_for(1, inside), (Times{20, 20}));
  EXPECT_EQ(received.late(), 0);
  block(30);
  EXPECT_EQ(wait_for(2, inside), (Times{30, 30}));
  EXPECT_EQ(received.late(), 0);
  block(40);
  block(50);
  EXPECT_EQ(wait_for(3, inside), (Times{50, 50}));
  EXPECT_EQ(received.late(), 1);
  block(45);
  EXPECT_EQ(received.late(), 2);
}

TEST_F(Receiver, forgets_what_a_barrier_has_ended) {
  set(1, 3, 10, 10);
  received.pass_barrier(1);
  EXPECT_FALSE(received.knows_of(key, word));
  EXPECT_EQ(wait_for(3), (Times{-1, -1}));
}

// Each wait looks at the few updates that it sees, not at all that are pending.
TEST_F(Receiver, waits_behind_ten_thousands_of_updates) {
  constexpr std::uint64_t updates = 40'000;
  for (std::uint64_t first : {1u, 2u}) {
    for (std::uint64_t value = first; value <= updates; value += 2) {
      const auto time = static_cast<SimTime>(10 * value);
      set(static_cast<int>(first), value, time, 2 * time);
    }
  }
  for (std::uint64_t value = 2; value <= updates; value += 2) {
    const auto time = static_cast<SimTime>(10 * value);
    received.look(key, word, updates);
    ASSERT_EQ(wait_for(value), (Times{time, 2 * time}));
  }
  EXPECT_FALSE(received.knows_of(key, word));
}

}  // namespace
}  // namespace revprof
