// SPDX-License-Identifier: BSD-3-Clause
// The fit of 1996, to compare with: one break, at 32 bytes.
#include <gtest/gtest.h>

#include "fits.hpp"

namespace revprof {

namespace {

FitOptions howell() {
  FitOptions options;
  options.method = FitOptions::Method::howell;
  return options;
}

}  // namespace

TEST(Fit, howell_breaks_at_32_bytes) {
  const samples::Time time = samples::equation({Startup::log_p, Data::p_d}, 5e-6, 10e-6, 4e-9);
  const FitResult result = fit_model(samples::of("MPI_Bcast", time), howell());
  const DistanceClass& equations = only_class(result);
  ASSERT_EQ(equations.regimes.size(), 2U);
  EXPECT_EQ(equations.regimes[0].max_bytes, 32);
  EXPECT_EQ(equations.regimes[1].min_bytes, 33);
  EXPECT_FALSE(equations.cells);
  for (const Regime& regime : equations.regimes) {
    EXPECT_TRUE((regime.form == Form{Startup::log_p, Data::p_d}));
    EXPECT_NEAR(regime.c, 5e-6, 1e-11);
    EXPECT_NEAR(regime.s, 10e-6, 1e-11);
    EXPECT_NEAR(regime.k, 4e-9, 1e-15);
  }
}

TEST(Fit, howell_is_worse_on_what_machines_do) {
  // A protocol change at 4096 bytes and noise in proportion.
  const samples::Time kinked = [](int p, double d) {
    return d <= 4096 ? 1e-6 * (1 + p) + 2e-10 * p * d : 30e-6 + 1e-6 * p + 1e-10 * d;
  };
  const Measurements measurements = samples::of("MPI_Bcast", samples::noisy(kinked, 0.05, 9));
  const auto worst_median = [](const DistanceClass& equations) {
    double worst = 0;
    for (const Regime& regime : equations.regimes) {
      worst = std::max(worst, regime.quality->median_error);
    }
    return worst;
  };
  const double ours = worst_median(only_class(fit_model(measurements)));
  const double literal = worst_median(only_class(fit_model(measurements, howell())));
  EXPECT_LT(ours, 0.05);
  EXPECT_GT(literal, 3 * ours);
}

}  // namespace revprof
