// SPDX-License-Identifier: BSD-3-Clause
// Where messages' times jump: found to the byte, with few measurements, and not where they bend or
// scatter.
#include <gtest/gtest.h>

#include "characterize/jumps.hpp"

namespace revprof {
namespace {

using Sizes = std::vector<std::int64_t>;

// 1 us and 0.1 ns a byte, and more behind each of these sizes.
struct Library {
  std::vector<std::pair<std::int64_t, double>> jumps;  // the last size before one, seconds
  double relative_error = 0;

  Sizes found(std::int64_t max_bytes = 1 << 20) {
    return find_jumps(max_bytes, [this](std::int64_t bytes) {
      ++asked;
      double seconds = 1e-6 + 1e-10 * static_cast<double>(bytes);
      for (const auto& [last, more] : jumps) seconds += bytes > last ? more : 0;
      return SizeTime{bytes, seconds, relative_error};
    });
  }
  int asked = 0;
};

TEST(JumpSearch, finds_a_protocol_change_to_the_byte) {
  for (const std::int64_t last : {64, 1000, 4055, 4095, 4096, 4097, 65535, 524288}) {
    Library library{{{last, 1e-5}}};
    EXPECT_EQ(library.found(), Sizes{last});
    EXPECT_LE(library.asked, 100);
  }
}

TEST(JumpSearch, finds_several_and_drops_too) {
  EXPECT_EQ((Library{{{1410, 2e-7}, {9360, 4e-7}, {11000, -3e-7}, {65535, 2e-6}}}.found()),
            Sizes({1410, 9360, 11000, 65535}));
}

TEST(JumpSearch, none_where_times_are_smooth_bend_or_scatter) {
  EXPECT_EQ(Library{}.found(), Sizes{});
  EXPECT_EQ(find_jumps(1 << 20,
                       [](std::int64_t bytes) {
                         const auto d = static_cast<double>(bytes);
                         return SizeTime{bytes, 1e-6 + (d < 5000 ? 0 : 1e-9 * (d - 5000)), 0};
                       }),
            Sizes{});
  EXPECT_EQ((Library{{{9360, 1e-7}}}.found()), Sizes{9360});  // 5 %
  EXPECT_EQ((Library{{{9360, 1e-7}}, 0.01}.found()), Sizes{});
  EXPECT_EQ((Library{{{9360, 1e-5}}, 0.01}.found()), Sizes{9360});
  EXPECT_EQ((Library{{{9360, 2e-8}}}.found()), Sizes{});  // 1 %
}

// Below the clock's resolution.
TEST(JumpSearch, none_between_times_that_nobody_sees) {
  const auto seconds = [](std::int64_t bytes) { return bytes < 100000 ? 0 : 1e-6; };
  EXPECT_EQ(find_jumps(1 << 20,
                       [&](std::int64_t bytes) {
                         return SizeTime{bytes, seconds(bytes), 0};
                       }),
            Sizes{});
}

TEST(JumpSearch, keeps_the_largest) {
  Library library;
  for (std::int64_t last = 100; last < 100000; last *= 2) {
    library.jumps.emplace_back(last, last < 200 ? 1e-7 : 1e-5);
  }
  EXPECT_EQ(library.found(), Sizes({200, 400, 800, 1600, 3200, 6400, 12800, 25600}));
}

TEST(JumpSearch, looks_no_farther_than_messages_go) {
  Library library{{{4056, 1e-6}, {100000, 1e-5}}};
  EXPECT_EQ(library.found(8192), Sizes{4056});
  EXPECT_EQ(library.found(1), Sizes{});
}

}  // namespace
}  // namespace revprof
