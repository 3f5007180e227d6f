// SPDX-License-Identifier: BSD-3-Clause
// Fits of several launches: what differs between them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "fits.hpp"

namespace revprof {

namespace {

// One launch after the other, each by its own factor as long.
Measurements launched(const std::vector<double>& factors) {
  const samples::Time time = balanced(all_forms().front());
  Measurements all = samples::of("MPI_Bcast", time);
  all.cells.clear();
  for (std::size_t i = 0; i < factors.size(); ++i) {
    const double factor = factors[i];
    Measurements one =
        samples::of("MPI_Bcast", [&](int p, double d) { return factor * time(p, d); });
    for (Measurement& cell : one.cells) {
      cell.launch = static_cast<int>(i) + 1;
      all.cells.push_back(cell);
    }
  }
  return all;
}

}  // namespace

TEST(Fit, what_differs_between_launches_is_in_the_band) {
  const DistanceClass alone = only_class(fit_model(launched({1}))),
                      alike = only_class(fit_model(launched({1, 1, 1}))),
                      unlike = only_class(fit_model(launched({0.9, 1, 1.2})));
  EXPECT_NEAR(*alike.regimes[0].band_factor, *alone.regimes[0].band_factor, 1e-12);
  // Imported, and run once: nothing says how the next run differs.
  EXPECT_EQ(*alone.regimes[0].cell_error, 0.05);
  EXPECT_LT(*alike.regimes[0].cell_error, 0.05);
  // The launches' median, and another launch as far off as these are from each other.
  const Estimate one = estimate(alone, 8, 1024), all = estimate(unlike, 8, 1024);
  EXPECT_NEAR(all.mean, one.mean, 1e-6 * one.mean);
  EXPECT_LT(all.low, 0.9 * one.mean);
  EXPECT_GT(all.high, 1.2 * one.mean);
  EXPECT_LT(all.high, 1.5 * one.mean);
  EXPECT_EQ(unlike.regimes[0].quality->points, alone.regimes[0].quality->points);
}

// What differs between launches is known of one process count alone; of the others' single launch
// no more is known than that.
TEST(Fit, a_single_launch_is_as_far_off_as_those_of_other_cells_are) {
  Measurements measured = launched({1 / 1.1, 1, 1.1});
  const int several = measured.cells.front().processes;
  const auto dropped = [&](const Measurement& cell) {
    return cell.launch != 2 && cell.processes != several;
  };
  measured.cells.erase(std::remove_if(measured.cells.begin(), measured.cells.end(), dropped),
                       measured.cells.end());
  EXPECT_NEAR(*only_class(fit_model(measured)).regimes[0].cell_error, std::log(1.1) * std::sqrt(2),
              1e-5);
}

TEST(Fit, each_launch_counts_alike_however_often_it_repeated) {
  Measurements measured = launched({1, 2, 3});
  for (Measurement& cell : measured.cells) {
    if (cell.launch == 3) cell.repetitions = 100000;
  }
  const Estimate all = estimate(only_class(fit_model(measured)), 8, 1024);
  const Estimate one = estimate(only_class(fit_model(launched({1}))), 8, 1024);
  EXPECT_NEAR(all.mean, 2 * one.mean, 1e-6 * one.mean);
}

}  // namespace revprof
