// SPDX-License-Identifier: BSD-3-Clause
// `revprof report DIR` on complete runs, crashed runs and directories that are no runs.
#include <gtest/gtest.h>

#include <filesystem>

#include "fit/file/whole_file.hpp"
#include "revprof/report/html/report.hpp"
#include "revprof/trace/plain/factory.hpp"
#include "revprof/trace/results/summary.hpp"
#include "scratch_directory.hpp"

namespace revprof {
namespace {

constexpr SimTime us = 1'000'000;

void trace_rank(const ScratchDirectory& scratch, int rank) {
  TraceOptions options;
  options.directory = scratch.path();
  options.formats = {"plain"};
  options.rank = rank;
  options.processes = 2;
  options.program = "./pair";
  options.limit = 100;
  const auto sink = make_trace(options);
  sink->compute({0, 10 * us});
  if (rank == 0) sink->call({"MPI_Send", 10 * us, 13 * us, 0, 8, 1, 0});
  if (rank == 1) {
    sink->message({0, 10 * us, 14 * us, 16 * us, 8, 0, 0});
    sink->call({"MPI_Recv", 10 * us, 16 * us, 4 * us, 8, 0, 0});
  }
}

Summary pair() {
  Summary summary;
  summary.program = "./pair";
  summary.processes = 2;
  summary.machine = "round numbers";
  summary.lanes = {{"mean"}};
  summary.times = {{{13 * us, 10 * us, 3 * us, 0}}, {{16 * us, 10 * us, 2 * us, 4 * us}}};
  summary.calls = {{"MPI_Recv", 1, 8, 6e-6, 4e-6, "measured", ""},
                   {"MPI_Send", 1, 8, 3e-6, 0, "measured", ""}};
  summary.trust.measured = 1;
  return summary;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(ReportDirectory, tells_what_it_can_where_it_cannot_write) {
  const ScratchDirectory scratch;
  trace_rank(scratch, 0);
  trace_rank(scratch, 1);
  write_summary(pair(), scratch / "summary.json");
  std::filesystem::create_directories(scratch / "timing_diagram.svg/in-its-place");
  const Report report = report_directory(scratch.path());
  EXPECT_TRUE(has(report.text, "predicted time  16.00 us"));
  EXPECT_TRUE(report.files.empty());
  ASSERT_EQ(report.notes.size(), 1U);
  EXPECT_TRUE(has(report.notes[0], "warning: not written: " + scratch / "timing_diagram.svg"))
      << report.notes[0];
}

TEST(ReportDirectory, tells_everything_of_a_complete_run) {
  const ScratchDirectory scratch;
  trace_rank(scratch, 0);
  trace_rank(scratch, 1);
  write_summary(pair(), scratch / "summary.json");
  const Report report = report_directory(scratch.path());
  EXPECT_TRUE(has(report.text, "predicted time  16.00 us"));
  EXPECT_TRUE(has(report.text, "Time per process\n  process   compute"));
  EXPECT_TRUE(has(report.text, "Messages\n  from -> to")) << report.text;
  EXPECT_TRUE(report.notes.empty());
  EXPECT_EQ(report.files, std::vector<std::string>{scratch / "timing_diagram.svg"});
  EXPECT_TRUE(
      has(read_file(report.files[0]), "2 processes on round numbers; predicted time 16.00 us"));
}

TEST(ReportDirectory, makes_do_with_the_traces_of_a_crashed_run) {
  const ScratchDirectory scratch;
  trace_rank(scratch, 0);
  write_file(scratch / "p1.trace",
             "# revprof-trace 1\n# rank 1 of 2\n# program ./pair\nC 0 10000000\nM MPI_Re" +
                 std::string(4000, '\0'));
  const Report report = report_directory(scratch.path());
  EXPECT_TRUE(has(report.text, "revprof: ./pair\n"));
  EXPECT_TRUE(has(report.text, "as far as it was traced"));
  ASSERT_EQ(report.notes.size(), 2u);
  EXPECT_EQ(report.notes[0], "no summary.json: the run did not end, shown is what was traced");
  EXPECT_EQ(report.notes[1], "p1.trace is cut short: the process did not end in MPI_Finalize");
  EXPECT_TRUE(has(read_file(scratch / "timing_diagram.svg"), "The run did not end: 1 of 2 traces"));
}

TEST(ReportDirectory, makes_do_with_a_summary) {
  const ScratchDirectory scratch;
  write_summary(pair(), scratch / "summary.json");
  const Report report = report_directory(scratch.path());
  EXPECT_TRUE(has(report.text, "predicted time  16.00 us"));
  EXPECT_TRUE(report.files.empty());
}

TEST(ReportDirectory, draws_only_when_asked_to) {
  const ScratchDirectory scratch;
  trace_rank(scratch, 0);
  ReportOptions options;
  options.diagram = false;
  EXPECT_TRUE(report_directory(scratch.path(), options).files.empty());
  EXPECT_FALSE(std::filesystem::exists(scratch / "timing_diagram.svg"));
}

TEST(ReportDirectory, refuses_what_is_no_run) {
  const ScratchDirectory scratch;
  EXPECT_THROW(report_directory(scratch / "missing"), std::runtime_error);
  EXPECT_THROW(report_directory(scratch.path()), std::runtime_error);
  write_file(scratch / "summary.json", "{}");
  EXPECT_THROW(report_directory(scratch.path()), FileError);
}

TEST(ReportDirectory, refuses_a_window_that_ends_before_it_begins) {
  const ScratchDirectory scratch;
  trace_rank(scratch, 0);
  ReportOptions options;
  options.from_seconds = 2;
  options.to_seconds = 1;
  EXPECT_THROW(report_directory(scratch.path(), options), std::runtime_error);
}

}  // namespace
}  // namespace revprof
