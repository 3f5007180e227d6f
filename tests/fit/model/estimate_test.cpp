// SPDX-License-Identifier: BSD-3-Clause
// Estimates of hand-made models: exact values, corrections, fading, bands and positivity.
#include "fit/model/estimate.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace revprof {

namespace {

const double nan = std::numeric_limits<double>::quiet_NaN();

Regime regime(std::int64_t min_bytes, std::int64_t max_bytes, int min_processes, int max_processes,
              double c, double s, double k) {
  Regime regime;
  regime.min_bytes = min_bytes;
  regime.max_bytes = max_bytes;
  regime.min_processes = min_processes;
  regime.max_processes = max_processes;
  regime.form = {Startup::log_p, Data::d};
  regime.c = c;
  regime.s = s;
  regime.k = k;
  return regime;
}

DistanceClass only(const Regime& regime) { return {0, {regime}, std::nullopt}; }

DistanceClass with_cells() {
  DistanceClass equations = only(regime(1, 64, 2, 16, 8, 0, 0));
  equations.cells = Cells{{4, 16}, {4, 64}, {{0.2, 0.4}, {0.6, 0.8}}};
  return equations;
}

}  // namespace

TEST(Estimate, is_the_equation_without_cells_and_band) {
  const Estimate found = estimate(only(regime(0, 100, 2, 16, 1, 2, 0.5)), 8, 10);
  EXPECT_EQ(found.equation, 12);
  EXPECT_EQ(found.mean, 12);
  EXPECT_EQ(found.low, 12);
  EXPECT_EQ(found.high, 12);
  EXPECT_FALSE(found.extrapolated);
}

TEST(Estimate, picks_the_regime_of_size_and_processes) {
  const DistanceClass equations = {
      0,
      {regime(0, 32, 2, 4, 1, 0, 0), regime(33, 64, 2, 4, 2, 0, 0), regime(0, 64, 5, 8, 3, 0, 0)},
      std::nullopt};
  EXPECT_EQ(estimate(equations, 4, 32).mean, 1);
  EXPECT_EQ(estimate(equations, 4, 33).mean, 2);
  EXPECT_EQ(estimate(equations, 5, 33).mean, 3);
  EXPECT_EQ(estimate(equations, 4, 1000).mean, 2);
  EXPECT_EQ(estimate(equations, 100, 1000).mean, 3);
}

TEST(Estimate, corrects_by_measured_cells) {
  const DistanceClass equations = with_cells();
  EXPECT_DOUBLE_EQ(estimate(equations, 4, 4).mean, 8 * std::exp(0.2));
  EXPECT_DOUBLE_EQ(estimate(equations, 16, 64).mean, 8 * std::exp(0.8));
  // Halfway between the logarithms: 8 of 4 and 16 processes, 16 of 4 and 64 bytes.
  EXPECT_DOUBLE_EQ(estimate(equations, 8, 16).mean, 8 * std::exp(0.5));
  EXPECT_EQ(estimate(equations, 8, 16).equation, 8);
}

// Halving and doubling takes rounds more where it does not come out even.
TEST(Estimate, corrects_by_counts_that_are_powers_of_two_as_this_one_is_or_is_not) {
  DistanceClass equations = only(regime(1, 64, 2, 64, 8, 0, 0));
  equations.cells = Cells{{4, 6, 16, 24, 32, 48}, {8}, {{0.2}, {0.7}, {0.4}, {0.9}, {0.5}, {1.0}}};
  EXPECT_DOUBLE_EQ(estimate(equations, 12, 8).mean, 8 * std::exp(0.8));  // of 6 and 24
  EXPECT_DOUBLE_EQ(estimate(equations, 8, 8).mean, 8 * std::exp(0.3));   // of 4 and 16
  EXPECT_DOUBLE_EQ(estimate(equations, 24, 8).mean, 8 * std::exp(0.9));  // measured
  // No count of its kind below: of what there is, 4 and 6.
  EXPECT_DOUBLE_EQ(estimate(equations, 5, 8).mean,
                   8 * std::exp(0.2 + 0.5 * std::log2(5 / 4.0) / std::log2(6 / 4.0)));
}

TEST(Estimate, does_without_cells_that_were_not_measured) {
  DistanceClass equations = with_cells();
  equations.cells->log_residuals[0][1] = nan;
  EXPECT_DOUBLE_EQ(estimate(equations, 4, 64).mean, 8 * std::exp(0.2));
  equations.cells->log_residuals[0][0] = nan;
  EXPECT_DOUBLE_EQ(estimate(equations, 4, 4).mean, 8 * std::exp(0.6));
  equations.cells->log_residuals = {{nan, nan}, {nan, nan}};
  EXPECT_EQ(estimate(equations, 4, 4).mean, 8);
}

