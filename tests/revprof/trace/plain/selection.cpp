// SPDX-License-Identifier: BSD-3-Clause
// What users write for processes and times, and what is refused.
#include "revprof/trace/plain/selection.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace revprof {
namespace {

constexpr SimTime ms = 1'000'000'000;

TEST(Selection, of_ranks) {
  EXPECT_TRUE(parse_ranks("all").empty());
  Selection selection;
  EXPECT_TRUE(selection.has_process(5));
  selection.ranks = parse_ranks("0-3,7,9-9");
  for (const int rank : {0, 3, 7, 9}) EXPECT_TRUE(selection.has_process(rank)) << rank;
  for (const int rank : {4, 6, 8, 10}) EXPECT_FALSE(selection.has_process(rank)) << rank;
}

TEST(Selection, of_ranks_is_strict) {
  for (const char* text : {"", "3-1", "a", "1,", ",1", "1 2", "-1", "1--2", "1-", "99999999999"}) {
    EXPECT_THROW(parse_ranks(text), std::runtime_error) << text;
  }
}

TEST(Selection, of_time) {
  using Window = std::pair<SimTime, SimTime>;
  EXPECT_EQ(parse_window("all"), Window(0, Selection::latest));
  EXPECT_EQ(parse_window("0.1s-0.2s"), Window(100 * ms, 200 * ms));
  EXPECT_EQ(parse_window("0.1-2e-1"), Window(100 * ms, 200 * ms));
  EXPECT_EQ(parse_window("1500us-2ms"), Window(3 * ms / 2, 2 * ms));
  EXPECT_EQ(parse_window("7ps-8ns"), Window(7, 8000));
  EXPECT_EQ(parse_window("5ms-"), Window(5 * ms, Selection::latest));
  EXPECT_EQ(parse_window("-5ms"), Window(0, 5 * ms));
}

TEST(Selection, of_time_is_strict) {
  for (const char* text : {"", "-", "1", "2-1", "1-1", "1 s-2 s", "1m-2m", "a-b", "1-2-3", "inf-",
                           "1e300-", "nan-1"}) {
    EXPECT_THROW(parse_window(text), std::runtime_error) << text;
  }
}

TEST(Selection, keeps_what_touches_it) {
  Selection selection;
  selection.from = 10;
  selection.to = 20;
  EXPECT_TRUE(selection.has(0, 10));
  EXPECT_TRUE(selection.has(20, 30));
  EXPECT_TRUE(selection.has(0, 30));
  EXPECT_FALSE(selection.has(0, 9));
  EXPECT_FALSE(selection.has(21, 30));
}

}  // namespace
}  // namespace revprof
