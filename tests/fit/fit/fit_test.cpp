// SPDX-License-Identifier: BSD-3-Clause
// Fits of made-up machines: the forms, coefficients and regimes they were made from come back.
#include <gtest/gtest.h>

#include <cmath>

#include "fit/model/estimate.hpp"
#include "fit/model/model_json.hpp"
#include "fits.hpp"

namespace revprof {

TEST(Fit, recovers_each_of_the_twelve_forms_exactly) {
  for (const Form& form : all_forms()) {
    const FitResult result = fit_model(samples::of("MPI_Bcast", balanced(form)));
    const DistanceClass& equations = only_class(result);
    ASSERT_EQ(equations.regimes.size(), 1U) << name(form.startup) << ' ' << name(form.data);
    const Regime& regime = equations.regimes[0];
    EXPECT_TRUE(regime.form == form) << name(form.startup) << ' ' << name(form.data);
    EXPECT_NEAR(regime.c, 5e-6, 5e-14);
    EXPECT_NEAR(regime.s * startup_term(form.startup, 64), 60e-6, 60e-14);
    EXPECT_NEAR(regime.k * data_term(form.data, 64, 1 << 20), 4e-3, 4e-11);
    EXPECT_EQ(regime.min_bytes, 1);
    EXPECT_EQ(regime.max_bytes, 1 << 20);
    EXPECT_EQ(regime.min_processes, 2);
    EXPECT_EQ(regime.max_processes, 64);
    EXPECT_LT(regime.quality->max_error, 1e-8);
    EXPECT_LT(*regime.quality->left_out_error, 1e-6);
    EXPECT_LT(*regime.quality->each_left_out_error, 1e-6);
    EXPECT_TRUE(regime.runner_up);
    EXPECT_FALSE(regime.runner_up->form == form);
  }
}

TEST(Fit, coefficients_lie_within_their_errors_in_noise) {
  const double truth[] = {5e-6, 10e-6, 4e-9};
  int inside = 0, trials = 0, forms_found = 0;
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const samples::Time time =
        samples::equation({Startup::log_p, Data::d}, truth[0], truth[1], truth[2]);
    const FitResult result = fit_model(samples::of("MPI_Bcast", samples::noisy(time, 0.05, seed)));
    const DistanceClass& equations = only_class(result);
    ASSERT_EQ(equations.regimes.size(), 1U) << seed;
    const Regime& regime = equations.regimes[0];
    forms_found += regime.form == Form{Startup::log_p, Data::d};
    const double found[] = {regime.c, regime.s, regime.k};
    const double errors[] = {regime.standard_errors->c, regime.standard_errors->s,
                             regime.standard_errors->k};
    for (int i = 0; i < 3; ++i) {
      ++trials;
      inside += std::abs(found[i] - truth[i]) <= 2 * errors[i];
      EXPECT_LE(std::abs(found[i] - truth[i]), 4.5 * errors[i]) << seed << ' ' << i;
      EXPECT_LT(errors[i], 0.2 * truth[i]) << seed << ' ' << i;
    }
    EXPECT_NEAR(*regime.log_residual, 0.05, 0.016) << seed;
    EXPECT_NEAR(*regime.band_factor, std::exp(1.96 * 0.05), 0.04) << seed;
    EXPECT_GE(regime.quality->coverage, 0.93) << seed;
  }
  EXPECT_EQ(forms_found, 20);
  // Two standard errors hold 95 %; 20 fits leave room for 3 % to either side.
  EXPECT_GE(inside, trials * 85 / 100);
}

TEST(Fit, the_band_holds_unseen_points) {
  const samples::Time time = samples::equation({Startup::p, Data::p_d}, 5e-6, 1e-6, 1e-9);
  const FitResult result = fit_model(samples::of("MPI_Bcast", samples::noisy(time, 0.1, 7)));
  const samples::Time unseen = samples::noisy(time, 0.1, 8);
  int inside = 0, points = 0;
  for (const int p : samples::process_counts) {
    for (const std::int64_t d : samples::powers_of_two(1, 1 << 20)) {
      const Estimate found = estimate(only_class(result), p, d);
      const double band = *regime_at(only_class(result), p, d).band_factor;
      const double ratio = unseen(p, static_cast<double>(d)) / found.equation;
      inside += 1 / band <= ratio && ratio <= band;
      ++points;
    }
  }
  EXPECT_GE(inside, points * 90 / 100);
}

