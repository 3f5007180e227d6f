// SPDX-License-Identifier: BSD-3-Clause
// Several runs of a command: what is kept of each, and what one more is charged.
#include "revprof/run/computation/run_visits.hpp"

#include "course_fixture.hpp"
#include "fit/file/whole_file.hpp"
#include "revprof/trace/results/run_directory.hpp"

namespace revprof {
namespace {

class RunsOfACommand : public Environment {
 protected:
  RunsOfACommand() {
    set("REVPROF_COMPUTE", "cpu");
    set("REVPROF_OUTPUT_EXISTS", "1");
    std::filesystem::create_directories(output());
  }
  void keep(int run, int process, const SegmentVisits& visits) const {
    std::filesystem::create_directories(run_directory(output(), run));
    write_visits(visits, visits_file(run_directory(output(), run), process));
  }
  static std::string refusal(const std::string& directory, int runs) {
    try {
      const CommonVisits visits(directory, runs, 0);
    } catch (const FileError& error) {
      return error.what();
    }
    return "no refusal";
  }
};

const std::string segment = "begin -> MPI_Allreduce";

TEST_F(RunsOfACommand, are_charged_each_visits_median_and_quartiles) {
  keep(1, 0, {{segment, {0.5F, 0.25F}}});
  keep(2, 0, {{segment, {0.125F, 0.25F}}});
  keep(3, 0, {{segment, {0.25F, 1.0F}}});
  for (int run = 1; run <= 3; ++run) keep(run, 1, {{segment, {0, 2.0F}}});
  set("REVPROF_VISITS", "3");
  predict(2, [](auto& run) {
    meet(run);
    meet(run);
  });
  const Summary read = summary();
  const auto ms = [&](std::size_t process, std::size_t lane) {
    return read.times[process][lane].compute / (1000 * us);
  };
  EXPECT_EQ(ms(0, 0), 250 + 250);
  EXPECT_EQ(ms(0, 1), 125 + 250);   // low
  EXPECT_EQ(ms(0, 2), 500 + 1000);  // high
  for (std::size_t lane = 0; lane < 3; ++lane) EXPECT_EQ(ms(1, lane), 2000);
  // Process 0 waits 250 ms less the first time, 1750 ms the second.
  EXPECT_EQ(read.times[0][0].predicted / (1000 * us), 250 + 2000);
}

TEST_F(RunsOfACommand, leave_as_many_visits_as_there_are_calls) {
  set("REVPROF_VISITS", "keep");
  predict(1, [](auto& run) {
    for (int i = 0; i < 5; ++i) meet(run);
  });
  const SegmentVisits visits = read_visits(visits_file(output(), 0));
  ASSERT_EQ(visits.size(), 1U);
  ASSERT_EQ(visits.begin()->first, segment);
  double sum = 0;
  for (const float seconds : visits.at(segment)) sum += seconds;
  EXPECT_EQ(visits.at(segment).size(), 5U);
  // A float has seven digits, and each visit is charged in whole picoseconds.
  EXPECT_NEAR(sum * 1e12, static_cast<double>(summary().predicted(0).compute),
              1e-6 * sum * 1e12 + 0.5 * 5);
}

TEST_F(RunsOfACommand, of_another_flow_have_no_prediction) {
  for (int run = 1; run <= 2; ++run) keep(run, 0, {{segment, {0.5F, 0.5F}}});
  set("REVPROF_VISITS", "2");
  testing::internal::CaptureStderr();
  predict(1, [](auto& run) {
    for (int i = 0; i < 3; ++i) meet(run);
  });
  EXPECT_NE(testing::internal::GetCapturedStderr().find(
                "no prediction: process 0: this run's program flow is not that of the runs "
                "before: begin -> MPI_Allreduce (2 visits, then 3 visits)"),
            std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(output() + "/summary.json"));
}

TEST_F(RunsOfACommand, that_differ_among_themselves_are_refused) {
  keep(1, 0, {{segment, {0.5F}}, {"region a", {1, 1}}});
  keep(2, 0, {{segment, {0.5F}}, {"region b", {1}}});
  EXPECT_NE(refusal(output(), 2)
                .find("run2/visits.0: not the same program flow as in the first "
                      "run: region a (2 visits, then 0 visits) and 1 more segment"),
            std::string::npos)
      << refusal(output(), 2);
  keep(2, 0, {{segment, {0.5F}}, {"region a", {1, 1}}});
  EXPECT_NE(refusal(output(), 3).find("run3/visits.0"), std::string::npos);
  write_file(visits_file(run_directory(output(), 1), 0), "revprof-visits 1\n3 region a\n1234");
  EXPECT_NE(refusal(output(), 1).find("broken off at byte 17"), std::string::npos)
      << refusal(output(), 1);
  write_file(visits_file(run_directory(output(), 1), 0), "{}");
  EXPECT_NE(refusal(output(), 1).find("expected the visits of a run"), std::string::npos);
}

}  // namespace
}  // namespace revprof
