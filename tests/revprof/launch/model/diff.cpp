// SPDX-License-Identifier: BSD-3-Clause
// `revprof diff` on models that differ in known ways. In exact.json low is half and high twice.
#include <nlohmann/json.hpp>

#include "command_line.hpp"
#include "fit/model/model_json.hpp"

namespace revprof {

class Diff : public CommandLine {
 protected:
  // MPI_Bcast takes 5 times as long above 4 KiB, MPI_Barrier half as much longer, MPI_Scan is gone.
  void SetUp() override {
    CommandLine::SetUp();
    Model after = read_model(exact_model);
    scale(after.calls.at("MPI_Bcast").at(0).regimes.at(1), 5);
    scale(after.calls.at("MPI_Barrier").at(0).regimes.at(0), 1.5);
    after.calls.erase("MPI_Scan");
    after.machine.name = "after the upgrade";
    write_model(after, "after.json");
  }

  static void scale(Regime& regime, double factor) {
    regime.c *= factor, regime.s *= factor, regime.k *= factor;
  }
};

TEST_F(Diff, says_what_got_slower_and_where) {
  const CapturedOutput output = revprof({"diff", exact_model, "after.json"});
  EXPECT_EQ(output.exit_code, 0) << output.text;
  const std::string& text = output.text;
  EXPECT_NE(text.find("to    after the upgrade"), std::string::npos) << text;
  // 64 KiB, 256 KiB, 1 MiB, 16 KiB of p = 2 ... 64.
  EXPECT_NE(text.find("slower at p 64: 16.0 KiB-1.00 MiB; up to x 5\n"), std::string::npos) << text;
  EXPECT_NE(text.find("only before: MPI_Scan"), std::string::npos) << text;
  EXPECT_EQ(text.find("faster at"), std::string::npos) << text;
  EXPECT_EQ(text.find("MPI_Barrier, most"), std::string::npos) << text;
}

TEST_F(Diff, computation_that_got_slower) {
  Model before = read_model(exact_model);
  Regime regime;
  regime.min_bytes = 4096, regime.max_bytes = 65536, regime.max_processes = 4;
  regime.k = 1e-9;
  DistanceClass equations;
  equations.regimes = {regime};
  before.computation.emplace();
  before.computation->times = {{"operation.float_add.chain", equations},
                               {"memory.L2.read", equations},
                               {"memory.L3.read", equations}};
  write_model(before, "node.json");
  Model after = before;
  scale(after.computation->times.at("operation.float_add.chain").regimes.at(0), 3);
  after.computation->times.erase("memory.L3.read");
  after.computation->simd_bytes = 64;
  write_model(after, "node-after.json");
  const CapturedOutput output = revprof({"diff", "node.json", "node-after.json"});
  EXPECT_EQ(output.exit_code, 0) << output.text;
  for (const char* const expected :
       {"operation.float_add.chain", "slower at p 4: 4,096-65,536; up to x 3\n",
        "only before: memory.L3.read", "SIMD vectors: 0 B, now 64 B"}) {
    EXPECT_NE(output.text.find(expected), std::string::npos) << expected << '\n' << output.text;
  }
  EXPECT_EQ(output.text.find("memory.L2.read"), std::string::npos) << output.text;
  EXPECT_EQ(revprof({"diff", "node.json", "node-after.json", "--fail-if-slower"}).exit_code, 1);
  // A model of before computation was measured.
  EXPECT_EQ(revprof({"diff", exact_model, "node.json"}).text.find("operation."), std::string::npos);
}

TEST_F(Diff, the_other_way_round_is_faster) {
  const CapturedOutput output = revprof({"diff", "after.json", exact_model});
  EXPECT_NE(output.text.find("faster at p 2: 16.0 KiB-1.00 MiB; up to x 0.2"), std::string::npos)
      << output.text;
  EXPECT_NE(output.text.find("only now: MPI_Scan"), std::string::npos) << output.text;
}

TEST_F(Diff, calls_that_did_not_change_are_counted) {
  const std::string same = revprof({"diff", exact_model, exact_model}).text;
  EXPECT_EQ(same.find("median"), std::string::npos) << same;
  EXPECT_EQ(same.find("%  "), std::string::npos) << same;
  EXPECT_NE(same.find("  unchanged: "), std::string::npos) << same;
  EXPECT_NE(same.find(" calls (everywhere less than 5.0 % apart)"), std::string::npos) << same;
  const std::string some = revprof({"diff", exact_model, "after.json"}).text;
  EXPECT_NE(some.find("\n  MPI_Bcast "), std::string::npos) << some;
  EXPECT_NE(some.find("\n  MPI_Barrier "), std::string::npos) << some;
  EXPECT_EQ(some.find("MPI_Gather "), std::string::npos) << some;
}

TEST_F(Diff, json_has_every_point) {
  const CapturedOutput output = revprof({"diff", "--json", exact_model, "after.json"});
  const nlohmann::json diff = nlohmann::json::parse(output.text);
  EXPECT_EQ(diff.at("format"), "revprof-diff");
  const nlohmann::json& bcast = diff.at("calls").at(0);
  EXPECT_EQ(bcast.at("call"), "MPI_Bcast");
  EXPECT_EQ(bcast.at("slower"), 6 * 4);
  EXPECT_EQ(bcast.at("points").size(), 6U * 12U);
  EXPECT_NEAR(bcast.at("points").back().at("ratio").get<double>(), 5, 1e-9);
}

TEST_F(Diff, exit_code_for_upgrades_that_must_not_slow_down) {
  EXPECT_EQ(revprof({"diff", exact_model, "after.json", "--fail-if-slower"}).exit_code, 1);
  EXPECT_EQ(revprof({"diff", "after.json", exact_model, "--fail-if-slower"}).exit_code, 0);
  EXPECT_EQ(revprof({"diff", exact_model, exact_model, "--fail-if-slower"}).exit_code, 0);
}

TEST_F(Diff, draws_a_map_of_each_call) {
  EXPECT_EQ(revprof({"diff", exact_model, "after.json", "--svg", "diff.svg"}).exit_code, 0);
  const std::string svg = read("diff.svg");
  EXPECT_NE(svg.find("MPI_Bcast, p 64, 1.00 MiB"), std::string::npos);
  EXPECT_NE(svg.find("</svg>"), std::string::npos);
  std::size_t framed = 0;
  for (std::size_t at = 0; (at = svg.find("class=\"beyond\"><title>", at)) != std::string::npos;
       ++at) {
    ++framed;
  }
  EXPECT_EQ(framed, 24U);
}

TEST_F(Diff, refused) {
  expect_refused(revprof({"diff", exact_model}), "diff: expected two models");
  expect_refused(revprof({"diff", exact_model, "missing.json"}), "missing.json");
  expect_refused(revprof({"diff", exact_model, "after.json", "--at-least", "-1"}),
                 "--at-least: expected a share");
}

}  // namespace revprof