TEST(Estimate, uses_residuals_of_its_own_regime_only) {
  const DistanceClass equations = {0,
                                   {regime(1, 8, 2, 16, 8, 0, 0), regime(9, 64, 2, 16, 8, 0, 0)},
                                   Cells{{4}, {8, 16}, {{1, 3}}}};
  EXPECT_DOUBLE_EQ(estimate(equations, 4, 8).mean, 8 * std::exp(1.0));
  EXPECT_DOUBLE_EQ(estimate(equations, 4, 9).mean, 8 * std::exp(3.0));
}

TEST(Estimate, correction_fades_outside_the_measured_sizes_and_below_the_fewest_processes) {
  const DistanceClass equations = with_cells();
  EXPECT_DOUBLE_EQ(estimate(equations, 16, 128).mean, 8 * std::exp(0.4));
  EXPECT_DOUBLE_EQ(estimate(equations, 2, 64).mean, 8 * std::exp(0.2));
  EXPECT_DOUBLE_EQ(estimate(equations, 1000, 1 << 20).mean, 8);
}

// The equation says that nothing grows, the cells e^0.4 from 4 to 16 processes: a quarter of it.
TEST(Estimate, correction_stays_beyond_the_most_processes_and_leans_to_the_last_slope) {
  DistanceClass equations = with_cells();
  EXPECT_DOUBLE_EQ(estimate(equations, 32, 64).mean, 8 * std::exp(0.8 + 0.05));
  EXPECT_DOUBLE_EQ(estimate(equations, 64, 64).mean, 8 * std::exp(0.8 + 0.1));
  EXPECT_EQ(estimate(equations, 64, 64).equation, 8);
  EXPECT_TRUE(estimate(equations, 64, 64).extrapolated);
  equations.cells->log_residuals[0][1] = 0.9;  // times that fall are not continued
  EXPECT_DOUBLE_EQ(estimate(equations, 64, 64).mean, 8 * std::exp(0.8));
  equations.cells->log_residuals[0][1] = -9;  // and nothing grows faster than p^2
  EXPECT_DOUBLE_EQ(estimate(equations, 64, 64).mean, 8 * std::exp(0.8 + 0.25 * std::log(16)));
  equations.cells->log_residuals[0] = {nan, nan};  // one process count says nothing of growth
  EXPECT_DOUBLE_EQ(estimate(equations, 1 << 20, 64).mean, 8 * std::exp(0.8));
}

TEST(Estimate, last_slope_counts_where_the_last_row_was_not_measured) {
  DistanceClass equations = only(regime(1, 64, 2, 16, 8, 0, 0));
  equations.cells =
      Cells{{2, 4, 16}, {4, 64}, {{0, 0}, {0.2, 0.4}, {nan, nan}}};  // 16: too large to measure
  EXPECT_DOUBLE_EQ(estimate(equations, 32, 64).mean, 8 * std::exp(0.4 + 0.25 * 0.4 * 3));
}

TEST(Estimate, empty_messages_stand_one_doubling_below_one_byte) {
  DistanceClass equations = only(regime(0, 2, 2, 4, 8, 0, 0));
  equations.cells = Cells{{2}, {0, 2}, {{0.2, 0.6}}};
  EXPECT_DOUBLE_EQ(estimate(equations, 2, 0).mean, 8 * std::exp(0.2));
  EXPECT_DOUBLE_EQ(estimate(equations, 2, 1).mean, 8 * std::exp(0.4));
}

TEST(Estimate, band_doubles_with_each_doubling_outside) {
  Regime measured = regime(1, 64, 2, 16, 8, 0, 0);
  measured.band_factor = 1.5;
  const DistanceClass equations = only(measured);
  const Estimate inside = estimate(equations, 16, 64);
  EXPECT_DOUBLE_EQ(inside.low, 8 / 1.5);
  EXPECT_DOUBLE_EQ(inside.high, 8 * 1.5);
  EXPECT_FALSE(inside.extrapolated);
  const Estimate twice = estimate(equations, 32, 64);
  EXPECT_DOUBLE_EQ(twice.high, 8 * 1.5 * 1.5);
  EXPECT_TRUE(twice.extrapolated);
  EXPECT_TRUE(estimate(equations, 16, 65).extrapolated);
  EXPECT_TRUE(estimate(equations, 16, 0).extrapolated);
}

// What was measured is known, what lies between is not: least halfway.
TEST(Estimate, band_is_for_what_was_not_measured) {
  DistanceClass equations = with_cells();  // 4 and 16 processes, 4 and 64 bytes
  equations.regimes[0].band_factor = 1.5;
  const auto log_band = [&](int processes, std::int64_t bytes) {
    const Estimate found = estimate(equations, processes, bytes);
    EXPECT_DOUBLE_EQ(found.high / found.mean, found.mean / found.low);
    return std::log(found.high / found.mean) / std::log(1.5);
  };
  EXPECT_NEAR(log_band(4, 64), 0, 1e-12);
  EXPECT_NEAR(log_band(8, 64), 1, 1e-12);                // halfway between 4 and 16
  EXPECT_NEAR(log_band(4, 8), std::sqrt(3) / 2, 1e-12);  // a quarter of the way from 4 to 64
  EXPECT_NEAR(log_band(8, 8), 1, 1e-12);                 // the larger of the two
  EXPECT_NEAR(log_band(2, 4), 1, 1e-12);                 // in the regime, but before all cells
  EXPECT_NEAR(log_band(32, 64), 1 + 1, 1e-12);           // beyond the regime
  equations.cells->log_residuals[1][1] = nan;
  EXPECT_NEAR(log_band(16, 64), 1, 1e-12);  // not measured
}

