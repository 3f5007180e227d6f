// SPDX-License-Identifier: BSD-3-Clause
// A build without OTF2 says so, and nothing else is the matter.
#include <gtest/gtest.h>

#include <filesystem>

#include "revprof/trace/convert/conversion.hpp"

namespace revprof {

TEST(Otf2Missing, says_so_and_writes_nothing) {
  const std::string output = ::testing::TempDir() + "revprof-otf2-missing";
  try {
    convert(RunTraces{}, Target{}, "otf2", output);
    FAIL() << "expected a message";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("built without OTF2"), std::string::npos)
        << error.what();
  }
  EXPECT_FALSE(std::filesystem::exists(output));
}

}  // namespace revprof
