// SPDX-License-Identifier: BSD-3-Clause
// `revprof reprice` against runs of the program with the other model, and what `revprof report`
// says of a critical path.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "command_line.hpp"
#include "revprof/report/text/quantity.hpp"
#include "revprof/report/text/what_if.hpp"
#include "revprof/trace/path/critical_path.hpp"
#include "revprof/trace/results/summary.hpp"

namespace revprof {

class Repricing : public CommandLine {
 protected:
  static CapturedOutput run(const std::string& model, const std::string& directory,
                            const std::string& program, const std::string& path = "1",
                            const std::string& step = "1e-9", const std::string& argument = "") {
    std::vector<std::string> line = {
        "run", "--model", model, "--critical-path", path, "--step", step, "--trace", "none",
        "-n",  "3",       "-o",  directory,         "--", program};
    if (!argument.empty()) line.push_back(argument);
    const CapturedOutput output = revprof(line);
    EXPECT_EQ(output.exit_code, 0) << output.text;
    return output;
  }

  // models/exact.json with parts of collectives: what is left for the first or the root when it is
  // late, for the others, and what is the root's own.
  static std::string model_with_parts() {
    nlohmann::json model = nlohmann::json::parse(read(exact_model));
    auto& calls = model["calls"];
    const auto add_part = [&](const char* call, const char* part, double factor) {
      calls[call + std::string(part)] = calls[call];
      for (auto& regime : calls[call + std::string(part)][0]["regimes"]) {
        for (const char* coefficient : {"c", "s", "k"}) {
          regime[coefficient] = regime[coefficient].get<double>() * factor;
        }
      }
    };
    add_part("MPI_Allgather", ".late", 0.375);
    add_part("MPI_Allreduce", ".late", 0.5);
    add_part("MPI_Bcast", ".late", 0.25);
    add_part("MPI_Bcast", ".early", 0.625);
    add_part("MPI_Reduce", ".late", 0.75);
    write("parts.json", model.dump());
    return "parts.json";
  }

  // models/exact.json with every coefficient of these equations times a factor.
  static std::string scaled_model(const std::vector<std::string>& equations, double factor,
                                  const std::vector<std::string>& coefficients = {"c", "s", "k"}) {
    nlohmann::json model = nlohmann::json::parse(read(exact_model));
    for (const std::string& equation : equations) {
      for (auto& each : model["calls"][equation]) {
        for (auto& regime : each["regimes"]) {
          for (const std::string& coefficient : coefficients) {
            regime[coefficient] = regime[coefficient].get<double>() * factor;
          }
        }
      }
    }
    write("scaled.json", model.dump());
    return "scaled.json";
  }

  static std::int64_t equation_time(const std::string& directory) {
    return read_summary(directory + "/summary.json").predicted(3).predicted;
  }