TEST(Estimate, measured_cell_is_known_as_well_as_its_median) {
  DistanceClass equations = with_cells();
  equations.regimes[0].band_factor = 1.5;
  equations.regimes[0].cell_error = 0.05;
  equations.regimes[0].repetition_spread = 0.3;
  const Estimate cell = estimate(equations, 4, 4);
  EXPECT_DOUBLE_EQ(cell.high, cell.mean * std::exp(1.96 * 0.05));
  EXPECT_EQ(cell.spread, 0.3);
  const Estimate between = estimate(equations, 8, 4);
  EXPECT_DOUBLE_EQ(between.high, between.mean * 1.5);
}

TEST(Estimate, is_positive_and_ordered_everywhere) {
  Regime steep = regime(64, 1 << 20, 4, 16, -60e-6, 0, 1e-6);
  steep.band_factor = 3;
  Regime literal = regime(0, 64, 2, 16, 5e-6, -3e-6, -1e-6);
  literal.band_factor = 1e300;
  Regime hopeless = regime(0, 64, 2, 16, -1, 0, 0);
  for (const Regime& each : {steep, literal, hopeless}) {
    const DistanceClass equations = only(each);
    for (const int p : {1, 2, 4, 100, std::numeric_limits<int>::max()}) {
      for (const std::int64_t d :
           {std::int64_t{0}, std::int64_t{1}, std::int64_t{64}, std::int64_t{1} << 40,
            std::numeric_limits<std::int64_t>::max()}) {
        const Estimate found = estimate(equations, p, d);
        EXPECT_GT(found.low, 0) << p << ' ' << d;
        EXPECT_LE(found.low, found.mean) << p << ' ' << d;
        EXPECT_LE(found.mean, found.high) << p << ' ' << d;
        EXPECT_TRUE(std::isfinite(found.high)) << p << ' ' << d;
        EXPECT_GT(found.equation, 0) << p << ' ' << d;
      }
    }
  }
}

TEST(Estimate, falling_below_zero_stays_at_the_edge) {
  const DistanceClass equations = only(regime(64, 1024, 4, 16, -60, 0, 1));
  EXPECT_EQ(estimate(equations, 4, 64).mean, 4);
  EXPECT_EQ(estimate(equations, 4, 1).mean, 4);
}

TEST(DistanceClass, falls_back_to_the_next_larger) {
  const DistanceClass near{4, {regime(0, 1, 1, 2, 1, 0, 0)}, std::nullopt};
  const DistanceClass middle{64, {regime(0, 1, 1, 2, 1, 0, 0)}, std::nullopt};
  const DistanceClass far{0, {regime(0, 1, 1, 2, 1, 0, 0)}, std::nullopt};
  EXPECT_EQ(distance_class({near, far}, 4).within, 4);
  EXPECT_EQ(distance_class({near, middle, far}, 16).within, 64);
  EXPECT_EQ(distance_class({near, far}, 64).within, 0);
  EXPECT_EQ(distance_class({near, middle}, 0).within, 64);
  EXPECT_EQ(distance_class({near}, 64).within, 4);
}

TEST(DistanceClass, of_pairs_that_are_about_as_many_ranks_apart) {
  const auto of = [](int within) {
    return DistanceClass{within, {regime(0, 1, 1, 2, 1, 0, 0)}, std::nullopt};
  };
  const std::vector<DistanceClass> classes = {of(-16), of(-4), of(-2), of(4), of(0)};
  EXPECT_EQ(distance_class(classes, 0, 4).within, -4);
  EXPECT_EQ(distance_class(classes, 0, 12).within, -16);
  EXPECT_EQ(distance_class(classes, 0, 1).within, -2);
  EXPECT_EQ(distance_class(classes, 0, 60).within, -16);
  EXPECT_EQ(distance_class(classes, 0).within, 0);     // ranks say nothing
  EXPECT_EQ(distance_class(classes, 4, 2).within, 4);  // a block holds the pair
  EXPECT_EQ(distance_class(classes, 8, 2).within, 0);
  EXPECT_EQ(distance_class(classes, -2).within, -2);
  EXPECT_EQ(distance_class({of(4), of(0)}, 0, 8).within, 0);
  EXPECT_EQ(distance_name(-16), "16 apart");
}

}  // namespace revprof
