// SPDX-License-Identifier: BSD-3-Clause
// Sizes are added where a protocol changes, and nowhere else.
#include "fit/measurements/refinement.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace revprof {
namespace {

using Time = std::function<double(double)>;

std::vector<SizeTime> measured(const std::vector<std::int64_t>& sizes, const Time& time,
                               double error = 0.01) {
  std::vector<SizeTime> line;
  for (const std::int64_t bytes : sizes) {
    line.push_back({bytes, time(static_cast<double>(bytes)), error});
  }
  return line;
}

std::vector<std::int64_t> default_sizes() {
  std::vector<std::int64_t> sizes = {0};
  for (std::int64_t size = 1; size <= 1 << 20; size *= 2) sizes.push_back(size);
  return sizes;
}

TEST(Refinement, smooth_times_need_no_more_sizes) {
  EXPECT_TRUE(
      sizes_to_add(measured(default_sizes(), [](double d) { return 1e-6 + 1e-9 * d; })).empty());
  EXPECT_TRUE(sizes_to_add(measured(default_sizes(), [](double) { return 1e-6; })).empty());
  EXPECT_TRUE(sizes_to_add({}).empty());
  EXPECT_TRUE(sizes_to_add({{0, 1e-6, 0}, {8, 9e-6, 0}}).empty());
}

TEST(Refinement, closes_in_on_a_protocol_change) {
  const Time eager = [](double d) { return (d <= 4056 ? 1e-6 : 3e-6) + 1e-10 * d; };
  std::vector<std::int64_t> sizes = default_sizes();
  const std::size_t before = sizes.size();
  for (int pass = 0; pass < 8; ++pass) {
    const std::vector<std::int64_t> more = sizes_to_add(measured(sizes, eager));
    if (more.empty()) break;
    sizes.insert(sizes.end(), more.begin(), more.end());
    std::sort(sizes.begin(), sizes.end());
  }
  // The change lies in an interval of a few percent, found with a handful of sizes.
  const auto after = std::upper_bound(sizes.begin(), sizes.end(), 4056);
  EXPECT_LE(static_cast<double>(*after), 1.13 * static_cast<double>(*(after - 1)));
  EXPECT_LE(sizes.size(), before + 5);
}

TEST(Refinement, a_drop_is_a_change_too) {
  const Time drop = [](double d) { return d < 10000 ? 1e-6 + 1e-9 * d : 2e-10 * d; };
  const std::vector<std::int64_t> more = sizes_to_add(measured(default_sizes(), drop));
  ASSERT_EQ(more.size(), 1U);
  EXPECT_EQ(more[0], 11585);
}

TEST(Refinement, noise_is_no_change) {
  const Time eager = [](double d) { return d <= 4056 ? 1e-6 : 1.5e-6; };
  EXPECT_FALSE(sizes_to_add(measured(default_sizes(), eager, 0.01)).empty());
  EXPECT_TRUE(sizes_to_add(measured(default_sizes(), eager, 0.1)).empty());
  // Below the clock's resolution there is nothing to see.
  EXPECT_TRUE(sizes_to_add(measured(default_sizes(), [](double) { return 0; })).empty());
}

}  // namespace
}  // namespace revprof