  static bool says(const CapturedOutput& output, const std::string& words) {
    return output.text.find(words) != std::string::npos;
  }
};

// The ring's token goes round: no other way is ever as long, so that the path stays.
TEST_F(Repricing, of_a_path_that_stays_equals_a_run) {
  run(exact_model, "run", REVPROF_TEST_RING);
  const std::string model = scaled_model({"transit"}, 3);
  run(model, "again", REVPROF_TEST_RING, "0");
  const CapturedOutput repriced = revprof({"reprice", "run", "--model", model});
  EXPECT_EQ(repriced.exit_code, 0) << repriced.text;
  EXPECT_TRUE(says(repriced, "the same path decides")) << repriced.text;
  // 30 hops of 5.016 us, and the ticks of MPI_Wtime.
  EXPECT_EQ(equation_time("run"), 150'500'000);
  EXPECT_EQ(equation_time("again"), 451'460'000);
  EXPECT_TRUE(says(repriced, "451.5 us")) << repriced.text;
  const CapturedOutput same = revprof({"reprice", "run", "--model", exact_model});
  EXPECT_TRUE(says(same, "150.5 us  +0.0 %")) << same.text;
}

// What a coefficient's n says is what the time grows by.
TEST_F(Repricing, sensitivities_agree_with_runs) {
  run(exact_model, "run", REVPROF_TEST_RING);
  const CriticalPath path = read_critical_path("run/path.json");
  double of_transit = 0;
  for (const PathTerm& term : path.terms) {
    if (term.equation == "transit") of_transit += term.seconds();
  }
  run(scaled_model({"transit"}, 1.25), "again", REVPROF_TEST_RING, "0");
  const double grown = seconds(equation_time("again") - equation_time("run"));
  EXPECT_NEAR(grown, 0.25 * of_transit, 1e-10);
}

// With a single point, only process 0 of `outer` computes: it comes late to MPI_Allreduce, which
// the others have begun without it.
TEST_F(Repricing, charges_what_is_left_of_a_collective) {
  const std::string parts = model_with_parts();
  run(exact_model, "whole", REVPROF_TEST_OUTER, "1", "1e-4", "1");
  run(parts, "left", REVPROF_TEST_OUTER, "1", "1e-4", "1");
  EXPECT_LT(equation_time("left"), equation_time("whole"));
  for (const char* directory : {"whole", "left"}) {
    const CriticalPath path = read_critical_path(directory + std::string("/path.json"));
    EXPECT_EQ(path.picoseconds, equation_time(directory));
    double sum = 0;
    for (const PathTerm& term : path.terms) sum += term.seconds();
    EXPECT_NEAR(sum, seconds(path.picoseconds), 1e-10);
    for (const PathCharge& charge : path.charges) {
      EXPECT_TRUE(charge.what != "head start" || charge.call == charge.equation) << charge.call;
    }
  }
  const CapturedOutput left = revprof({"reprice", "whole", "--model", parts});
  EXPECT_TRUE(says(left, time_text(seconds(equation_time("left"))) + "  -")) << left.text;
  const CapturedOutput whole = revprof({"reprice", "left", "--model", exact_model});
  EXPECT_TRUE(says(whole, time_text(seconds(equation_time("whole"))) + "  +")) << whole.text;
}

// Blocks, ranks apart, parts of collectives: what models of networks have.
TEST_F(Repricing, holds_on_a_network) {
  const auto models = std::filesystem::path(exact_model).parent_path();
  const std::string torus = (models / "simulated-torus-64.json").string();
  run(torus, "run", REVPROF_TEST_STENCIL);
  const CriticalPath path = read_critical_path("run/path.json");
  EXPECT_EQ(path.picoseconds, equation_time("run"));
  double sum = 0, charges = 0;
  for (const PathTerm& term : path.terms) sum += term.seconds();
  for (const PathCharge& charge : path.charges) charges += charge.count;
  EXPECT_NEAR(sum, seconds(path.picoseconds), 1e-12 * charges);
  const CapturedOutput same = revprof({"reprice", "run", "--model", torus});
  EXPECT_TRUE(says(same, time_text(seconds(path.picoseconds)) + "  +0.0 %")) << same.text;
}

// What is said of a faster call is what a run with such a model takes.
TEST_F(Repricing, what_ifs_agree_with_runs) {
  run(exact_model, "run", REVPROF_TEST_OUTER);
  const auto shares = path_by_call(read_critical_path("run/path.json"));
  for (const char* call : {"MPI_Allgather", "MPI_Allreduce"}) {
    const auto share = std::find_if(shares.begin(), shares.end(),
                                    [&](const PathShare& each) { return each.name == call; });
    ASSERT_NE(share, shares.end()) << call;
    const auto saved_by = [&](const std::vector<std::string>& coefficients, double factor) {
      const std::string again = std::string(call) + coefficients.back();
      run(scaled_model({call}, factor, coefficients), again, REVPROF_TEST_OUTER, "0");
      return seconds(equation_time("run") - equation_time(again));
    };
    EXPECT_FALSE(share->twice_as_fast.at_most);
    EXPECT_GT(share->twice_as_fast.seconds, 0);
    EXPECT_NEAR(share->twice_as_fast.seconds, saved_by({"c", "s", "k"}, 0.5), 1e-11) << call;
    EXPECT_NEAR(share->no_latency.seconds, saved_by({"c", "s"}, 0), 1e-11) << call;
  }
}

TEST_F(Repricing, summary_says_what_would_save_time) {
  const CapturedOutput output = run(exact_model, "run", REVPROF_TEST_RING);
  EXPECT_TRUE(says(output, "what if, on the critical path of lane equation:")) << output.text;
  EXPECT_TRUE(
      says(output, "MPI_Recv is > 99.9 % of the predicted time; twice as fast saves 50.0 %"))
      << output.text;
}

TEST_F(Repricing, says_where_another_path_would_decide) {
  // Messages decide; where sending takes long, the senders do.
  run(exact_model, "run", REVPROF_TEST_STENCIL);
  const CapturedOutput dearer =
      revprof({"reprice", "run", "--model", scaled_model({"MPI_Send", "MPI_Isend"}, 100)});
  EXPECT_EQ(dearer.exit_code, 0) << dearer.text;
  EXPECT_TRUE(says(dearer, "doubtful: another way would become the longest")) << dearer.text;
  EXPECT_FALSE(says(dearer, "least")) << dearer.text;  // the program may do something else there
}

TEST_F(Repricing, says_where_ranks_lie_at_other_distances) {
  run(exact_model, "run", REVPROF_TEST_RING);
  nlohmann::json model = nlohmann::json::parse(read(exact_model));
  model["point_to_point"]["block_sizes"] = {2, 4};
  write("nodes.json", model.dump());
  const CapturedOutput other = revprof({"reprice", "run", "--model", "nodes.json"});
  EXPECT_EQ(other.exit_code, 0) << other.text;
  EXPECT_TRUE(says(other, "other ranks are near each other on this machine")) << other.text;
  EXPECT_FALSE(says(other, "least")) << other.text;
}

TEST_F(Repricing, report_shows_the_cost_expression) {
  run(exact_model, "run", REVPROF_TEST_RING);
  const CapturedOutput report = revprof({"report", "run"});
  EXPECT_EQ(report.exit_code, 0) << report.text;
  EXPECT_TRUE(says(report, "Critical path\n  lane equation, 150.5 us")) << report.text;
  EXPECT_TRUE(says(report, "c of transit, within 4")) << report.text;
  EXPECT_TRUE(says(report, "twice as fast")) << report.text;
}

// Nobody looks at 80 columns of a file.
TEST_F(Repricing, terms_are_whole_where_no_terminal_shows_them) {
  run(exact_model, "run", REVPROF_TEST_OUTER);
  const CapturedOutput report = revprof({"report", "run", "--no-diagram"});
  const std::size_t path = report.text.find("Critical path");
  ASSERT_NE(path, std::string::npos) << report.text;
  EXPECT_NE(report.text.find("c of MPI_Allreduce, beyond, d 0-1048576, p 2-64\n", path),
            std::string::npos)
      << report.text;
  EXPECT_EQ(report.text.find("...", path), std::string::npos) << report.text;
}

TEST_F(Repricing, of_what_is_no_path) {
  const CapturedOutput none = revprof({"reprice", "nowhere", "--model", exact_model});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_TRUE(says(none, "nowhere/path.json: no such file")) << none.text;
  std::filesystem::create_directory("broken");
  write("broken/path.json", R"({"format": "revprof-path"})");
  const CapturedOutput broken = revprof({"reprice", "broken", "--model", exact_model});
  EXPECT_EQ(broken.exit_code, 2);
  EXPECT_TRUE(says(broken, "broken/path.json: expected the key \"version\"")) << broken.text;
  EXPECT_EQ(revprof({"reprice", "run"}).exit_code, 2);
}

TEST_F(Repricing, of_as_many_processes_as_the_summary) {
  run(exact_model, "run", REVPROF_TEST_RING);
  nlohmann::json path = nlohmann::json::parse(read("run/path.json"));
  path["processes"] = 1'000'000'000;
  write("run/path.json", path.dump());
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"reprice", "run", "--model", exact_model}, {"report", "run"}}) {
    const CapturedOutput output = revprof(words);
    EXPECT_EQ(output.exit_code, 2);
    EXPECT_TRUE(says(output, "run/path.json: processes: expected ")) << output.text;
    EXPECT_TRUE(says(output, ", as run/summary.json has, found 1000000000\n")) << output.text;
  }
}

TEST_F(Repricing, a_scenario_needs_a_lane_of_pure_equations) {
  write("no-equation.json",
        R"({"format": "revprof-scenario", "version": 1, "lanes": [{"name": "mean"}]})");
  const CapturedOutput output =
      revprof({"run", "--model", exact_model, "--scenario", "no-equation.json", "--critical-path",
               "1", "-n", "2", "--", REVPROF_TEST_RING});
  EXPECT_EQ(output.exit_code, 2) << output.text;
  EXPECT_TRUE(says(output, "expected a lane with the estimate equation")) << output.text;
}

}  // namespace revprof
