// SPDX-License-Identifier: BSD-3-Clause
// Traces that are cut are read as far as they go; traces that are wrong are refused with file and
// line.
#include <gtest/gtest.h>

#include "fit/file/whole_file.hpp"
#include "revprof/trace/plain/plain_reader.hpp"
#include "scratch_directory.hpp"

namespace revprof {
namespace {

const std::string header = "# revprof-trace 2\n# rank 0 of 2\n# program ./ring\n";

Trace read_text(const std::string& text) {
  const ScratchDirectory scratch;
  write_file(scratch / "p0.trace", text);
  return read_plain_trace(scratch / "p0.trace");
}

// The error without the directory: "p0.trace:4: expected ...".
std::string error_of(const std::string& text) {
  try {
    read_text(text);
  } catch (const std::runtime_error& error) {
    const std::string message = error.what();
    return message.substr(message.find("p0.trace"));
  }
  return "no error";
}

TEST(CutTrace, ends_before_the_line_that_is_cut) {
  const Trace trace = read_text(header + "C 0 10\nM MPI_Barrier 10 20 0 0 -");
  EXPECT_FALSE(trace.complete);
  EXPECT_EQ(trace.computes.size(), 1u);
  EXPECT_TRUE(trace.calls.empty());
}

// What was never a trace is not one that was cut, though there is a zero byte in its first line.
TEST(BrokenTrace, is_no_trace_at_all) {
  const std::string binary(
      "\x7f"
      "ELF\0\0\n",
      7),
      lost("\0\0\n", 3);
  EXPECT_EQ(error_of(binary).rfind("p0.trace:1: expected a trace that begins with \"#\"", 0), 0U)
      << error_of(binary);
  for (const std::string& cut : {std::string(), std::string("# rev"), lost}) {
    EXPECT_EQ(error_of(cut), "no error") << cut;
  }
}

TEST(CutTrace, ends_before_zero_bytes) {
  const Trace trace = read_text(header + "C 0 10\nC 20 30\n" + std::string(5000, '\0'));
  EXPECT_FALSE(trace.complete);
  EXPECT_EQ(trace.computes.size(), 2u);
  EXPECT_EQ(
      read_text(header + "C 0 10\nC 2" + std::string(3, '\0') + "\nC 20 30\n").computes.size(), 1u);
}

TEST(CutTrace, without_a_closing_line_is_not_complete) {
  EXPECT_FALSE(read_text(header + "C 0 10\n").complete);
  EXPECT_TRUE(read_text(header + "C 0 10\n# end events=1 left_out=0\n").complete);
}

TEST(CutTrace, may_be_empty_or_end_in_its_header) {
  EXPECT_FALSE(read_text("").complete);
  EXPECT_FALSE(read_text(std::string(4096, '\0')).complete);
  EXPECT_EQ(read_text("# revprof-trace 1\n# rank 0 o").processes, 0);
}

TEST(OldTrace, of_version_1_is_read) {
  EXPECT_EQ(
      read_text("# revprof-trace 1\n# rank 0 of 2\n# program ./ring\nC 0 10\n").computes.size(),
      1u);
}

TEST(LongTrace, is_read_across_its_blocks) {
  std::string text = header;
  for (int i = 0; i < 20'000; ++i) {
    const std::string n = std::to_string(i);
    text += "M MPI_Send " + n + ' ' + n + " 0 8 1 0\n";
  }
  text += "G 1";
  for (int rank = 0; rank < 40'000; ++rank) text += ' ' + std::to_string(rank);
  const Trace trace = read_text(text + "\n# end events=20000 left_out=0\n");
  EXPECT_TRUE(trace.complete);
  EXPECT_EQ(trace.calls.back().begin, 19'999);
  EXPECT_EQ(trace.communicators.at(1).size(), 40'000u);
}

TEST(WrongTrace, is_refused_with_its_line) {
  EXPECT_EQ(
      error_of("# revprof-trace 3\n"),
      "p0.trace:1: expected \"# revprof-trace 2\" (a trace of this format and version), found "
      "\"# revprof-trace 3\"");
  EXPECT_EQ(error_of("# revprof-trace 1\n# rank 2 of 2\n"),
            "p0.trace:2: expected a rank below the number of processes");
  EXPECT_EQ(error_of(header + "X 1 2\n"),
            "p0.trace:4: expected an event (G, W, P, C, M, S, R, Q, L, N, U, B, E, K or V) or the "
            "closing line, found \"1 2\"");
  EXPECT_EQ(error_of(header + "C 0 10\nC ten 20\n"),
            "p0.trace:5: expected a begin in picoseconds, found \"20\"");
  EXPECT_EQ(error_of(header + "C 10\n"), "p0.trace:4: expected an end in picoseconds");
  EXPECT_EQ(error_of(header + "C 10 5\n"),
            "p0.trace:4: expected a time that is not before the one it follows");
  EXPECT_EQ(error_of(header + "C 0 10 99\n"),
            "p0.trace:4: expected the end of the line, found \"99\"");
  EXPECT_EQ(error_of(header + "M MPI_Send 0 99999999999999999999 0 0 0 0\n"),
            "p0.trace:4: expected an end in picoseconds, found \"0 0 0 0\"");
  EXPECT_EQ(error_of(header + "S 1 2 3 4\n"), "p0.trace:4: expected a communicator's number or -1");
  EXPECT_EQ(error_of(header + "S 1 2 3 4 0 5 6\n"),
            "p0.trace:4: expected the end of the line, found \"6\"");
  EXPECT_EQ(error_of(header + "Q 1 2 begun\n"),
            "p0.trace:4: expected receive, collective, transfer, complete or cancelled");
  EXPECT_EQ(error_of(header + "Q 1 2 collective\n"), "p0.trace:4: expected the name of a call");
  EXPECT_EQ(error_of(header + "L hard\n"), "p0.trace:4: expected exclusive or shared");
  EXPECT_EQ(error_of(header + "N 1 x\n"), "p0.trace:4: expected a rank or -1");
  EXPECT_EQ(error_of(header + "G 1 | 2\n"), "p0.trace:4: expected a rank, found \"| 2\"");
  EXPECT_EQ(error_of(header + "G 1 2 | 3 | 4\n"), "p0.trace:4: expected a rank, found \"| 4\"");
  EXPECT_EQ(error_of(header + "W 1\n"), "p0.trace:4: expected a communicator's number");
  EXPECT_EQ(error_of(header + "\n"),
            "p0.trace:4: expected an event (G, W, P, C, M, S, R, Q, L, N, U, B, E, K or V) or the "
            "closing line");
}

TEST(WrongTrace, must_have_the_events_its_closing_line_counts) {
  EXPECT_EQ(error_of(header + "C 0 10\n# end events=2 left_out=0\n"),
            "p0.trace:5: expected 1 events as above in the closing line");
  EXPECT_EQ(error_of(header + "# end events=0 left_out=0\nC 0 10\n"),
            "p0.trace:4: expected nothing after the closing line");
}

TEST(TraceDirectory, must_hold_traces_under_their_own_rank) {
  const ScratchDirectory scratch;
  EXPECT_THROW(read_plain_traces(scratch.path()), std::runtime_error);
  EXPECT_THROW(read_plain_traces(scratch / "missing"), std::runtime_error);
  write_file(scratch / "p1.trace", header);
  try {
    read_plain_traces(scratch.path());
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_EQ(error.what(), scratch / "p1.trace" + ":2: expected rank 1, found 0");
  }
}

}  // namespace
}  // namespace revprof
