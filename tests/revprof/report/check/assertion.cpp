// SPDX-License-Identifier: BSD-3-Clause
// Assertions: what is understood, what is refused and why, and what holds.
#include "revprof/report/check/assertion.hpp"

#include <gtest/gtest.h>

namespace revprof {
namespace {

constexpr std::int64_t ms = 1'000'000'000;

Summary run() {
  Summary summary;
  summary.processes = 2;
  summary.lanes = {{"mean"}, {"high", "high", "mean"}, {"0.1 us"}};
  summary.times = {{{10 * ms, 5 * ms, 3 * ms, 2 * ms}, {20 * ms, 20 * ms, 0, 0}, {1, 1, 0, 0}},
                   {{6 * ms, 5 * ms, 1 * ms, 0}, {4 * ms, 4 * ms, 0, 0}, {0, 0, 0, 0}}};
  summary.calls = {{"MPI_Send", 10, 4096, 2.6e-6, 0, "measured", ""},
                   {"MPI_Recv", 10, 4096, 0.004, 0.002, "measured", ""}};
  return summary;
}

Finding finding(const std::string& text) { return check(parse_assertion(text), run()).finding; }
std::string found(const std::string& text) { return check(parse_assertion(text), run()).found; }

std::string refusal(const std::string& text) {
  try {
    parse_assertion(text);
  } catch (const AssertionError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Assertion, compares_times_of_the_process_that_ends_last) {
  EXPECT_EQ(finding("predicted < 10.1 ms"), Finding::met);
  EXPECT_EQ(finding("predicted<10ms"), Finding::not_met);
  EXPECT_EQ(finding("predicted <= 0.01s"), Finding::met);
  EXPECT_EQ(finding("predicted == 1e4 us"), Finding::met);
  EXPECT_EQ(finding("predicted > 1e7ns"), Finding::not_met);
  EXPECT_EQ(finding("predicted >= 10000000000 ps"), Finding::met);
  EXPECT_EQ(finding("compute == 5 ms"), Finding::met);
  EXPECT_EQ(finding("communication == 3 ms"), Finding::met);
  EXPECT_EQ(finding("waiting == 2 ms"), Finding::met);
  EXPECT_EQ(found("predicted < 1 s"), "10.00 ms");
}

TEST(Assertion, takes_shares_of_the_run) {
  EXPECT_EQ(finding("waiting <= 20%"), Finding::met);
  EXPECT_EQ(finding("waiting < 20 %"), Finding::not_met);
  EXPECT_EQ(found("waiting < 20 %"), "20.0 % (2.000 ms)");
}

TEST(Assertion, takes_any_lane_by_its_name) {
  EXPECT_EQ(finding("high.predicted == 20 ms"), Finding::met);
  EXPECT_EQ(finding("0.1 us.predicted == 1 ps"), Finding::met);
  const Verdict none = check(parse_assertion("low.predicted < 1 s"), run());
  EXPECT_EQ(none.finding, Finding::impossible);
  EXPECT_EQ(none.found, "the run has no lane of that name: it has mean, high, 0.1 us");
}

TEST(Assertion, takes_sums_of_a_call_over_all_processes) {
  EXPECT_EQ(finding("MPI_Send.seconds == 2.6 us"), Finding::met);
  EXPECT_EQ(finding("MPI_Recv.waiting == 2 ms"), Finding::met);
  EXPECT_EQ(finding("MPI_Recv.seconds == 25 %"), Finding::met);  // of 16 ms
  EXPECT_EQ(finding("MPI_Send.count <= 10"), Finding::met);
  EXPECT_EQ(finding("MPI_Send.count < 10"), Finding::not_met);
  EXPECT_EQ(finding("MPI_Send.bytes <= 4 KiB"), Finding::met);
  EXPECT_EQ(finding("MPI_Send.bytes <= 4 kB"), Finding::not_met);
  EXPECT_EQ(finding("MPI_Send.bytes == 4096"), Finding::met);
  EXPECT_EQ(finding("MPI_Bcast.count == 0"), Finding::met);
  EXPECT_EQ(found("MPI_Send.bytes < 1"), "4.00 KiB");
  EXPECT_EQ(found("MPI_Recv.count < 1"), "10");
}

// 2,600,000 ps, shown by four digits, look like either bound.
TEST(Assertion, shows_enough_digits_to_tell_what_was_found_from_the_bound) {
  EXPECT_EQ(found("MPI_Send.seconds < 2.5999 us"), "2.600 us, 2,600,000 ps");
  EXPECT_EQ(found("MPI_Send.seconds <= 2.6 us"), "2.600 us");
  EXPECT_EQ(found("MPI_Send.seconds < 2.6 us"), "2.600 us");  // the same
  EXPECT_EQ(found("MPI_Send.bytes < 4095"), "4.00 KiB, 4,096 B");
  EXPECT_EQ(found("MPI_Recv.seconds < 24.99999 %"), "25.0 % (4.000 ms), 25 %");
}

TEST(Assertion, says_what_it_cannot_understand) {
  EXPECT_EQ(refusal("predicted"),
            "\"predicted\": expected a quantity, a relation (< <= > >= ==) and a bound: "
            "predicted < 2.0 s");
  EXPECT_EQ(refusal("predicted < 2"),
            "\"predicted < 2\": expected a time with a unit (ps ns us ms s) behind the "
            "relation, found \"2\"");
  EXPECT_EQ(refusal("waiting < 2"),
            "\"waiting < 2\": expected a time with a unit (ps ns us ms s) or a share (%) "
            "behind the relation, found \"2\"");
  EXPECT_EQ(refusal("predicted = 2 s"),
            "\"predicted = 2 s\": expected one of < <= > >= ==, found \"=\"");
  EXPECT_NE(refusal("time < 2 s")
                .find("expected a quantity: predicted, compute, communication, "
                      "waiting (of a lane: high.predicted), or of a call, such as "
                      "MPI_Allreduce.seconds: waiting, seconds, count, bytes; "
                      "found \"time\""),
            std::string::npos)
      << refusal("time < 2 s");
  EXPECT_NE(refusal("MPI_Send.count < 2 s").find("expected a number without a unit"),
            std::string::npos);
  EXPECT_NE(refusal("MPI_Send.bytes < 2 s").find("B kB MB GB TB KiB MiB GiB TiB"),
            std::string::npos);
}

TEST(Assertion, refuses_what_is_almost_right) {
  for (const char* text :
       {"", "<", "< 2 s", "predicted <", "predicted < s", "predicted < -1 s", "predicted < inf s",
        "predicted < 0x10 s", "predicted < 2 s s", "predicted < 50 %", "predicted =< 2 s",
        "predicted <> 2 s", ".predicted < 2 s", "high. < 2 s", "MPI_Send < 2 s",
        "MPI_Send.predicted < 2 s", "seconds < 2 s", "predicted < 2 min", "predicted < 2 KiB"}) {
    EXPECT_NE(refusal(text), "accepted") << text;
  }
}

}  // namespace
}  // namespace revprof
