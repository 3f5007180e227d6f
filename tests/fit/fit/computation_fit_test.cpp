// SPDX-License-Identifier: BSD-3-Clause
// Fits of computation, by processes and work.
#include <gtest/gtest.h>

#include <cmath>

#include "fits.hpp"

namespace revprof {

namespace {

const DistanceClass& computation(const FitResult& result, const std::string& name) {
  return result.model.computation.value().times.at(name);
}

// Of a node whose memory two processes have enough of to do: 0.2 ns a byte for one, shared by all.
Measurements node_of_eight() {
  Measurements measurements;
  measurements.header = {
      {"machine", "node"}, {"caches", "L1 32768 L2 1048576"}, {"simd_bytes", "32"}};
  const std::vector<int> counts = {1, 2, 3, 4, 6, 8};
  const auto add = [](int, double w) { return 40e-9 + 0.5e-9 * w; };
  samples::add(measurements, "operation.float_add.chain", add, counts, {4096, 16384, 65536});
  const auto read = [](int q, double w) { return 40e-9 + 0.2e-9 * q * w; };
  samples::add(measurements, "memory.main.read", read, counts, {196608, 786432, 3145728});
  return measurements;
}

}  // namespace

TEST(Fit, computation_by_q_and_w) {
  const FitResult result = fit_model(node_of_eight());
  EXPECT_TRUE(result.model.calls.empty());
  EXPECT_EQ(result.model.computation->cache_bytes,
            (std::map<std::string, std::int64_t>{{"L1", 32768}, {"L2", 1048576}}));
  EXPECT_EQ(result.model.computation->simd_bytes, 32);
  const DistanceClass& add = computation(result, "operation.float_add.chain");
  ASSERT_EQ(add.regimes.size(), 1u);
  EXPECT_TRUE(add.regimes[0].form.data == Data::d);
  EXPECT_NEAR(add.regimes[0].k, 0.5e-9, 1e-15);
  EXPECT_NEAR(add.regimes[0].c, 40e-9, 1e-13);
  // One process is no exception, as it is for a collective.
  EXPECT_EQ(add.regimes[0].min_processes, 1);
  EXPECT_EQ(add.cells->processes.front(), 1);
  const DistanceClass& read = computation(result, "memory.main.read");
  ASSERT_EQ(read.regimes.size(), 1u);
  EXPECT_TRUE(read.regimes[0].form.data == Data::p_d);
  EXPECT_NEAR(read.regimes[0].k, 0.2e-9, 1e-15);
  EXPECT_NEAR(estimate(read, 5, 1 << 20).mean, 40e-9 + 0.2e-9 * 5 * (1 << 20), 1e-9);
}

TEST(Fit, computation_of_one_process) {
  Measurements measurements;
  samples::add(measurements, "operation.call.chain", [](int, double w) { return 1e-9 * w; }, {1},
               {4096, 16384, 65536});
  const FitResult result = fit_model(measurements);
  const Regime& regime = computation(result, "operation.call.chain").regimes.at(0);
  EXPECT_TRUE(regime.form.startup == Startup::none);
  EXPECT_NEAR(regime.k, 1e-9, 1e-14);
  EXPECT_TRUE(result.model.computation->cache_bytes.empty());
}

TEST(Fit, caches_that_are_none) {
  for (const char* text : {"L1", "L1 x", "L1 0", "main 5", "M1 4"}) {
    Measurements measurements = node_of_eight();
    measurements.header[1].second = text;
    try {
      fit_model(measurements);
      ADD_FAILURE() << text;
    } catch (const FitError& error) {
      EXPECT_NE(std::string(error.what()).find("\"caches\": expected levels"), std::string::npos);
    }
  }
}

}  // namespace revprof
