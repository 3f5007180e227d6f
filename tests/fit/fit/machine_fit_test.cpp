// SPDX-License-Identifier: BSD-3-Clause
// Fits of made-up machines as wholes: distance classes, what the header says, what is named as
// missing, the same in each run.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "fit/model/estimate.hpp"
#include "fit/model/model_json.hpp"
#include "fits.hpp"

namespace revprof {

TEST(Fit, distance_classes_are_fitted_apart) {
  Measurements measurements =
      samples::of("transit", [](int, double d) { return 5e-6 + 1e-9 * d; }, {2});
  samples::add(
      measurements, "transit", [](int, double d) { return 1e-6 + 1e-10 * d; }, {2},
      samples::powers_of_two(1, 1 << 20), 4);
  const FitResult result = fit_model(measurements);
  const auto& classes = result.model.calls.at("transit");
  ASSERT_EQ(classes.size(), 2U);
  EXPECT_EQ(classes[0].within, 4);
  EXPECT_NEAR(classes[0].regimes.at(0).c, 1e-6, 1e-14);
  EXPECT_EQ(classes[1].within, 0);
  EXPECT_NEAR(classes[1].regimes.at(0).c, 5e-6, 1e-14);
  EXPECT_TRUE(result.warnings.empty());
  measurements.header = {{"block_sizes", "16"}};
  const std::vector<std::string> warnings = fit_model(measurements).warnings;
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_EQ(warnings[0],
            "transit (within 4): no prediction asks for it, as the measurements' header "
            "\"block_sizes\" has no such block");
}

TEST(Fit, the_machine_comes_from_the_header) {
  Measurements measurements = samples::of("transit", [](int, double) { return 1e-6; }, {2});
  measurements.header = {{"machine", "crow"},
                         {"ranks_per_node", "16"},
                         {"block_sizes", "4 16"},
                         {"eager_limit_bytes", "8192"},
                         {"command", "characterize -o x"},
                         {"distances", "1 2 1;1 2;1"}};
  const Model model = fit_model(measurements).model;
  EXPECT_EQ(model.machine.name, "crow");
  EXPECT_EQ(model.machine.ranks_per_node, 16);
  EXPECT_EQ(model.point_to_point.distances(0, 3), 1);
  EXPECT_EQ(model.machine.source, "measured by: characterize -o x");
  Measurements with_files = measurements;
  with_files.header.push_back({"files_in", "/scratch (lustre)"});
  EXPECT_EQ(fit_model(with_files).model.machine.source,
            "measured by: characterize -o x; files in /scratch (lustre)");
  EXPECT_EQ(model.point_to_point.eager_limit_bytes, 8192);
  EXPECT_EQ(model.point_to_point.block_sizes, (std::vector<int>{4, 16}));
  measurements.header[1].second = "many";
  EXPECT_THROW(fit_model(measurements), FitError);
  measurements.header[1].second = "16";
  measurements.header[2].second = "16 4";
  EXPECT_THROW(fit_model(measurements), FitError);
  measurements.header[2].second = "4 16";
  measurements.header[5].second = "1 2 1;1 2";
  EXPECT_THROW(fit_model(measurements), FitError);
}

TEST(Fit, too_few_points_are_named) {
  Measurements measurements =
      samples::of("transit", [](int, double d) { return 1e-6 + 1e-9 * d; }, {2});
  samples::add(
      measurements, "MPI_Bcast", [](int p, double) { return 1e-6 * p; }, {2, 4}, {8, 16}, 4);
  const FitResult result = fit_model(measurements);
  ASSERT_EQ(result.warnings.size(), 0U);
  measurements.cells.pop_back();
  const FitResult fewer = fit_model(measurements);
  ASSERT_EQ(fewer.warnings.size(), 1U);
  EXPECT_EQ(fewer.warnings[0],
            "MPI_Bcast (within 4): left out, expected at least 4 points with a time above 0, found "
            "3; measure more sizes or process counts");
  EXPECT_EQ(fewer.model.calls.count("MPI_Bcast"), 0U);
  EXPECT_EQ(fewer.model.calls.count("transit"), 1U);
  EXPECT_THROW(fit_model(Measurements{}), FitError);
}

// Their ratio is no number.
TEST(Fit, quartiles_below_what_any_clock_sees_are_no_scatter_without_end) {
  Measurements measurements =
      samples::of("transit", [](int, double d) { return 1e-6 + 1e-9 * d; }, {2});
  for (Measurement& cell : measurements.cells) cell.minimum = cell.lower_quartile = 1e-320;
  const Regime regime = fit_model(measurements).model.calls.at("transit").at(0).regimes.at(0);
  EXPECT_NEAR(regime.k, 1e-9, 1e-12);
}

// Two sizes by two numbers of processes leave one degree of freedom, by which 95 % is 12.7 times
// the scatter; what other calls of the same machine scatter says more.
TEST(Fit, few_points_have_the_band_that_others_scatter_says) {
  constexpr double scatter = 0.05;
  const auto truth = [](int p, double d) { return 5e-6 + 1e-6 * p + 1e-9 * d; };
  const auto name = [](unsigned i) { return "segment " + std::to_string(i); };
  Measurements all =
      samples::of("MPI_Bcast", samples::noisy(truth, scatter, 99), {2, 4}, {1000, 8000});
  for (unsigned i = 0; i < 40; ++i) {
    samples::add(all, name(i), samples::noisy(truth, scatter, i), {2, 4}, {1000, 8000});
  }
  const FitResult fitted = fit_model(all);
  int inside = 0;
  double widest = 1;
  for (unsigned i = 0; i < 40; ++i) {
    const DistanceClass& equations = only_class(fitted, name(i).c_str());
    widest = std::max(widest, *equations.regimes.at(0).band_factor);
    const Estimate between = estimate(equations, 3, 4000);
    const double seen = samples::noisy(truth, scatter, 1000 + i)(3, 4000);
    inside += between.low <= seen && seen <= between.high ? 1 : 0;
  }
  EXPECT_LT(widest, 1.6);
  EXPECT_GE(inside, 36) << "of 40";
  // By themselves:
  double widest_alone = 1;
  for (unsigned i = 0; i < 40; ++i) {
    const Measurements one =
        samples::of(name(i), samples::noisy(truth, scatter, i), {2, 4}, {1000, 8000});
    const FitResult alone = fit_model(one);
    widest_alone =
        std::max(widest_alone, *only_class(alone, name(i).c_str()).regimes.at(0).band_factor);
  }
  EXPECT_GT(widest_alone, 3);
}

// A program's start took ten times as long in one launch of two; the other segments hardly differ.
TEST(Fit, two_launches_have_the_band_that_others_launches_say) {
  const auto time = [](double factor) {
    return [=](int p, double d) { return factor * (5e-6 + 1e-6 * p + 1e-9 * d); };
  };
  Measurements all;
  for (int launch = 1; launch <= 2; ++launch) {
    Measurements one = launch == 1 ? samples::of("start", time(1), {1}, {1, 2, 4, 8, 16})
                                   : samples::of("start", time(10), {1}, {16});
    for (int i = 0; i < 3; ++i) {
      samples::add(one, "segment " + std::to_string(i), time(launch == 1 ? 1 : 1.02), {1},
                   {1000, 2000, 4000, 8000, 16000});
    }
    for (Measurement& cell : one.cells) cell.launch = launch;
    all.cells.insert(all.cells.end(), one.cells.begin(), one.cells.end());
  }
  const FitResult fitted = fit_model(all);
  const double band = *only_class(fitted, "start").regimes.at(0).band_factor;
  EXPECT_GT(band, 3);
  EXPECT_LT(band, 100);
  EXPECT_LT(*only_class(fitted, "segment 0").regimes.at(0).band_factor, 2);
}

// Nor does any see less than a picosecond.
TEST(Fit, what_the_clock_cannot_see_costs_a_nanosecond) {
  for (const double seconds : {0.0, 5e-324, 1e-300, 0.9e-12}) {
    const auto time = [=](int, double) { return seconds; };
    const FitResult result = fit_model(samples::of("MPI_Irecv", time, {2}));
    ASSERT_EQ(result.warnings.size(), 1U);
    EXPECT_EQ(result.warnings[0],
              "MPI_Irecv: every time is below the clock's resolution; 1 ns is taken");
    const DistanceClass& equations = only_class(result, "MPI_Irecv");
    ASSERT_EQ(equations.regimes.size(), 1U);
    EXPECT_EQ(equations.regimes[0].c, 1e-9);
    EXPECT_EQ(equations.regimes[0].s, 0);
    EXPECT_EQ(equations.regimes[0].k, 0);
  }
}

// What is read lies between a picosecond and twelve days, however far from its neighbours.
TEST(Fit, times_as_far_apart_as_they_may_be) {
  for (const auto& [shorter, longer] : {std::pair(1e-12, 1e6), {1e-300, 1e6}, {1e6, 1e6}}) {
    const auto time = [=, low = shorter, high = longer](int p, double d) {
      return (p + static_cast<int>(d)) % 3 == 0 ? low : high;
    };
    const auto in_order = [=, low = shorter, high = longer](int, double d) {
      return d < 1024 ? low : high;
    };
    EXPECT_EQ(fit_model(samples::of("MPI_Bcast", time)).model.calls.size(), 1U) << shorter;
    EXPECT_EQ(fit_model(samples::of("MPI_Bcast", in_order)).model.calls.size(), 1U) << shorter;
  }
}

// As the start of a message that is not copied: nothing of what smaller ones take goes on there.
TEST(Fit, sizes_from_which_on_the_clock_sees_nothing_take_a_nanosecond) {
  const auto time = [](int, double bytes) { return bytes < 65536 ? 1e-6 + bytes * 1e-11 : 0; };
  const std::vector<std::int64_t> sizes = {0, 1, 1024, 16384, 32768, 65535, 65536, 131072, 1 << 20};
  const FitResult result = fit_model(samples::of("MPI_Start", time, {2}, sizes));
  EXPECT_TRUE(result.warnings.empty());
  const DistanceClass& equations = only_class(result, "MPI_Start");
  ASSERT_EQ(equations.regimes.size(), 2U);
  EXPECT_EQ(equations.regimes[0].max_bytes, 65535);
  EXPECT_EQ(equations.regimes[1].min_bytes, 65536);
  EXPECT_EQ(equations.regimes[1].max_bytes, 1 << 20);
  EXPECT_NEAR(estimate(equations, 2, 32768).mean, 1.32768e-6, 1e-12);
  for (const std::int64_t bytes : {65536, 100000, 1 << 20}) {
    const Estimate unseen = estimate(equations, 2, bytes);
    EXPECT_EQ(unseen.mean, 1e-9) << bytes;
    EXPECT_FALSE(unseen.extrapolated) << bytes;
  }
}

TEST(Fit, calls_and_warnings_are_the_same_on_any_number_of_cores) {
  Measurements measurements = samples::of("MPI_Bcast", balanced(all_forms()[0]), {2, 4, 8});
  for (const char* call : {"MPI_Reduce", "MPI_Scan", "MPI_Gather", "transit"}) {
    samples::add(measurements, call, samples::noisy(balanced(all_forms()[4]), 0.2, 5),
                 {2, 4, 8, 16}, samples::powers_of_two(1, 1 << 12));
    samples::add(measurements, call, balanced(all_forms()[1]), {2}, {8}, 4);
    samples::add(measurements, call, balanced(all_forms()[1]), {2}, {8, 64}, 16);  // too few
  }
  FitOptions alone, many;
  alone.cores = 1, many.cores = 5;
  const FitResult one = fit_model(measurements, alone), five = fit_model(measurements, many);
  EXPECT_EQ(to_json(one.model), to_json(five.model));
  EXPECT_EQ(one.warnings, five.warnings);
  EXPECT_EQ(one.warnings.size(), 4U);
  EXPECT_EQ(one.model.calls.at("transit").size(), 2U);
}

TEST(Fit, same_measurements_same_model) {
  const Measurements measurements = samples::of(
      "MPI_Bcast",
      samples::noisy(samples::equation({Startup::p, Data::d}, 5e-6, 1e-6, 1e-9), 0.2, 5));
  EXPECT_EQ(to_json(fit_model(measurements).model), to_json(fit_model(measurements).model));
}

}  // namespace revprof