TEST(Fit, finds_the_break_in_size) {
  const samples::Time small = samples::equation({Startup::log_p, Data::d}, 2e-6, 3e-6, 1e-9);
  const samples::Time large = samples::equation({Startup::p, Data::d}, 90e-6, 1e-6, 3e-10);
  const samples::Time both = [=](int p, double d) { return d <= 4096 ? small(p, d) : large(p, d); };
  const FitResult result = fit_model(samples::of("MPI_Bcast", both));
  const DistanceClass& equations = only_class(result);
  ASSERT_EQ(equations.regimes.size(), 2U);
  EXPECT_EQ(equations.regimes[0].max_bytes, 4096);
  EXPECT_EQ(equations.regimes[1].min_bytes, 4097);
  EXPECT_NEAR(equations.regimes[0].s, 3e-6, 1e-12);
  EXPECT_NEAR(equations.regimes[1].s, 1e-6, 1e-12);
  EXPECT_NEAR(equations.regimes[1].c, 90e-6, 1e-11);
}

// 4096 and 8192 bytes were measured, and the break is between them.
TEST(Fit, the_break_in_size_is_at_the_eager_limit_if_that_is_there) {
  const samples::Time small = samples::equation({Startup::log_p, Data::d}, 2e-6, 3e-6, 1e-9);
  const samples::Time large = samples::equation({Startup::p, Data::d}, 90e-6, 1e-6, 3e-10);
  const samples::Time both = [=](int p, double d) { return d <= 6000 ? small(p, d) : large(p, d); };
  Measurements called = samples::of("MPI_Bcast", both);
  const auto last_below = [](Measurements& measured, const char* limit) {
    measured.header = {{"eager_limit_bytes", limit}};
    const FitResult result = fit_model(measured);
    const bool computes = result.model.calls.empty();
    const DistanceClass equations =
        computes ? result.model.computation->times.begin()->second : only_class(result);
    EXPECT_EQ(equations.regimes.size(), 2U);
    EXPECT_EQ(equations.regimes[1].min_bytes, equations.regimes[0].max_bytes + 1);
    return equations.regimes[0].max_bytes;
  };
  EXPECT_EQ(last_below(called, "6000"), 6000);
  EXPECT_EQ(last_below(called, "8191"), 8191);
  EXPECT_EQ(last_below(called, "8192"), 4096);
  EXPECT_EQ(last_below(called, "4095"), 4096);
  EXPECT_EQ(last_below(called, "0"), 4096);
  Measurements computed = samples::of("memory.L2.read", both);  // sends nothing
  EXPECT_EQ(last_below(computed, "6000"), 4096);
}

TEST(Fit, finds_the_break_in_processes) {
  const samples::Time near = samples::equation({Startup::log_p, Data::d}, 1e-6, 1e-6, 1e-10);
  const samples::Time far = samples::equation({Startup::log_p, Data::p_d}, 20e-6, 8e-6, 1e-10);
  const samples::Time both = [=](int p, double d) { return p <= 16 ? near(p, d) : far(p, d); };
  const FitResult result = fit_model(samples::of("MPI_Bcast", samples::noisy(both, 0.02, 3)));
  const DistanceClass& equations = only_class(result);
  ASSERT_EQ(equations.regimes.size(), 2U);
  EXPECT_EQ(equations.regimes[0].max_processes, 16);
  EXPECT_EQ(equations.regimes[1].min_processes, 17);
  EXPECT_EQ(equations.regimes[1].max_processes, 64);
  EXPECT_NEAR(equations.regimes[0].s, 1e-6, 1e-7);
  EXPECT_NEAR(equations.regimes[1].s, 8e-6, 8e-7);
}

TEST(Fit, no_slope_is_negative_and_no_time_either) {
  // Times that fall with p and with d: the best slopes without rules would be negative.
  const samples::Time falling = [](int p, double d) { return 1e-4 / p / (1 + d / 1e6); };
  const FitResult result = fit_model(samples::of("MPI_Bcast", falling));
  const DistanceClass& equations = only_class(result);
  for (const Regime& regime : equations.regimes) {
    EXPECT_GE(regime.s, 0);
    EXPECT_GE(regime.k, 0);
    EXPECT_GT(equation(regime, regime.min_processes, static_cast<double>(regime.min_bytes)), 0);
    EXPECT_EQ(regime.s == 0, regime.standard_errors->s == 0);
    EXPECT_EQ(regime.k == 0, regime.standard_errors->k == 0);
  }
}

TEST(Fit, c_may_be_negative_where_the_time_is_not) {
  const samples::Time time = samples::equation({Startup::p, Data::d}, -3e-6, 4e-6, 1e-9);
  const FitResult result = fit_model(samples::of("MPI_Bcast", time));
  ASSERT_EQ(only_class(result).regimes.size(), 1U);
  EXPECT_NEAR(only_class(result).regimes[0].c, -3e-6, 1e-12);
}

