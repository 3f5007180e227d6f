// SPDX-License-Identifier: BSD-3-Clause
// What Mustache's tags become, and what is refused.
#include "report_templates/filled_template.hpp"

#include <gtest/gtest.h>

namespace revprof {

namespace {

std::string filled(const std::string& text, const Tags& tags) {
  return filled_template(text, "a.tex", tags,
                         [](const std::string& value) { return "[" + value + "]"; });
}

std::string refusal(const std::string& text, const Tags& tags) {
  try {
    return "filled: " + filled(text, tags);
  } catch (const TemplateError& error) {
    return error.what();
  }
}

}  // namespace

TEST(FilledTemplate, escapes_unless_told_otherwise) {
  EXPECT_EQ(filled("{{x}} {{&x}} {{{x}}}.", {{"x", "a"}}), "[a] a a.");
}

TEST(FilledTemplate, repeats_a_section_for_each_of_a_list) {
  const Tags tags = {{"all", TagList{Tags{{"x", "1"}}, Tags{{"x", "2"}}}}, {"none", TagList{}}};
  EXPECT_EQ(filled("{{#all}}{{&x}};{{/all}}{{^all}}no{{/all}}", tags), "1;2;");
  EXPECT_EQ(filled("{{#none}}yes{{/none}}{{^none}}no{{/none}}", tags), "no");
}

TEST(FilledTemplate, shows_a_section_by_truth_and_looks_outwards_for_names) {
  const Tags tags = {
      {"yes", Tag(true)}, {"no", Tag(false)}, {"x", "outer"}, {"thing", Tags{{"y", "inner"}}}};
  EXPECT_EQ(filled("{{#yes}}{{&x}}{{/yes}}{{#no}}{{&x}}{{/no}}", tags), "outer");
  EXPECT_EQ(filled("{{#thing}}{{&x}} {{&y}}{{/thing}} {{&thing.y}}", tags), "outer inner inner");
}

TEST(FilledTemplate, lines_of_sections_alone_leave_none) {
  const Tags tags = {{"all", TagList{Tags{{"x", "1"}}, Tags{{"x", "2"}}}}};
  EXPECT_EQ(filled("a\n{{#all}}\n  {{&x}}\n{{/all}}\n\nb\n", tags), "a\n  1\n  2\n\nb\n");
}

TEST(FilledTemplate, takes_other_delimiters_and_comments) {
  EXPECT_EQ(filled("{{=<< >>=}}<<! no >>{{x}} <<&x>>", {{"x", "a"}}), "{{x}} a");
}

TEST(FilledTemplate, says_what_is_wrong_with_a_template) {
  EXPECT_EQ(refusal("{{y}}", {{"x", "a"}}), "a.tex: unknown tag y");
  EXPECT_EQ(refusal("{{x}}", {{"x", Tag(true)}}), "a.tex: tag x is no text");
  EXPECT_EQ(refusal("{{#x}}", {{"x", "a"}}), "a.tex: section x has no end");
  EXPECT_EQ(refusal("{{#x}}{{/y}}", {{"x", "a"}}),
            "a.tex: expected the end of section x, found that of y");
  EXPECT_EQ(refusal("a {{x", {{"x", "a"}}), "a.tex: a tag without an end: x");
  EXPECT_EQ(refusal("{{=<<=}}", {}), "a.tex: expected {{=<< >>=}} with two delimiters, found =<<=");
}

}  // namespace revprof
