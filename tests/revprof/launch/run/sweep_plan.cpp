// SPDX-License-Identifier: BSD-3-Clause
// Placeholders, and the runs that a sweep is made of.
#include "revprof/launch/run/sweep_plan.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "revprof/launch/command.hpp"

namespace revprof {
namespace {

using Words = std::vector<std::string>;

std::string refusal(const std::function<void()>& what) {
  try {
    what();
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

Words directories(const PlannedCurve& curve) {
  Words names;
  for (const PlannedRun& run : curve.runs) names.push_back(run.directory);
  return names;
}

TEST(Placeholders, are_filled_in_wherever_they_stand) {
  EXPECT_EQ(filled({"./a{n}", "{n}x{n}", "{100*n}", "{x}", "{}", "{n"}, {{"n", "8"}}),
            Words({"./a8", "8x8", "800", "{x}", "{}", "{n"}));
  EXPECT_EQ(filled({"{{n}}", "{{2*n}}", "{{n}", "{n}}", "{\"n\":{n}}"}, {{"n", "8"}}),
            Words({"{n}", "{2*n}", "{8", "8}", "{\"n\":8}"}));
  EXPECT_TRUE(mentions({"-i", "{2*n}"}, "n"));
  EXPECT_FALSE(mentions({"n", "{m}"}, "n"));
  EXPECT_EQ(refusal([] {
              filled({"{2*n}"}, {{"n", "many"}});
            }),
            "{2*n}: expected a whole number for n, found \"many\"");
}

TEST(Placeholders, that_nobody_has_given_are_refused) {
  const Words names = {"processes", "n"};
  EXPECT_EQ(refusal([&] {
              check_mentioned({"./a", "x{10*N}"}, names);
            }),
            "in the program's words: expected one of {processes}, {n} (--arg N=V,V,... makes "
            "another), found \"{10*N}\" ({{10*N}} stands for {10*N} itself)");
  for (const char* passed : {"{n}", "{2*processes}", "{{N}}", "${HOME}", "{}", "{n", "{print $1}",
                             "{\"key\": 1}", "{1,2}", "{}{n}"}) {
    EXPECT_EQ(refusal([&] { check_mentioned({passed}, names); }), "accepted") << passed;
  }
}

TEST(Placeholders, are_read_strictly) {
  const Placeholder placeholder = read_placeholder("file=a.in,b=c.in");
  EXPECT_EQ(placeholder.name, "file");
  EXPECT_EQ(placeholder.values, Words({"a.in", "b=c.in"}));
  for (const char* text : {"", "n", "n=", "=1", "n=1,", "n=1,,2", "n=1,1", "n m=1", "2=1", "2*n=1",
                           "{n}=1", "processes=1,2"}) {
    EXPECT_NE(refusal([text] { read_placeholder(text); }), "accepted") << text;
  }
}

TEST(SweepPlan, multiplies_models_arguments_and_processes) {
  const SweepPlan plan = plan_sweep({{"./a", "{n}", "{alg}"},
                                     {1, 2},
                                     {{"n", {"10", "20"}}, {"alg", {"x/y"}}},
                                     {"m/one.json", "two.json"},
                                     false});
  EXPECT_EQ(plan.runs(), 8u);
  EXPECT_TRUE(plan.over_processes());
  ASSERT_EQ(plan.curves.size(), 4u);
  EXPECT_EQ(plan.curves[1].name, "one, n=20, alg=x/y");
  EXPECT_EQ(plan.curves[2].name, "two, n=10, alg=x/y");
  EXPECT_EQ(directories(plan.curves[1]), Words({"one/n=20,alg=x_y/p1", "one/n=20,alg=x_y/p2"}));
  EXPECT_EQ(plan.curves[1].runs[1].program, Words({"./a", "20", "x/y"}));
  EXPECT_EQ(plan.curves[1].runs[1].label, "one, n=20, alg=x/y, 2 processes");
}

TEST(SweepPlan, of_processes_alone_is_one_curve) {
  const SweepPlan plan = plan_sweep({{"./a", "{1000*processes}"}, {1, 4}, {}, {"m.json"}, true});
  ASSERT_EQ(plan.curves.size(), 1u);
  EXPECT_EQ(plan.curves[0].name, "");
  EXPECT_EQ(directories(plan.curves[0]), Words({"p1", "p4"}));
  EXPECT_EQ(plan.curves[0].runs[1].program[1], "4000");
  EXPECT_EQ(plan.curves[0].runs[0].label, "1 process");
}

TEST(SweepPlan, of_a_weak_scaling_takes_one_value_for_each_number_of_processes) {
  const SweepPlan plan =
      plan_sweep({{"./a", "{n}"}, {1, 4}, {{"n", {"512", "1024"}}}, {"m.json"}, true});
  ASSERT_EQ(plan.curves.size(), 1u);
  EXPECT_EQ(directories(plan.curves[0]), Words({"p1", "p4"}));
  EXPECT_EQ(plan.curves[0].runs[1].program[1], "1024");
  EXPECT_EQ(plan.curves[0].runs[1].label, "n=1024, 4 processes");
  EXPECT_EQ(refusal([] {
              plan_sweep({{"./a", "{n}"}, {1, 2, 4}, {{"n", {"1", "2"}}}, {"m.json"}, true});
            }),
            "--weak: expected a value of n for each of the numbers of processes, found 2 values "
            "for 3 numbers");
}

TEST(SweepPlan, of_one_number_of_processes_is_over_the_argument) {
  const SweepPlan plan = plan_sweep(
      {{"./a", "{n}", "{m}"}, {4}, {{"n", {"400", "100"}}, {"m", {"x"}}}, {"m.json"}, false});
  EXPECT_EQ(plan.axis, "n");
  ASSERT_EQ(plan.curves.size(), 1u);
  EXPECT_EQ(directories(plan.curves[0]), Words({"m=x/n=100/p4", "m=x/n=400/p4"}));
  EXPECT_EQ(plan.curves[0].runs[1].position, 400);
  EXPECT_EQ(plan_sweep({{"./a", "{n}"}, {4}, {{"n", {"ring", "tree"}}}, {"m.json"}, false}).axis,
            "processes");
}

TEST(SweepPlan, refuses_arguments_that_are_not_there) {
  EXPECT_EQ(refusal([] {
              plan_sweep({{"./a"}, {1}, {{"n", {"1"}}}, {"m.json"}, false});
            }),
            "--arg: {n} does not stand in the program's words");
  EXPECT_EQ(refusal([] {
              plan_sweep({{"{n}"}, {1}, {{"n", {"1"}}, {"n", {"2"}}}, {"m.json"}, false});
            }),
            "--arg: n comes twice");
}

}  // namespace
}  // namespace revprof
