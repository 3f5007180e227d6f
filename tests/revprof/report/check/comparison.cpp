// SPDX-License-Identifier: BSD-3-Clause
// Measured against predicted: medians, the order of the parts, and what is said of them.
#include "revprof/report/check/comparison.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace revprof {
namespace {

constexpr std::int64_t ms = 1'000'000'000;  // picoseconds

// Two processes of `total` ms: 2 ms of MPI_Recv in all, the rest computation.
Measured measured_run(double total) {
  Measured run;
  run.program = "./ring";
  run.processes = 2;
  run.process_seconds = {total / 1e3, (total - 1) / 1e3};
  run.core_shares = {1, 1};
  run.calls = {{"MPI_Recv", 20, 0.002}, {"MPI_Test", 9, 0}};
  return run;
}

// `recv` ms of MPI_Recv in all, 1 of them waiting; 20 ms of computation in all.
Summary predicted_run(std::int64_t recv) {
  Summary run;
  run.program = "./ring";
  run.processes = 2;
  run.model = "host.json";
  run.machine = "host";
  run.settings = {{"compute", "cpu"}};
  run.lanes = {{"mean"}, {"low", "low", "mean"}, {"high", "high", "mean"}};
  const LaneTimes first = {10 * ms + recv * ms, 10 * ms, (recv - 1) * ms, ms};
  const LaneTimes low = {9 * ms, 9 * ms, 0, 0}, high = {20 * ms, 20 * ms, 0, 0};
  run.times = {{first, low, high}, {{10 * ms, 10 * ms, 0, 0}, low, high}};
  run.calls = {{"MPI_Recv", 20, 160, static_cast<double>(recv) / 1e3, 0.001, "measured", ""},
               {"MPI_Test", 2, 0, 0, 0, "measured", ""}};
  return run;
}

Comparison three_runs() {
  return compare({measured_run(12), measured_run(11), measured_run(40)},
                 {predicted_run(4), predicted_run(5), predicted_run(3)});
}

TEST(Comparison, spread) {
  const Spread spread = spread_of({3, 1, 2, 10});
  EXPECT_EQ(spread.least, 1);
  EXPECT_EQ(spread.median, 2.5);
  EXPECT_EQ(spread.greatest, 10);
}

TEST(Comparison, medians_of_the_latest_process_and_of_each_part) {
  const Comparison result = three_runs();
  EXPECT_EQ(result.runs, 3);
  EXPECT_DOUBLE_EQ(result.measured.median, 0.012);
  EXPECT_DOUBLE_EQ(result.predicted.median, 0.014);
  EXPECT_DOUBLE_EQ(result.low, 0.009);
  EXPECT_DOUBLE_EQ(result.high, 0.020);
  EXPECT_NEAR(result.error(), 1.0 / 6, 1e-12);
  ASSERT_EQ(result.parts.size(), 3U);
  EXPECT_EQ(result.parts[0].name, "computation");
  EXPECT_NEAR(result.parts[0].measured_seconds, 0.0105, 1e-12);
  EXPECT_NEAR(result.parts[0].predicted_seconds, 0.010, 1e-12);
  EXPECT_EQ(result.parts[1].name, "MPI_Recv");
  EXPECT_NEAR(result.parts[1].measured_seconds, 0.001, 1e-12);
  EXPECT_NEAR(result.parts[1].predicted_seconds, 0.002, 1e-12);
  EXPECT_NEAR(result.parts[1].waiting_seconds, 0.0005, 1e-12);
  EXPECT_EQ(result.worst().name, "MPI_Recv");
  EXPECT_NEAR(result.whole.measured_seconds, 0.0115, 1e-12);
  EXPECT_NEAR(result.whole.predicted_seconds, 0.012, 1e-12);
}

TEST(Comparison, table_and_verdict) {
  const std::string text = comparison_text(three_runs());
  EXPECT_EQ(text,
            "revprof: ./ring\n"
            "  2 processes, this host against host, 3 runs of each\n\n"
            "  measured   12.00 ms  (11.00 ms to 40.00 ms)\n"
            "  predicted  14.00 ms  (13.00 ms to 15.00 ms; band 9.000 ms to 20.00 ms)\n"
            "  error       +16.7 %  (within the spread of the measured runs)\n\n"
            "               count  measured  predicted   waiting     error  of all  rests on\n"
            "  computation         10.50 ms   10.00 ms       0 s    -4.8 %  -4.3 %  CPU time\n"
            "  MPI_Recv        20  1.000 ms   2.000 ms  500.0 us  +100.0 %  +8.7 %  measured\n"
            "  MPI_Test         9       0 s        0 s       0 s            +0.0 %  measured\n"
            "  all                 11.50 ms   12.00 ms  500.0 us    +4.3 %  +4.3 %\n"
            "  (a process's time, in the mean over all; medians over the runs)\n\n"
            "  MPI_Recv is off most: it is predicted to take 1.000 ms more than it took,\n"
            "  +8.7 % of the run time. Is it the model? characterize --calls MPI_Recv\n"
            "  measures it again.\n"
            "  note: the measured runs took between 11.00 ms and 40.00 ms: is the host busy\n"
            "        with something else? More runs (--runs) give a steadier median\n"
            "  note: the predicted runs took between 13.00 ms and 15.00 ms: is the host busy\n"
            "        with something else? More runs (--runs) give a steadier median\n");
}

TEST(Comparison, what_the_worst_part_rests_on) {
  Summary predicted = predicted_run(4);
  predicted.calls[0].source = "stand_in";
  predicted.calls[0].stand_in = "MPI_Send";
  std::string text = comparison_text(compare({measured_run(12)}, {predicted}));
  EXPECT_NE(text.find("as MPI_Send"), std::string::npos) << text;
  EXPECT_NE(text.find("no equation for it: characterize --calls"), std::string::npos) << text;
  predicted.calls[0].waiting_seconds = 0.0039;
  predicted.calls[0].source = "measured";
  text = comparison_text(compare({measured_run(12)}, {predicted}));
  EXPECT_NE(text.find("waiting for processes that"), std::string::npos) << text;
  text = comparison_text(compare({measured_run(30)}, {predicted}));
  EXPECT_NE(text.find("computation is off most"), std::string::npos) << text;
  EXPECT_NE(text.find("waited for a core"), std::string::npos) << text;
}

TEST(Comparison, senders_that_wait) {
  Measured measured = measured_run(16);
  Summary predicted = predicted_run(4);
  measured.calls.push_back({"MPI_Send", 20, 0.009});
  predicted.calls.push_back({"MPI_Send", 20, 160, 0.001, 0, "measured", ""});
  const std::string text = comparison_text(compare({measured}, {predicted}));
  EXPECT_NE(text.find("MPI_Send is off most"), std::string::npos) << text;
  EXPECT_NE(text.find("Senders of long messages wait for a receiver"), std::string::npos) << text;
}

TEST(Comparison, a_good_prediction) {
  const std::string text = comparison_text(compare({measured_run(11.5)}, {predicted_run(2)}));
  EXPECT_NE(text.find("No part is off by more than 1.0 % of the run time."), std::string::npos)
      << text;
  EXPECT_EQ(text.find("note:"), std::string::npos) << text;
}

TEST(Comparison, notes) {
  Measured measured = measured_run(12);
  measured.core_shares = {1, 0.5};
  Summary predicted = predicted_run(2);
  predicted.calls[0].count = 21;
  predicted.calls[1].count = 1000;            // a Test: it may fail as often as it likes
  CallSummary start_up = predicted.calls[0];  // no call of the program's
  start_up.call = "start_up", start_up.count = 2;
  predicted.calls.push_back(start_up);
  const Comparison result = compare({measured}, {predicted});
  ASSERT_EQ(result.notes.size(), 2U);
  EXPECT_NE(result.notes[0].find("had a core for 50.0 %"), std::string::npos) << result.notes[0];
  EXPECT_NE(result.notes[1].find("(MPI_Recv 21 times instead of 20)"), std::string::npos)
      << result.notes[1];
}

TEST(Comparison, json) {
  const auto json = nlohmann::json::parse(to_json(three_runs()));
  EXPECT_EQ(json["format"], "revprof-comparison");
  EXPECT_EQ(json["runs"], 3);
  EXPECT_EQ(json["measured_seconds"]["greatest"], 0.04);
  EXPECT_EQ(json["worst_part"], "MPI_Recv");
  EXPECT_EQ(json["parts"][0].count("measured_count"), 0U);
  EXPECT_EQ(json["parts"][1]["measured_count"], 20);
  EXPECT_EQ(json["parts"][1]["source"], "measured");
  EXPECT_EQ(json["notes"].size(), 2U);
}

}  // namespace
}  // namespace revprof
