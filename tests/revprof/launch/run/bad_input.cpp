// SPDX-License-Identifier: BSD-3-Clause
// Bad input to the `revprof` command: one message, exit code 2, nothing started or written.
#include <algorithm>

#include "command_line.hpp"

namespace revprof {

using BadInput = CommandLine;

// Nothing of a launcher's is there.
void expect_one_line(const CapturedOutput& output) {
  EXPECT_EQ(std::count(output.text.begin(), output.text.end(), '\n'), 1) << output.text;
}

std::vector<std::string> run_line(const std::string& model, const std::string& program) {
  return {"run", "--model", model, "-n", "2", "--", program};
}

TEST_F(BadInput, unknown_command) {
  expect_refused(revprof({"predict"}),
                 "expected one of the commands run, sweep, compare, fit, models, model, diff, "
                 "simulate, check, profile, flags, reprice, report, trace");
}

TEST_F(BadInput, no_command_shows_the_help) {
  const CapturedOutput output = revprof({});
  EXPECT_EQ(output.exit_code, 2);
  EXPECT_NE(output.text.find("Usage: revprof COMMAND"), std::string::npos);
}

TEST_F(BadInput, unknown_option) {
  expect_refused(revprof({"run", "--typo", "1"}), "unrecognised option '--typo'");
}

TEST_F(BadInput, setting_with_a_wrong_value) {
  expect_refused(
      revprof(
          {"run", "--model", exact_model, "-n", "2", "--compute", "gpu", "--", programs + "/sums"}),
      "REVPROF_COMPUTE (--compute): expected one of auto, none, steps, counted, profile, cpu, "
      "found \"gpu\"");
}

TEST_F(BadInput, compute_step) {
  for (const char* step : {"1ns", "1:2", "3:2:1", "nan"}) {
    const CapturedOutput output = revprof(
        {"run", "--model", exact_model, "-n", "2", "--step", step, "--", programs + "/sums"});
    expect_one_line(output);
    expect_refused(output,
                   "REVPROF_STEP (--step): expected seconds, or low:mean:high in this order, "
                   "found \"" +
                       std::string(step) + '"');
  }
  expect_refused(
      revprof({"run", "--model", exact_model, "-n", "2", "--step", "-1", "--", programs + "/sums"}),
      "--step");
}

TEST_F(BadInput, a_unit_where_a_number_is_expected) {
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"diff", exact_model, exact_model, "--at-least", "5%"},
           {"reprice", "run", "--model", exact_model, "--step", "1us"},
           {"simulate", "cluster.xml", "-n", "2", "-o", "m.json", "--time-budget", "10min"},
           {"fit", "m.csv", "-o", "m.json", "--confidence", "95%"}}) {
    const CapturedOutput output = revprof(words);
    expect_one_line(output);
    expect_refused(output, "is invalid: expected a number without a unit");
  }
}

TEST_F(BadInput, hosts_that_are_none) {
  for (const char* command : {"run", "check"}) {
    for (const char* option : {"--mpi", "--launcher"}) {
      std::vector<std::string> words = {command, option, "foo", "--model", exact_model};
      if (std::string(command) == "run") words.insert(words.end(), {"-n", "2", "--"});
      words.push_back(programs + "/sums");
      expect_refused(revprof(words), std::string(option) + ": expected auto, ");
    }
  }
}

TEST_F(BadInput, scenario) {
  const auto run = [](const char* more) {
    write("lanes.json",
          std::string("{\"format\": \"revprof-scenario\", \"version\": 1, \"lanes\": [") + more +
              "]}");
    const CapturedOutput output = revprof({"run", "--model", exact_model, "--scenario",
                                           "lanes.json", "-n", "2", "--", programs + "/sums"});
    expect_one_line(output);
    return output;
  };
  expect_refused(run(""), "lanes.json: lanes: expected 1 to 64 lanes, found 0");
  expect_refused(run(R"({"name": "a", "factors": {"MPI_Sned": 2}})"),
                 "lanes.json: lanes[0].factors.MPI_Sned: expected the name of a call");
  expect_refused(run(R"({"name": "a", "model": "nowhere.json"})"),
                 "lanes.json: lanes[0].model: nowhere.json: cannot be read");
  expect_refused(run(R"({"name": "a", "model": "/tmp"})"),
                 "lanes.json: lanes[0].model: /tmp: expected a regular file");
  expect_refused(run(R"({"name": "a\nb"})"),
                 "lanes.json: lanes[0].name: expected a name without control characters");
}

