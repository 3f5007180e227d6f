// SPDX-License-Identifier: BSD-3-Clause
// The search for the eager limit, without MPI.
#include <gtest/gtest.h>

#include "characterize/eager_limit.hpp"

namespace revprof {
namespace {

FoundEagerLimit search(std::int64_t limit, std::int64_t max_bytes) {
  return find_eager_limit(max_bytes, [&](std::int64_t bytes) { return bytes <= limit; });
}

TEST(EagerLimit, is_found_to_the_byte) {
  for (const std::int64_t limit : {0, 1, 2, 3, 4056, 4096, 65535, 1048575}) {
    const FoundEagerLimit found = search(limit, 1 << 20);
    EXPECT_EQ(found.bytes, limit);
    EXPECT_FALSE(found.at_least);
  }
}

TEST(EagerLimit, may_lie_beyond_the_largest_message) {
  const FoundEagerLimit found = search(1 << 30, 100000);
  EXPECT_EQ(found.bytes, 100000);
  EXPECT_TRUE(found.at_least);
}

}  // namespace
}  // namespace revprof
