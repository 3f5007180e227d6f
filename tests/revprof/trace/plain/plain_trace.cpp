// SPDX-License-Identifier: BSD-3-Clause
// The plain trace: its exact text, and that reading gives back what was written.
#include <gtest/gtest.h>

#include <limits>
#include <memory>

#include "fit/file/whole_file.hpp"
#include "revprof/trace/plain/factory.hpp"
#include "revprof/trace/plain/plain_reader.hpp"
#include "scratch_directory.hpp"

namespace revprof {
namespace {

constexpr SimTime latest = std::numeric_limits<SimTime>::max();

TraceOptions options_for(const ScratchDirectory& scratch, std::int64_t limit = 1000) {
  TraceOptions options;
  options.directory = scratch.path();
  options.formats = {"plain"};
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
  sink->message({2, 10, 3500, 5000, 8, 99, 0});
  sink->call({"MPI_Recv", 1000, 5000, 2500, 8, 2, 0});
  sink->region({"halo exchange", 5000, false});
  sink->send({1, 5000, 64, 7, 0, 12});
  sink->call({"MPI_Isend", 5000, 6000, 0, 64, 1, 0});
  sink->request({13, 6000, RequestEvent::What::receive});
  sink->call({"MPI_Irecv", 6000, 7000, 0, 0, -1, 0});
  sink->request({14, 7000, RequestEvent::What::collective, "MPI_Ibcast", 8, 2, 0});
  sink->call({"MPI_Ibcast", 7000, 7000, 0, 8, 2, 0});
  sink->request({12, 8000, RequestEvent::What::complete});
  sink->message({2, 10, 7500, 9000, 8, 99, 0, 13});
  sink->call({"MPI_Waitall", 7000, 9000, 0, 72, -1, 0});
  sink->communicator({1, {3, 2, 0}, 1});
  sink->window({0, 1});
  sink->lock({true});
  sink->call({"MPI_Win_lock", 9000, 9500, 0, 0, 2, 1, 0});
  sink->partners({{0, 2}});
  sink->call({"MPI_Win_post", 9500, 9600, 0, 0, -1, 1, 0});
  sink.reset();
  EXPECT_EQ(read_file(scratch / "p3.trace"),
            "# revprof-trace 2\n"
            "# rank 3 of 16\n"
            "# program ./ring 10\n"
            "G 0 0 1 2 3\n"
            "B 0 halo exchange\n"
            "C 0 1000\n"
            "R 2 10 3500 5000 8 99 0\n"
            "M MPI_Recv 1000 5000 2500 8 2 0\n"
            "E 5000 halo exchange\n"
            "S 1 5000 64 7 0 12\n"
            "M MPI_Isend 5000 6000 0 64 1 0\n"
            "Q 13 6000 receive\n"
            "M MPI_Irecv 6000 7000 0 0 -1 0\n"
            "Q 14 7000 collective MPI_Ibcast 8 2 0\n"
            "M MPI_Ibcast 7000 7000 0 8 2 0\n"
            "Q 12 8000 complete\n"
            "R 2 10 7500 9000 8 99 0 13\n"
            "M MPI_Waitall 7000 9000 0 72 -1 0\n"
            "G 1 3 | 2 0\n"
            "W 0 1\n"
            "L exclusive\n"
            "M MPI_Win_lock 9000 9500 0 0 2 1 0\n"
            "N 0 2\n"
            "M MPI_Win_post 9500 9600 0 0 -1 1 0\n"
            "# end events=18 left_out=0\n");
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
  sink->message({-1, 0, 1, latest, latest, std::numeric_limits<std::int32_t>::max(), 7, latest});
  sink->send({-1, latest, latest, 0, 7, latest});
  sink->call({"MPI_Send", 1, latest, latest - 1, latest, -1, -1, 3});
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
  EXPECT_EQ(trace.messages[0].request, latest);
  EXPECT_EQ(trace.calls[0].window, 3);
  ASSERT_EQ(trace.sends.size(), 1u);
  EXPECT_EQ(trace.sends[0].sent, latest);
  EXPECT_EQ(trace.sends[0].request, latest);
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
  options.formats = {"none"};
  EXPECT_EQ(make_trace(options), nullptr);
}

TEST(TraceFactory, makes_nothing_for_a_process_that_is_not_selected) {
  const ScratchDirectory scratch;
  auto options = options_for(scratch);
  options.selection.ranks = parse_ranks("0-2,4");
  EXPECT_EQ(make_trace(options), nullptr);
}

TEST(TraceFactory, names_the_file_that_cannot_be_made) {
  TraceOptions options;
  options.formats = {"plain"};
  options.directory = "/nonexistent";
  try {
    make_trace(options);
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "/nonexistent/p0.trace: No such file or directory");
  }
}

// One process's events at 100 to 900, of which 300 to 500 are wanted.
TEST(PlainTrace, keeps_what_touches_the_window) {
  const ScratchDirectory scratch;
  auto options = options_for(scratch);
  options.selection.from = 300;
  options.selection.to = 500;
  auto sink = make_trace(options);
  sink->communicator({0, {0, 1}});
  sink->region({"whole", 0, true});
  sink->region({"before", 10, true});
  sink->compute({10, 100});
  sink->send({1, 100, 8, 0, 0});
  sink->call({"MPI_Send", 100, 200, 0, 8, 1, 0});
  sink->region({"before", 200, false});
  sink->compute({200, 310});
  sink->message({1, 50, 300, 400, 8, 0, 0});
  sink->call({"MPI_Recv", 310, 400, 0, 8, 1, 0});
  sink->region({"inside", 400, true});
  sink->send({1, 600, 8, 0, 0, 1});  // the port is free later
  sink->call({"MPI_Isend", 450, 550, 0, 8, 1, 0});
  sink->region({"inside", 550, false});
  sink->region({"after", 550, true});
  sink->call({"MPI_Barrier", 550, 600, 0, 0, -1, 0});
  sink->region({"after", 600, false});
  sink->region({"whole", 900, false});
  sink.reset();
  EXPECT_EQ(read_file(scratch / "p3.trace"),
            "# revprof-trace 2\n"
            "# rank 3 of 16\n"
            "# program ./ring 10\n"
            "G 0 0 1\n"
            "B 0 whole\n"
            "C 200 310\n"
            "R 1 50 300 400 8 0 0\n"
            "M MPI_Recv 310 400 0 8 1 0\n"
            "B 400 inside\n"
            "S 1 600 8 0 0 1\n"
            "M MPI_Isend 450 550 0 8 1 0\n"
            "E 550 inside\n"
            "E 900 whole\n"
            "# end events=9 left_out=0\n");
}

TEST(PlainTrace, never_parts_a_call_from_what_is_inside_it) {
  const ScratchDirectory scratch;
  auto sink = make_trace(options_for(scratch, 3));
  for (SimTime t = 0; t < 30; t += 10) {
    sink->send({1, t, 8, 0, 0});
    sink->call({"MPI_Send", t, t + 10, 0, 8, 1, 0});
  }
  sink->compute({30, 40});
  sink.reset();
  const Trace trace = read_plain_trace(scratch / "p3.trace");
  EXPECT_EQ(trace.calls.size(), 1u);
  EXPECT_EQ(trace.sends.size(), 1u);
  EXPECT_EQ(trace.left_out, 5);
  EXPECT_TRUE(trace.computes.empty());
}

TEST(TraceFactory, tells_what_is_made_afterwards) {
  EXPECT_TRUE(converted_formats({"plain"}).empty());
  EXPECT_TRUE(converted_formats({"none"}).empty());
  EXPECT_EQ(converted_formats(trace_formats()),
            (std::vector<std::string>{"chrome", "otf2", "paje"}));
}

}  // namespace
}  // namespace revprof
