// SPDX-License-Identifier: BSD-3-Clause
// Widths: of texts in UTF-8, of shortened ones, of tables that must fit a page.
#include "revprof/report/text/text_table.hpp"

#include <gtest/gtest.h>

namespace revprof {
namespace {

TEST(Shortened, keeps_both_ends) {
  EXPECT_EQ(shortened("abcdefghij", 10), "abcdefghij");
  EXPECT_EQ(shortened("abcdefghij", 9), "abc...hij");
  EXPECT_EQ(shortened("abcdefghij", 8), "abc...ij");
  EXPECT_EQ(shortened("", 5), "");
}

TEST(Shortened, counts_characters_and_cuts_none) {
  EXPECT_EQ(text_width("\xc2\xb5s"), 2u);
  EXPECT_EQ(shortened("\xc2\xb5\xc2\xb5\xc2\xb5\xc2\xb5\xc2\xb5\xc2\xb5", 5),
            "\xc2\xb5...\xc2\xb5");
}

TEST(TextTable, aligns_by_characters) {
  TextTable table({Align::left, Align::right});
  table.add({"0.1 \xc2\xb5s", "1"});
  table.add({"x", "100"});
  EXPECT_EQ(table.text(0), "0.1 \xc2\xb5s    1\nx       100\n");
}

TEST(TextTable, shortens_the_widest_left_column_to_fit) {
  TextTable table({Align::left, Align::right, Align::left});
  table.add({"abcdefghijklmnopqrst", "1234567890", "0123456789"});
  table.add({"short", "1", ""});
  EXPECT_EQ(table.text(2, 40),
            "  abcdef...pqrst  1234567890  0123456789\n"
            "  short                    1\n");
  EXPECT_EQ(table.text(2),
            "  abcdefghijklmnopqrst  1234567890  0123456789\n"
            "  short                          1\n");
}

TEST(Wrapped, breaks_lines_at_80_columns_and_keeps_numbers_with_their_units) {
  const std::string text(70, 'x');
  EXPECT_EQ(wrapped(text + " 12.5 %, and", 4), text + "\n    12.5 %, and");
  EXPECT_EQ(wrapped(text + " 12 and", 2), text + " 12 and");
  EXPECT_EQ(wrapped(text + " 123.45 us more", 1), text + "\n 123.45 us more");
}

}  // namespace
}  // namespace revprof
