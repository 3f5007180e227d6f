// SPDX-License-Identifier: BSD-3-Clause
// Times, speeds and factors of computation, by hand.
#include "fit/model/computation.hpp"

#include <gtest/gtest.h>

namespace revprof {

namespace {

// t = c + k * w, or with q in it, for 1 to 8 processes and up to 1000 of w; a band of a factor
// of 2.
DistanceClass equations(double c, double k, Data data = Data::d) {
  Regime regime;
  regime.min_bytes = 10;
  regime.max_bytes = 1000;
  regime.min_processes = 1;
  regime.max_processes = 8;
  regime.form = {Startup::none, data};
  regime.c = c;
  regime.k = k;
  regime.band_factor = 2;
  DistanceClass all;
  all.regimes = {regime};
  return all;
}

Computation host() {
  Computation node;
  node.times["operation.float_add.chain"] = equations(100, 1);
  node.times["operation.float_add.throughput"] = equations(0, 0.5);
  node.times["operation.integer_add.chain"] = equations(0, 2);
  node.times["memory.L1.latency"] = equations(0, 4);
  node.times["memory.main.read"] = equations(0, 0.25, Data::p_d);
  return node;
}

}  // namespace

TEST(Computation, one_operation_of_many) {
  // (100 + 1000) / 1000, and half and double of it.
  const Bounds add = operation_seconds(host(), "float_add", "chain", 1).value();
  EXPECT_DOUBLE_EQ(add.mean, 1.1);
  EXPECT_FALSE(add.extrapolated);
  EXPECT_DOUBLE_EQ(operation_seconds(host(), "float_add", "throughput", 8)->mean, 0.5);
  EXPECT_FALSE(operation_seconds(host(), "float_sqrt", "chain", 1));
  EXPECT_FALSE(operation_seconds(host(), "integer_add", "throughput", 1));
  EXPECT_TRUE(operation_seconds(host(), "float_add", "chain", 16)->extrapolated);
}

TEST(Computation, one_load_and_bytes_a_second) {
  EXPECT_DOUBLE_EQ(load_seconds(host(), "L1", 2)->mean, 4);
  EXPECT_FALSE(load_seconds(host(), "L2", 2));
  // 0.25 q seconds a byte.
  const Bounds read = bandwidth(host(), "main", "read", 2).value();
  EXPECT_DOUBLE_EQ(read.mean, 2);
  EXPECT_LE(read.low, read.mean);
  EXPECT_GE(read.high, read.mean);
  EXPECT_DOUBLE_EQ(bandwidth(host(), "main", "read", 8)->mean, 0.5);
  EXPECT_FALSE(bandwidth(host(), "main", "triad", 2));
}

TEST(Computation, bands_of_one_are_those_of_many) {
  Computation node = host();
  // Outside the measured q by one doubling: a factor of 2, once.
  const Bounds read = bandwidth(node, "main", "read", 16).value();
  EXPECT_TRUE(read.extrapolated);
  EXPECT_DOUBLE_EQ(read.mean, 0.25);
  EXPECT_DOUBLE_EQ(read.low * read.high, read.mean * read.mean);
  EXPECT_LE(read.low, 0.125);
  EXPECT_GE(read.high, 0.5);
}

TEST(Computation, all_of_a_row) {
  Computation node = host();
  node.times["threads.region.fork_join"] = equations(3, 2);
  const Bounds four = seconds_of_all(node, "threads.region.fork_join", 1, 4).value();
  const Bounds eight = seconds_of_all(node, "threads.region.fork_join", 1, 8).value();
  EXPECT_GT(four.mean, 0);
  EXPECT_NEAR(seconds_of_all(node, "threads.region.fork_join", 1, 12)->mean - eight.mean,
              eight.mean - four.mean, 1e-12);
  EXPECT_FALSE(seconds_of_all(node, "threads.thread.fork_join", 1, 4));
}

TEST(Computation, a_hosts_time_on_the_target) {
  Computation here = host();
  Computation there = here;
  here.times["threads.region.fork_join"] = equations(0, 1);
  there.times["operation.float_add.throughput"] = equations(0, 0.25);  // 1/2
  there.times["operation.integer_add.chain"] = equations(0, 4);        // 2
  there.times["memory.L1.latency"] = equations(0, 16);                 // 4
  there.times.erase("memory.main.read");
  there.times["memory.L2.read"] = equations(0, 7);  // the host has none
  // What no time between two calls consists of.
  there.times["threads.region.fork_join"] = equations(0, 1000);
  // Of 1, 1/2, 2 and 4: the geometric mean is the fourth root of 4.
  const HostFactor all = host_factor({here, 1}, {there, 1}).value();
  EXPECT_EQ(all.rows, 4);
  EXPECT_DOUBLE_EQ(all.low, 0.5);
  EXPECT_DOUBLE_EQ(all.high, 4);
  EXPECT_NEAR(all.mean, 1.4142135623730951, 1e-12);
  const HostFactor adds = host_factor({here, 1}, {there, 1}, {"operation.float_"}).value();
  EXPECT_EQ(adds.rows, 2);
  EXPECT_DOUBLE_EQ(adds.low, 0.5);
  EXPECT_DOUBLE_EQ(adds.high, 1);
  EXPECT_NEAR(adds.mean, 0.7071067811865476, 1e-12);
  EXPECT_FALSE(host_factor({here, 1}, {there, 1}, {"memory.main."}));
}

TEST(Computation, more_processes_on_the_target) {
  const Computation node = host();
  const HostFactor memory = host_factor({node, 1}, {node, 4}, {"memory.main."}).value();
  EXPECT_DOUBLE_EQ(memory.mean, 4);
  EXPECT_DOUBLE_EQ(memory.low, memory.high);
  EXPECT_DOUBLE_EQ(host_factor({node, 1}, {node, 4}, {"operation."})->mean, 1);
}

}  // namespace revprof