TEST_F(BadInput, more_blocks_than_a_run_can_tell_apart) {
  std::string lanes;
  for (int model = 0; model < 2; ++model) {
    std::string sizes;
    for (int i = 0; i < 40; ++i) sizes += (i == 0 ? "" : ", ") + std::to_string(2 + 2 * i + model);
    std::string text = read(exact_model);
    const std::size_t at = text.find('[', text.find("\"block_sizes\""));
    text.replace(at, text.find(']', at) + 1 - at, "[" + sizes + "]");
    const std::string file = "blocks" + std::to_string(model) + ".json";
    write(file, text);
    lanes +=
        (model == 0 ? "" : ", ") + ("{\"name\": \"" + file + "\", \"model\": \"" + file + "\"}");
  }
  write("lanes.json",
        "{\"format\": \"revprof-scenario\", \"version\": 1, \"lanes\": [" + lanes + "]}");
  expect_refused(revprof({"run", "--scenario", "lanes.json", "-n", "2", "--", programs + "/sums"}),
                 "lanes.json: lanes: expected at most 64 different block_sizes in all models "
                 "together, found 80");
}

TEST_F(BadInput, model_of_a_call_that_does_not_exist) {
  std::string text = read(exact_model);
  const std::size_t at = text.find("\"MPI_Allreduce\"");
  ASSERT_NE(at, std::string::npos);
  text.replace(at, 15, "\"MPI_Alreduce\"");
  write("misspelled.json", text);
  for (const std::vector<std::string>& command :
       {run_line("misspelled.json", programs + "/sums"),
        {"diff", exact_model, "misspelled.json"},
        {"check", "--model", "misspelled.json", programs + "/sums"},
        {"model", "datasheet", "misspelled.json", "-o", "m.tex"},
        {"sweep", "--model", "misspelled.json", "-n", "1,2", "--", programs + "/sums"}}) {
    expect_refused(
        revprof(command),
        "misspelled.json: calls: unknown call \"MPI_Alreduce\", did you mean MPI_Allreduce?");
  }
}

TEST_F(BadInput, number_of_processes) {
  expect_refused(revprof({"run", "--model", exact_model, "--", programs + "/sums"}),
                 "expected -n P");
  expect_refused(revprof({"run", "--model", exact_model, "-n", "0", "--", programs + "/sums"}),
                 "-n: expected a whole number of at least 1, found \"0\"");
  expect_refused(revprof({"run", "--model", exact_model, "-n", "1e3", "--", programs + "/sums"}),
                 "found \"1e3\"");
}

TEST_F(BadInput, no_program) {
  expect_refused(revprof({"run", "--model", exact_model, "-n", "2"}), "no program");
  expect_refused(revprof({"run", "--model", exact_model, "-n", "2", programs + "/sums"}),
                 "a program to start stands behind --");
}

TEST_F(BadInput, no_model) {
  expect_refused(revprof({"run", "-n", "2", "--", programs + "/sums"}), "expected --model FILE");
}

TEST_F(BadInput, missing_model) {
  expect_refused(revprof(run_line("nowhere.json", programs + "/sums")), "nowhere.json");
  expect_refused(revprof(run_line("fugako", programs + "/sums")),
                 "fugako: no such file, and no model of that name came with revprof, did you mean "
                 "fugaku? (`revprof models` lists them)");
}

TEST_F(BadInput, truncated_model) {
  const std::string whole = read(exact_model);
  ASSERT_GT(whole.size(), 100U);
  write("cut.json", whole.substr(0, whole.size() / 2));
  expect_refused(revprof(run_line("cut.json", programs + "/sums")), "cut.json");
}

TEST_F(BadInput, output_below_a_file) {
  write("file", "");
  expect_refused(revprof({"run", "--model", exact_model, "-n", "2", "-o", "file/results",
                          "--library", REVPROF_TEST_PRELOADABLE, "--", programs + "/sums"}),
                 "file/results: cannot make this output directory");
}

TEST_F(BadInput, missing_library) {
  expect_refused(revprof({"run", "--model", exact_model, "-n", "2", "--library", "none.so", "--",
                          programs + "/sums"}),
                 "none.so: not found");
  write("text.so", "no library");
  const CapturedOutput output = revprof(
      {"run", "--model", exact_model, "-n", "2", "--library", "text.so", "--", programs + "/sums"});
  expect_one_line(output);
  expect_refused(output, "text.so: expected a library for this machine that defines MPI's calls");
  expect_refused(revprof({"run", "--model", exact_model, "-n", "2", "--library",
                          programs + "/no_mpi", "--", programs + "/sums"}),
                 "no_mpi: expected a library for this machine that defines MPI's calls");
}

TEST_F(BadInput, sweep_counts) {
  const auto sweep = [](const std::string& counts) {
    return revprof({"sweep", "--model", exact_model, "-n", counts, "--", programs + "/sums"});
  };
  expect_refused(sweep("1,2,"), "expected a list such as 1,2,4,8");
  expect_refused(sweep("1,x"), "found \"x\"");
  expect_refused(sweep("2,4,2"), "2 comes twice");
}