TEST(Fit, one_outlier_hardly_matters) {
  Measurements measurements =
      samples::of("MPI_Bcast", samples::equation({Startup::log_p, Data::d}, 5e-6, 10e-6, 4e-9));
  Measurement& wild = measurements.cells.at(100);
  wild.minimum = wild.lower_quartile = wild.median = wild.upper_quartile = wild.maximum =
      10 * wild.median;
  const FitResult result = fit_model(measurements);
  ASSERT_EQ(only_class(result).regimes.size(), 1U);
  EXPECT_NEAR(only_class(result).regimes[0].s, 10e-6, 1e-7);
  EXPECT_NEAR(only_class(result).regimes[0].k, 4e-9, 4e-11);
}

TEST(Fit, cells_bring_the_estimate_back_to_what_was_measured) {
  const Measurements measurements = samples::of(
      "MPI_Bcast",
      samples::noisy(samples::equation({Startup::p, Data::d}, 5e-6, 1e-6, 1e-9), 0.2, 5));
  const FitResult result = fit_model(measurements);
  for (const Measurement& cell : measurements.cells) {
    const Estimate found = estimate(only_class(result), cell.processes, cell.bytes);
    EXPECT_NEAR(found.mean, cell.median, 1e-6 * cell.median);
    EXPECT_FALSE(found.extrapolated);
  }
}

TEST(Fit, one_process_count_has_no_startup_term) {
  const samples::Time time = [](int, double d) { return 2e-6 + 1e-9 * d; };
  const FitResult result = fit_model(samples::of("transit", time, {2}));
  const Regime& regime = only_class(result, "transit").regimes.at(0);
  EXPECT_TRUE((regime.form == Form{Startup::none, Data::d}));
  EXPECT_NEAR(regime.c, 2e-6, 1e-14);
  EXPECT_NEAR(regime.k, 1e-9, 1e-17);
  EXPECT_EQ(regime.s, 0);
  EXPECT_FALSE(regime.runner_up);
  EXPECT_FALSE(regime.quality->left_out_error);
  EXPECT_FALSE(regime.quality->each_left_out_error);
}

TEST(Fit, one_size_has_no_data_term) {
  const samples::Time time = samples::equation({Startup::log_p, Data::d}, 1e-6, 2e-6, 0);
  const FitResult result =
      fit_model(samples::of("MPI_Barrier", time, samples::process_counts, {0}));
  const Regime& regime = only_class(result, "MPI_Barrier").regimes.at(0);
  EXPECT_TRUE((regime.form == Form{Startup::log_p, Data::d}));
  EXPECT_NEAR(regime.c, 1e-6, 1e-13);
  EXPECT_NEAR(regime.s, 2e-6, 1e-13);
  EXPECT_EQ(regime.k, 0);
  // One process count as well: a constant.
  const FitResult constant = fit_model(samples::of("MPI_Barrier", time, {2}, {0}));
  EXPECT_NEAR(only_class(constant, "MPI_Barrier").regimes.at(0).c, 3e-6, 1e-15);
}

TEST(Fit, leaves_out_times_of_zero_and_single_processes) {
  Measurements measurements =
      samples::of("MPI_Bcast", samples::equation({Startup::p, Data::d}, 5e-6, 1e-6, 1e-9));
  Measurement zero = measurements.cells.at(30);
  measurements.cells.at(30).minimum = measurements.cells.at(30).lower_quartile =
      measurements.cells.at(30).median = 0;
  samples::add(measurements, "MPI_Bcast", [](int, double) { return 1e-8; }, {1}, {1, 1024});
  const FitResult result = fit_model(measurements);
  const DistanceClass& equations = only_class(result);
  ASSERT_EQ(equations.regimes.size(), 1U);
  EXPECT_EQ(equations.regimes[0].min_processes, 2);
  EXPECT_NEAR(equations.regimes[0].s, 1e-6, 1e-13);
  EXPECT_EQ(equations.regimes[0].quality->points, static_cast<int>(measurements.cells.size()) - 3);
  EXPECT_NEAR(estimate(equations, zero.processes, zero.bytes).mean, zero.median, 1e-6);
}

TEST(Fit, empty_messages_that_return_at_once_stay_out_of_the_equation) {
  Measurements measurements =
      samples::of("MPI_Bcast", samples::equation({Startup::p, Data::d}, 5e-6, 1e-6, 1e-9));
  samples::add(measurements, "MPI_Bcast", [](int, double) { return 5e-8; }, samples::process_counts,
               {0});
  const FitResult result = fit_model(measurements);
  const DistanceClass& equations = only_class(result);
  ASSERT_EQ(equations.regimes.size(), 1U);
  EXPECT_EQ(equations.regimes[0].min_bytes, 0);
  EXPECT_NEAR(equations.regimes[0].c, 5e-6, 1e-13);
  EXPECT_NEAR(estimate(equations, 8, 0).mean, 5e-8, 1e-13);
  EXPECT_NEAR(estimate(equations, 8, 1).mean, 13.001e-6, 1e-12);
}

}  // namespace revprof
