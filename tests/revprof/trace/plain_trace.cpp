// SPDX-License-Identifier: BSD-3-Clause
// The plain trace: its exact text, and that reading gives back what was written.
#include <gtest/gtest.h>

#include <limits>
#include <memory>

#include "revprof/trace/factory.hpp"
#include "revprof/trace/file.hpp"
#include "revprof/trace/plain_reader.hpp"
#include "scratch_directory.hpp"

namespace revprof {
namespace {

constexpr SimTime latest = std::numeric_limits<SimTime>::max();

TraceOptions options_for(const ScratchDirectory& scratch, std::int64_t limit = 1000) {
  TraceOptions options;
  options.directory = scratch.path();
  options.format = "plain";
  options.rank = 3;
  options.processes = 16;
  options.program = "./ring 10";
  options.limit = limit;
  return options;
}

TEST(PlainTrace, has_one_line_an_event) {
  const ScratchDirectory scratch;
  auto sink = make_trace(options_for(scratch));
  sink->communicator({0, {0, 1, 2, 3}});
  sink->region({"halo exchange", 0, true});
  sink->compute({0, 1000});
  sink->call({"MPI_Recv", 1000, 5000, 2500, 8, 2, 0});
  sink->message({2, 10, 3500, 5000, 8, 99, 0});
  sink->region({"halo exchange", 5000, false});
  sink.reset();
  EXPECT_EQ(read_file(scratch / "p3.trace"),
            "# revprof-trace 1\n"
            "# rank 3 of 16\n"
            "# program ./ring 10\n"
            "G 0 0 1 2 3\n"
            "B 0 halo exchange\n"
            "C 0 1000\n"
            "M MPI_Recv 1000 5000 2500 8 2 0\n"
            "R 2 10 3500 5000 8 99 0\n"
            "E 5000 halo exchange\n"
            "# end events=5 left_out=0\n");
}

TEST(PlainTrace, gives_back_what_was_written) {
  const ScratchDirectory scratch;
  auto options = options_for(scratch);
  options.program = "./a.out 'two\nlines' back\\slash";
  auto sink = make_trace(options);
  std::vector<std::int32_t> ranks(20000);
  for (std::size_t i = 0; i < ranks.size(); ++i) ranks[i] = static_cast<std::int32_t>(2 * i);
  sink->communicator({7, ranks});
  sink->compute({latest - 1, latest});
  sink->call({"MPI_Send", 1, latest, latest - 1, latest, -1, -1});
  sink->message({-1, 0, 1, latest, latest, std::numeric_limits<std::int32_t>::max(), 7});
  sink->region({"a\\nb\nc", 12, true});
  sink->region({"", 13, false});
  sink.reset();

  const Trace trace = read_plain_trace(scratch / "p3.trace");
  EXPECT_EQ(trace.rank, 3);
  EXPECT_EQ(trace.processes, 16);
  EXPECT_EQ(trace.program, options.program);
  EXPECT_TRUE(trace.complete);
  EXPECT_EQ(trace.communicators.at(7), ranks);
  ASSERT_EQ(trace.computes.size(), 1u);
  EXPECT_EQ(trace.computes[0].end, latest);
  ASSERT_EQ(trace.calls.size(), 1u);
  EXPECT_EQ(trace.calls[0].call, "MPI_Send");
  EXPECT_EQ(trace.calls[0].begin, 1);
  EXPECT_EQ(trace.calls[0].end, latest);
  EXPECT_EQ(trace.calls[0].waiting, latest - 1);
  EXPECT_EQ(trace.calls[0].bytes, latest);
  EXPECT_EQ(trace.calls[0].peer, -1);
  EXPECT_EQ(trace.calls[0].communicator, -1);
  ASSERT_EQ(trace.messages.size(), 1u);
  EXPECT_EQ(trace.messages[0].source, -1);
  EXPECT_EQ(trace.messages[0].arrived, 1);
  EXPECT_EQ(trace.messages[0].received, latest);
  EXPECT_EQ(trace.messages[0].tag, std::numeric_limits<std::int32_t>::max());
  EXPECT_EQ(trace.messages[0].communicator, 7);
  ASSERT_EQ(trace.regions.size(), 2u);
  EXPECT_EQ(trace.regions[0].name, "a\\nb\nc");
  EXPECT_TRUE(trace.regions[0].begins);
  EXPECT_EQ(trace.regions[1].name, "");
  EXPECT_EQ(trace.regions[1].time, 13);
}

TEST(PlainTrace, merges_computations_that_touch) {
  const ScratchDirectory scratch;
  auto sink = make_trace(options_for(scratch));
  sink->compute({0, 10});
  sink->compute({10, 20});
  sink->compute({20, 20});
  sink->compute({20, 25});
  sink->compute({30, 40});
  sink->call({"MPI_Barrier", 40, 50, 0, 0, -1, 0});
  sink->compute({50, 60});
  sink.reset();
  const Trace trace = read_plain_trace(scratch / "p3.trace");
  ASSERT_EQ(trace.computes.size(), 3u);
  EXPECT_EQ(trace.computes[0].begin, 0);
  EXPECT_EQ(trace.computes[0].end, 25);
  EXPECT_EQ(trace.computes[1].begin, 30);
  EXPECT_EQ(trace.computes[2].end, 60);
}

TEST(PlainTrace, counts_and_leaves_out_what_is_beyond_the_limit) {
  const ScratchDirectory scratch;
  auto sink = make_trace(options_for(scratch, 2));
  for (SimTime t = 0; t < 50; t += 10) sink->call({"MPI_Barrier", t, t + 10, 0, 0, -1, 0});
  sink->communicator({5, {0}});
  sink.reset();
  const Trace trace = read_plain_trace(scratch / "p3.trace");
  EXPECT_EQ(trace.calls.size(), 2u);
  EXPECT_EQ(trace.left_out, 3);
  EXPECT_TRUE(trace.communicators.empty());
  EXPECT_TRUE(trace.complete);
}

TEST(PlainTrace, outgrows_its_chunks) {
  const ScratchDirectory scratch;
  auto sink = make_trace(options_for(scratch, 1'000'000));
  constexpr SimTime events = 300'000;
  for (SimTime i = 0; i < events; ++i) sink->call({"MPI_Allreduce", 2 * i, 2 * i + 1, 1, i, -1, 0});
  sink.reset();
  const Trace trace = read_plain_trace(scratch / "p3.trace");
  ASSERT_EQ(trace.calls.size(), static_cast<std::size_t>(events));
  for (SimTime i = 0; i < events; ++i) {
    ASSERT_EQ(trace.calls[static_cast<std::size_t>(i)].bytes, i);
  }
}

TEST(PlainTrace, of_all_processes_come_in_order_of_rank) {
  const ScratchDirectory scratch;
  for (const int rank : {11, 2, 0}) {
    auto options = options_for(scratch);
    options.rank = rank;
    make_trace(options);
  }
  write_file(scratch / "p.trace", "not a rank");
  const std::vector<Trace> traces = read_plain_traces(scratch.path());
  ASSERT_EQ(traces.size(), 3u);
  EXPECT_EQ(traces[1].rank, 2);
  EXPECT_EQ(traces[2].rank, 11);
}

TEST(TraceFactory, makes_nothing_for_none) {
  TraceOptions options;
  options.format = "none";
  EXPECT_EQ(make_trace(options), nullptr);
}

TEST(TraceFactory, names_the_file_that_cannot_be_made) {
  TraceOptions options;
  options.format = "plain";
  options.directory = "/nonexistent";
  try {
    make_trace(options);
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "/nonexistent/p0.trace: No such file or directory");
  }
}

TEST(TraceFactory, knows_the_formats_it_names) {
  EXPECT_EQ(trace_formats(), (std::vector<std::string>{"plain", "none"}));
  TraceOptions options;
  options.format = "otf7";
  EXPECT_THROW(make_trace(options), std::runtime_error);
}

}  // namespace
}  // namespace revprof