TEST_F(BadInput, measurements) {
  write("garbage.csv", "# revprof-measurements 1\nhello\n");
  expect_refused(revprof({"fit", "garbage.csv", "-o", "m.json"}), "garbage.csv:2");
  expect_refused(revprof({"fit", "nowhere.csv", "-o", "m.json"}), "nowhere.csv");
  expect_refused(revprof({"fit", "garbage.csv"}), "expected -o MODEL.json");
  EXPECT_FALSE(std::filesystem::exists("m.json"));
}

// A misspelled name would be an equation that nothing reads.
TEST_F(BadInput, measurements_of_a_call_that_does_not_exist) {
  write("m.csv",
        "# revprof-measurements 1\n# machine: test\n"
        "call,class,processes,bytes,repetitions,minimum,lower_quartile,median,upper_quartile,"
        "maximum\nMPI_Bcast,beyond,2,8,9,1,1,1,1,1\nMPI_Alreduce,beyond,2,8,9,1,1,1,1,1\n");
  const CapturedOutput output = revprof({"fit", "m.csv", "-o", "m.json"});
  expect_one_line(output);
  expect_refused(output,
                 "m.csv:5: expected the name of a call, such as MPI_Allreduce, found "
                 "\"MPI_Alreduce\"");
  EXPECT_FALSE(std::filesystem::exists("m.json"));
}

// By whatever name: what is read is not written over.
TEST_F(BadInput, outputs_that_are_inputs) {
  const auto keeps = [](const std::string& input, const std::vector<std::string>& words) {
    write(input, "kept");
    const CapturedOutput output = revprof(words);
    expect_one_line(output);
    expect_refused(output, words[0] + ": expected another name for what is written, found ");
    EXPECT_EQ(read(input), "kept") << words[0];
  };
  std::filesystem::create_directory("out");
  std::filesystem::create_symlink("a.csv", "link.csv");
  keeps("a.csv", {"fit", "a.csv", "-o", "a.csv"});
  keeps("a.csv", {"fit", "a.csv", "-o", "./out/../a.csv"});
  keeps("a.csv", {"fit", "a.csv", "-o", "link.csv"});
  keeps("a.out", {"fit", "--import", "osu", "a.out", "-o", "a.out"});
  keeps("a.out", {"fit", "--import", "osu", "a.out", "--save", "a.out"});
  keeps("a.tex", {"fit", "a.tex", "-o", "a.json"});
  keeps("a.pdf", {"fit", "a.pdf", "-o", "a.json"});
  keeps("out/p0.trace", {"trace", "out", "--to", "chrome", "-o", "out/p0.trace"});
  keeps("out/summary.json", {"report", "out", "--svg", "out/summary.json"});
  keeps("out/summary.json", {"report", "out", "--html=out/summary.json"});
  keeps("m.json", {"diff", "m.json", exact_model, "--svg", "m.json"});
  keeps("m.json", {"model", "datasheet", "m.json", "-o", "m.json"});
  keeps("p.xml", {"simulate", "p.xml", "-n", "2", "-o", "p.xml", "--dry-run"});
  keeps("p.flags", {"simulate", "p.xml", "--flags", "p.flags", "-o", "p.json", "--dry-run"});
  keeps("p.csv", {"simulate", "p.xml", "--grid", "p.csv", "-o", "p.json", "--dry-run"});
}

TEST_F(BadInput, verdicts_over_what_a_run_reads) {
  std::filesystem::copy_file(exact_model, "m.json");
  const auto keeps = [](const std::string& command, const std::string& option) {
    expect_refused(revprof({command, "--model", "m.json", option, "m.json", "-n", "1", "--",
                            programs + "/sums"}),
                   command + ": expected another name for what is written, found m.json");
    EXPECT_EQ(read("m.json"), read(exact_model));
  };
  keeps("run", "--junit");
  keeps("compare", "--json");
}

TEST_F(BadInput, no_place_for_what_a_run_leaves) {
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"profile", "-o", "nodir/x.profile", "-n", "1", "--", programs + "/sums"},
           {"compare", "--model", exact_model, "--json", "nodir/x.json", "-n", "1", "--",
            programs + "/sums"},
           {"run", "--model", exact_model, "--junit", "nodir/x.xml", "-n", "1", "--",
            programs + "/sums"}}) {
    const CapturedOutput output = revprof(words);
    expect_one_line(output);
    expect_refused(output, ": expected a file in a directory that exists");
  }
}

TEST_F(BadInput, report_of_nothing) {
  expect_refused(revprof({"report", "nowhere"}), "nowhere");
  expect_refused(revprof({"report", ".", "--from", "2", "--to", "1"}), "0 <= from < to");
}

}  // namespace revprof
