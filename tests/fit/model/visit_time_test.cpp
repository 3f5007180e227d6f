// SPDX-License-Identifier: BSD-3-Clause
// A visit by another number of processes than its profile was made with: times by hand.
#include "fit/model/visit_time.hpp"

#include <gtest/gtest.h>

#include "fit/model/computation.hpp"

namespace revprof {

namespace {

constexpr double exactly = 1e-9;

// t = k w, measured with so many processes.
Regime in_proportion(double k, std::int64_t min_work, std::int64_t max_work, int q) {
  Regime regime;
  regime.min_bytes = min_work;
  regime.max_bytes = max_work;
  regime.min_processes = regime.max_processes = q;
  regime.form = {Startup::none, Data::d};
  regime.k = k;
  return regime;
}

DistanceClass segment(std::vector<Regime> regimes) {
  DistanceClass all;
  all.regimes = std::move(regimes);
  return all;
}

// A byte takes 1 s in the last cache, whoever is there, and 3 s for each process in main memory.
// Up to 32 bytes lie in the cache, from 128 on in main memory.
Computation node() {
  Computation node;
  node.cache_bytes = {{"L2", 8}, {"L3", 64}};
  Regime inside = in_proportion(1, 10, 1000, 1), outside = in_proportion(3, 10, 1000, 1);
  inside.max_processes = outside.max_processes = 8;
  outside.form.data = Data::p_d;
  node.times["memory.L3.read"] = segment({inside});
  node.times["memory.main.read"] = segment({outside});
  return node;
}

const std::vector<TouchedMemory> touched = {{10, 16}, {100, 160}, {1000, 1600}};

Estimate with(const DistanceClass& equations, int q, std::int64_t work) {
  const Computation machine = node();
  return visit_time({&equations, &touched}, q, work, &machine);
}

void expect(const Estimate& found, double low, double mean, double high) {
  EXPECT_NEAR(found.low, low, exactly);
  EXPECT_NEAR(found.mean, mean, exactly);
  EXPECT_NEAR(found.equation, mean, exactly);
  EXPECT_NEAR(found.high, high, exactly);
  EXPECT_TRUE(found.extrapolated);
}

}  // namespace

TEST(SecondsOfByte, go_from_the_last_cache_to_main_memory_with_its_logarithm) {
  EXPECT_DOUBLE_EQ(seconds_of_byte(node(), 2, 20).value(), 1);
  EXPECT_DOUBLE_EQ(seconds_of_byte(node(), 2, 32).value(), 1);
  EXPECT_DOUBLE_EQ(seconds_of_byte(node(), 2, 64).value(), 3.5);  // (1 + 2 * 3) / 2
  EXPECT_DOUBLE_EQ(seconds_of_byte(node(), 2, 128).value(), 6);
  EXPECT_DOUBLE_EQ(seconds_of_byte(node(), 1, 1000).value(), 3);
  EXPECT_FALSE(leaves_last_cache(node(), 32));
  EXPECT_TRUE(leaves_last_cache(node(), 33));
  Computation without = node();
  without.times.erase("memory.main.read");
  EXPECT_FALSE(seconds_of_byte(without, 1, 1000));
  without.cache_bytes.clear();
  EXPECT_FALSE(seconds_of_byte(without, 1, 1000));
  EXPECT_FALSE(leaves_last_cache(without, 1000));
}

TEST(TouchedBytes, are_a_power_of_the_work_between_two_sizes_and_beyond) {
  const std::vector<TouchedMemory> square = {{10, 100}, {20, 400}, {40, 800}};
  EXPECT_NEAR(touched_bytes(square, 15), 225, exactly);
  EXPECT_NEAR(touched_bytes(square, 5), 25, exactly);
  EXPECT_NEAR(touched_bytes(square, 30), 600, exactly);
  EXPECT_NEAR(touched_bytes(square, 80), 1600, exactly);
  EXPECT_NEAR(touched_bytes({{10, 100}}, 80), 100, exactly);
}

// 2 * 16 bytes stay in the cache.
TEST(VisitTime, of_memory_that_stays_in_the_cache_is_as_it_was) {
  const Estimate found = with(segment({in_proportion(2, 10, 1000, 1)}), 2, 10);
  expect(found, 20, 20, 20);
}

TEST(VisitTime, of_main_memory_takes_as_much_longer_as_its_bytes) {
  // 640 bytes at 3 s are more than the 800 s of a visit: all of it is memory's.
  expect(with(segment({in_proportion(2, 10, 1000, 1)}), 2, 400), 800, 1600, 1600);
  // They take 1920 s of 3200, and 3840.
  expect(with(segment({in_proportion(8, 10, 1000, 1)}), 2, 400), 3200, 3840, 6400);
  // ... of 6400, which is longer.
  expect(with(segment({in_proportion(16, 10, 1000, 1)}), 2, 400), 6400, 6400, 12800);
  // The other way 6 s a byte become 3, which helps a visit that has waited for nothing else.
  expect(with(segment({in_proportion(2, 10, 1000, 2)}), 1, 400), 400, 400, 800);
  expect(with(segment({in_proportion(16, 10, 1000, 2)}), 1, 400), 3200, 6400, 6400);
}

// 20 of work touch 32 bytes, by two processes 64: as much as 40 of work by one, which take 160 s,
// so that 20 take 80. Their bytes take 64, by 2 s a byte, which become 3.5.
TEST(VisitTime, that_fills_the_cache_is_that_of_a_larger_segment_of_fewer_processes) {
  const DistanceClass slower =
      segment({in_proportion(1, 10, 20, 1), in_proportion(4, 21, 1000, 1)});
  expect(with(slower, 2, 20), 80, 112, 140);
}

// No larger segment was measured: all is left to the node.
TEST(VisitTime, beyond_the_measured_sizes_is_by_the_node_alone) {
  expect(with(segment({in_proportion(2, 10, 1000, 1)}), 2, 1000), 2000, 4000, 4000);
}

TEST(VisitTime, is_by_the_equations_where_they_or_nobody_knows_better) {
  const Computation machine = node();
  DistanceClass both = segment({in_proportion(2, 10, 1000, 1), in_proportion(5, 10, 1000, 2)});
  EXPECT_DOUBLE_EQ(visit_time({&both, &touched}, 2, 400, &machine).mean, 2000);
  const DistanceClass one = segment({in_proportion(2, 10, 1000, 1)});
  EXPECT_DOUBLE_EQ(visit_time({&one, &touched}, 1, 400, &machine).mean, 800);
  EXPECT_FALSE(visit_time({&one, &touched}, 1, 400, &machine).extrapolated);
  EXPECT_DOUBLE_EQ(visit_time({&one, nullptr}, 2, 400, &machine).mean, 800);
  EXPECT_DOUBLE_EQ(visit_time({&one, &touched}, 2, 400, nullptr).mean, 800);
}

}  // namespace revprof
