// SPDX-License-Identifier: BSD-3-Clause
// How much memory was gone through since it was forgotten.
#include "revprof/run/computation/touched_memory.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace revprof {

TEST(TouchedMemory, is_what_was_used_since_it_was_forgotten_last) {
  constexpr std::int64_t all = 64 << 20, some = 16 << 20, page = 4096;
  std::vector<char> memory(all, 1);
  volatile char* const place = memory.data();
  if (!forget_touched_memory()) GTEST_SKIP() << "this system does not say what was touched";
  for (std::int64_t i = 0; i < some; i += page) place[i] = 2;
  const std::int64_t touched = touched_memory().value();
  EXPECT_GE(touched, some);
  EXPECT_LT(touched, all);  // whatever else the process does
}

}  // namespace revprof
