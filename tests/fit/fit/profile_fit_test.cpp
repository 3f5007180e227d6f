// SPDX-License-Identifier: BSD-3-Clause
// A program's segments: what visits of nearly the same work say, and what is between sizes.
#include "fit/fit/profile_fit.hpp"

#include <gtest/gtest.h>

#include "fit/fit/like_work.hpp"
#include "fit/measurements/segment_times.hpp"
#include "fit/model/estimate.hpp"

namespace revprof {

namespace {

Measurement visits(std::int64_t work, double seconds, int count, int launch = 1, int q = 1) {
  Measurement cell;
  cell.call = "MPI_Allreduce a -> MPI_Allreduce a";
  cell.processes = q;
  cell.bytes = work;
  cell.launch = launch;
  cell.repetitions = count;
  cell.minimum = cell.lower_quartile = cell.median = cell.upper_quartile = cell.maximum = seconds;
  cell.percentile_5 = cell.percentile_95 = seconds;
  return cell;
}

}  // namespace

TEST(LikeWork, is_one_cell_of_each_launch_with_the_means_by_visits) {
  const std::vector<Measurement> cells =
      of_like_work({visits(1190, 3e-6, 1), visits(1000, 1e-6, 3), visits(1100, 2e-6, 4, 2),
                    visits(1300, 5e-6, 1), visits(2, 1e-9, 1), visits(3, 2e-9, 1)});
  ASSERT_EQ(cells.size(), 5u);
  EXPECT_EQ(cells[0].bytes, 2);
  EXPECT_EQ(cells[1].bytes, 3);
  EXPECT_EQ(cells[2].bytes, 1074);  // (3 * 1000 + 4 * 1100 + 1190) / 8
  EXPECT_EQ(cells[3].bytes, cells[2].bytes);
  EXPECT_EQ(cells[2].repetitions, 4);
  EXPECT_DOUBLE_EQ(cells[2].median, 1.5e-6);
  EXPECT_DOUBLE_EQ(cells[2].minimum, 1e-6);
  EXPECT_DOUBLE_EQ(cells[2].maximum, 3e-6);
  EXPECT_EQ(cells[3].launch, 2);
  EXPECT_DOUBLE_EQ(cells[3].median, 2e-6);
  EXPECT_EQ(cells[4].bytes, 1300);
}

// Two sizes, each of which takes the longer the less work it has: branches that a processor
// foretells the worse. A size between is between, and not as long as one of them.
TEST(ProfileFit, a_size_between_two_takes_a_time_between_theirs) {
  Measurements profile;
  profile.header = {{measured_key, of_segments}};
  for (const int launch : {1, 2}) {
    for (const double size : {1.0, 3.0}) {
      const auto cell = [&](double work, double milliseconds, int count) {
        profile.cells.push_back(visits(static_cast<std::int64_t>(work * size * 1e6),
                                       milliseconds * size * 1e-3, count, launch));
      };
      cell(2.55, 1.09, 20);
      cell(2.60, 1.07, 360);
      cell(2.70, 1.04, 30);
    }
  }
  const ProfileFit fitted = fit_profile(profile);
  ASSERT_EQ(fitted.profile.segments.size(), 1u);
  const DistanceClass& segment = fitted.profile.segments.begin()->second;
  EXPECT_NEAR(estimate(segment, 1, 2604878).mean, 1.0688e-3, 0.001e-3);
  EXPECT_NEAR(estimate(segment, 1, 2 * 2604878).mean, 2 * 1.0688e-3, 0.001e-3);
  EXPECT_NEAR(estimate(segment, 1, 3 * 2604878).mean, 3 * 1.0688e-3, 0.001e-3);
}

// A start that computes and an end that does next to nothing, each seen once a run: one line for
// both, 70 us + 2 ns for each unit of work, in place of an end that takes 10^3 times its share and
// a band as wide.
TEST(ProfileFit, rare_visits_with_little_work_take_their_own_time) {
  Measurements profile;
  profile.header = {{measured_key, of_segments}};
  const auto cell = [&](const char* segment, std::int64_t work, int count, int launch) {
    profile.cells.push_back(visits(work, 70e-6 + 2e-9 * static_cast<double>(work), count, launch));
    profile.cells.back().call = segment;
  };
  for (const int launch : {1, 2}) {
    cell("begin -> MPI_Allreduce a", launch * 1000000, 1, launch);
    cell("MPI_Allreduce a -> MPI_Finalize", 24, 1, launch);
    cell("MPI_Allreduce a -> MPI_Allreduce a", launch * 1000000, 500, launch);
  }
  const ProfileFit fitted = fit_profile(profile);
  EXPECT_EQ(fitted.rare, 2u);
  const Regime& rest = fitted.profile.rest.regimes.front();
  EXPECT_NEAR(equation(rest, 1, 24), 70e-6 + 24 * 2e-9, 1e-12);
  EXPECT_NEAR(equation(rest, 1, 2e6), 70e-6 + 4e-3, 1e-9);
  EXPECT_LT(rest.band_factor, 1.25);
}

// The mean of runs of one size; a file has them again.
TEST(ProfileFit, keeps_what_visits_touch_by_their_work) {
  Measurements profile;
  profile.header = {{measured_key, of_segments}};
  const auto cell = [&](std::int64_t work, std::optional<std::int64_t> touched, int launch) {
    profile.cells.push_back(visits(work, 1e-9 * static_cast<double>(work), 20, launch));
    profile.cells.back().touched = touched;
  };
  cell(1000000, 8 << 20, 1);
  cell(1000000, 10 << 20, 2);
  cell(3000000, std::nullopt, 3);
  cell(9000000, 72 << 20, 4);
  const Profile fitted = fit_profile(profile).profile;
  for (const Profile& found : {fitted, parse_profile(to_json(fitted), "profile.json")}) {
    ASSERT_EQ(found.touched.size(), 1u);
    const std::vector<TouchedMemory>& touched = found.touched.begin()->second;
    ASSERT_EQ(touched.size(), 2u);
    EXPECT_EQ(touched[0].work, 1000000);
    EXPECT_EQ(touched[0].bytes, 9 << 20);
    EXPECT_EQ(touched[1].work, 9000000);
    EXPECT_EQ(touched[1].bytes, 72 << 20);
  }
}

}  // namespace revprof
