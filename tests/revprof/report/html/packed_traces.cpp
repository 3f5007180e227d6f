// SPDX-License-Identifier: BSD-3-Clause
// Long traces are merged to a bounded size without losing time; the page's own tests read them.
#include "revprof/report/html/packed_traces.hpp"

#include <gtest/gtest.h>

#include "revprof/report/html/span.hpp"

namespace revprof {
namespace {

constexpr SimTime us = 1'000'000;

// Per step 6 us of computation and two calls of 2 us, and a message of 1, 2, 3 ... us.
Trace steps(int rank, int count) {
  Trace trace;
  trace.rank = rank;
  trace.processes = 2;
  for (int i = 0; i < count; ++i) {
    const SimTime t = i * 10 * us;
    trace.computes.push_back({t, t + 6 * us});
    trace.calls.push_back({"MPI_Recv", t + 6 * us, t + 8 * us, us, 8, 1 - rank, 0});
    trace.calls.push_back({"MPI_Barrier", t + 8 * us, t + 10 * us, 0, 0, -1, 0});
    trace.messages.push_back({1 - rank, t, t + us, t + (i + 1) * us, 8, 0, 0});
  }
  return trace;
}

TEST(PackedTraces, few_events_stay_as_they_are) {
  const PackedTraces packed = pack_traces({steps(0, 10), steps(1, 10)});
  EXPECT_EQ(packed.cell, 0);
  EXPECT_EQ(packed.spans_found, 60u);
  EXPECT_EQ(packed.messages_packed, 20u);
  EXPECT_EQ(packed.to, 100 * us);
  EXPECT_EQ(packed.names, (std::vector<std::string>{"computation", "MPI_Recv", "MPI_Barrier"}));
  ASSERT_EQ(packed.processes.size(), 2u);
  EXPECT_EQ(packed.processes[1].spans, 30u);
}

TEST(PackedTraces, nothing_is_packed_into_something) {
  const PackedTraces packed = pack_traces({});
  EXPECT_TRUE(packed.base64.empty());
  EXPECT_GT(packed.to, packed.from);
}

TEST(PackedTraces, many_events_are_bounded) {
  PackOptions options;
  options.most_spans = 100;
  options.most_messages = 10;
  const PackedTraces packed = pack_traces({steps(0, 200), steps(1, 200)}, options);
  EXPECT_GT(packed.cell, 2 * us);
  EXPECT_EQ(packed.spans_found, 1200u);
  EXPECT_LE(packed.processes[0].spans + packed.processes[1].spans, 100u);
  EXPECT_EQ(packed.messages_found, 400u);
  EXPECT_EQ(packed.messages_packed, 10u);  // the longest: 196 to 200 us of both
}

TEST(Spans, merging_keeps_the_time_of_each_call) {
  SpanNames names;
  const std::vector<TimeSpan> all = spans_of(steps(0, 10), 0, 100 * us, names);
  const std::vector<TimeSpan> merged = merge_spans(all, 50 * us);
  ASSERT_EQ(merged.size(), 6u);
  EXPECT_EQ(merged[0].end - merged[0].begin, 30 * us);
  EXPECT_EQ(merged[1].begin, merged[0].end);
  EXPECT_EQ(merged[1].end - merged[1].begin, 10 * us);
  EXPECT_EQ(merged[1].waiting, 5 * us);
  EXPECT_EQ(merged[1].bytes, 40);
  EXPECT_EQ(merged[1].communicator, merged_calls);
  EXPECT_EQ(merged[3].begin, 50 * us);
}

TEST(Spans, long_ones_are_never_merged) {
  SpanNames names;
  const std::vector<TimeSpan> all = spans_of(steps(0, 10), 0, 100 * us, names);
  EXPECT_EQ(merge_spans(all, us).size(), all.size());
  const std::vector<TimeSpan> merged = merge_spans(all, 3 * us);
  EXPECT_EQ(merged[0].end - merged[0].begin, 6 * us);
  EXPECT_EQ(merged[0].communicator, -1);
}

TEST(Spans, window_keeps_what_touches_it) {
  SpanNames names;
  const std::vector<TimeSpan> some = spans_of(steps(0, 10), 7 * us, 15 * us, names);
  ASSERT_EQ(some.size(), 3u);
  EXPECT_EQ(some[0].begin, 6 * us);
  EXPECT_EQ(some[2].begin, 10 * us);
}

}  // namespace
}  // namespace revprof
