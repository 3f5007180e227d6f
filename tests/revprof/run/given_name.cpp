// SPDX-License-Identifier: BSD-3-Clause
#include "revprof/run/given_name.hpp"

#include <gtest/gtest.h>

namespace revprof {
namespace {

TEST(GivenName, is_one_line_that_every_format_takes) {
  EXPECT_EQ(given_name("sweep of the \xc3\xa9toile"), "sweep of the \xc3\xa9toile");
  EXPECT_EQ(given_name("two\nlines\x1b[31m\x7f"), "two?lines?[31m?");
  EXPECT_EQ(given_name("caf\xe9"), "caf?");
  EXPECT_EQ(given_name("\xe2\x82"), "??");  // the third byte is missing
  EXPECT_EQ(given_name(""), "(no name)");
  EXPECT_EQ(given_name(nullptr), "(no name)");
}

}  // namespace
}  // namespace revprof
