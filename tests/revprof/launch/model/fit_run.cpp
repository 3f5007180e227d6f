// SPDX-License-Identifier: BSD-3-Clause
// `revprof fit` from a file of measurements to a model, and its table.
#include <cmath>
#include <cstdlib>

#include "command_line.hpp"
#include "fit/measurements/measurements.hpp"
#include "fit/model/model_json.hpp"

namespace revprof {

class FitRun : public CommandLine {
 protected:
  // 1 us + 2 us log p + 1 ns p d, measured without noise.
  void SetUp() override {
    CommandLine::SetUp();
    Measurements measurements;
    measurements.header = {
        {"machine", "test"}, {"ranks_per_node", "4"}, {"eager_limit_bytes", "4096"}};
    for (const int processes : {2, 4, 8, 16}) {
      for (const std::int64_t bytes : {8, 64, 512, 4096, 32768}) {
        const double time =
            1e-6 + 2e-6 * std::log2(processes) + 1e-9 * processes * static_cast<double>(bytes);
        measurements.cells.push_back({"MPI_Allgather", 0, processes, bytes, 10, time * 0.99,
                                      time * 0.995, time, time * 1.005, time * 1.01});
      }
    }
    write_measurements(measurements, "machine.csv");
  }
};

TEST_F(FitRun, writes_the_model_and_prints_how_good_it_is) {
  const CapturedOutput output =
      revprof({"fit", "machine.csv", "-o", "machine.json", "--no-datasheet"});
  EXPECT_EQ(output.exit_code, 0) << output.text;
  EXPECT_NE(output.text.find("MPI_Allgather      20        1"), std::string::npos) << output.text;
  const Model model = read_model("machine.json");
  const Regime& regime = model.calls.at("MPI_Allgather").at(0).regimes.at(0);
  EXPECT_EQ(regime.form, (Form{Startup::log_p, Data::p_d}));
  EXPECT_NEAR(regime.k, 1e-9, 1e-12);
  EXPECT_FALSE(std::filesystem::exists("machine.tex"));
}

// Its equation is off by the last bit of a number, which is no error.
TEST_F(FitRun, a_segment_seen_once_lies_in_its_band) {
  Measurements profile;
  profile.header = {{"measured", "segments"}};
  const double time = 4.356903608336588e-05;
  profile.cells.push_back(
      {"MPI_Bcast a -> MPI_Finalize", 0, 2, 1, 1, time, time, time, time, time});
  write_measurements(profile, "app.profile");
  const CapturedOutput output = revprof({"fit", "app.profile", "-o", "app.json"});
  EXPECT_EQ(output.exit_code, 0) << output.text;
  EXPECT_NE(output.text.find("  100.0 %  4.36e-05"), std::string::npos) << output.text;
}

// Without LaTeX in PATH: whether it is looked for is all that counts.
TEST_F(FitRun, builds_no_pdf_of_many_graphs_unasked) {
  Measurements many;
  const char* const calls[] = {"MPI_Bcast", "MPI_Reduce", "MPI_Scan", "MPI_Gather", "MPI_Scatter"};
  for (const char* call : calls) {
    for (const int within : {2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 0}) {
      for (const int processes : {2, 4}) {
        for (const std::int64_t bytes : {8, 64, 512}) {
          const double time = 1e-6 * processes + 1e-9 * static_cast<double>(bytes);
          many.cells.push_back({call, within, processes, bytes, 10, time, time, time, time, time});
        }
      }
    }
  }
  write_measurements(many, "many.csv");
  const std::vector<std::string> no_latex = {"PATH=/nonexistent"};
  const CapturedOutput unasked = revprof({"fit", "many.csv", "-o", "many.json"}, no_latex);
  EXPECT_EQ(unasked.exit_code, 0) << unasked.text;
  EXPECT_NE(unasked.text.find("no PDF: LaTeX takes minutes for "), std::string::npos)
      << unasked.text;
  EXPECT_LT(unasked.text.find("Wrote many.json"), unasked.text.find("Wrote many.tex"));
  const CapturedOutput asked =
      revprof({"fit", "many.csv", "-o", "many.json", "--datasheet"}, no_latex);
  EXPECT_EQ(asked.exit_code, 0) << asked.text;
  EXPECT_NE(asked.text.find("pdflatex is not installed"), std::string::npos) << asked.text;
  const CapturedOutput few = revprof({"fit", "machine.csv", "-o", "few.json"}, no_latex);
  EXPECT_NE(few.text.find("pdflatex is not installed"), std::string::npos) << few.text;
}

TEST_F(FitRun, a_failing_latex_costs_the_pdf_alone) {
  std::filesystem::create_directory("programs");
  write("programs/pdflatex", "#!/bin/sh\necho '! Emergency stop.' >datasheet.log\nexit 1\n");
  std::filesystem::permissions("programs/pdflatex", std::filesystem::perms::owner_all);
  const std::vector<std::string> failing = {
      "PATH=" + std::filesystem::absolute("programs").string() + ":" + std::getenv("PATH")};
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"fit", "machine.csv", "-o", "sheet.json"},
           {"model", "datasheet", "sheet.json", "-o", "sheet.tex"}}) {
    const CapturedOutput output = revprof(words, failing);
    EXPECT_EQ(output.exit_code, 0) << output.text;
    EXPECT_NE(output.text.find("revprof: warning: no PDF: sheet.tex: pdflatex failed with exit "
                               "code 1; its whole log is sheet.tex.log\n"),
              std::string::npos)
        << output.text;
    EXPECT_TRUE(std::filesystem::exists("sheet.json"));
    EXPECT_TRUE(std::filesystem::exists("sheet.tex"));
    std::filesystem::remove("sheet.tex");
  }
}

TEST_F(FitRun, howell_beside_it) {
  const CapturedOutput output =
      revprof({"fit", "machine.csv", "-o", "howell.json", "--fit", "howell", "--no-datasheet"});
  EXPECT_EQ(output.exit_code, 0) << output.text;
  const std::size_t heading = output.text.find("revprof");
  EXPECT_NE(output.text.find("howell", heading), std::string::npos) << output.text;
  EXPECT_EQ(read_model("howell.json").calls.count("MPI_Allgather"), 1U);
}

TEST_F(FitRun, imports_and_joins_what_it_saved) {
  write("osu_bcast_np8.out",
        "# OSU MPI Broadcast Latency Test v5.8\n# Size       Avg Latency(us)\n"
        "1 2.0\n1024 3.0\n65536 30.0\n1048576 400.0\n");
  CapturedOutput output = revprof({"fit", "--import", "osu", "osu_bcast_np8.out", "--save",
                                   "bcast.csv", "--set", "machine=both"});
  EXPECT_EQ(output.exit_code, 0) << output.text;
  output = revprof({"fit", "bcast.csv", "machine.csv", "-o", "both.json", "--no-datasheet"});
  EXPECT_EQ(output.exit_code, 0) << output.text;
  const Model model = read_model("both.json");
  EXPECT_EQ(model.machine.name, "both");
  EXPECT_EQ(model.machine.source, "imported from the OSU micro-benchmarks: osu_bcast_np8.out");
  EXPECT_TRUE(model.has_equation("MPI_Bcast") && model.has_equation("MPI_Allgather"));
}

TEST_F(FitRun, processes_by_file_and_dropped_cells) {
  const std::string head =
      "# OSU MPI Broadcast Latency Test v5.8\n# Size       Avg Latency(us)\n"
      "1 2.0\n1024 3.0\n65536 30.0\n1048576 400.0\n";
  write("a.out", head), write("b.out", head), write("c.out", head);
  write("job.sh", "mpirun osu_bcast\n");
  const std::vector<std::string> import = {"fit",   "--import", "osu",         "a.out",
                                           "b.out", "c.out",    "job.sh",      "--procs",
                                           "16",    "--procs",  "[bc].out=32", "--ranks-per-node",
                                           "16",    "--save",   "all.csv"};
  CapturedOutput output = revprof(import);
  EXPECT_EQ(output.exit_code, 0) << output.text;
  EXPECT_NE(output.text.find("note: job.sh:1: expected output of the OSU"), std::string::npos)
      << output.text;
  Measurements all = read_measurements("all.csv");
  EXPECT_EQ(all.cells.size(), 12U);
  EXPECT_EQ(all.header_value("block_sizes"), "16");
  std::vector<std::string> twice = import;
  twice.insert(twice.begin() + 3, "a.out");
  expect_refused(revprof(twice), "a.out is named twice");
  output = revprof({"fit", "all.csv", "--drop", "launch=2", "--drop", "p<=16", "--drop", "d=1",
                    "--save", "less.csv"});
  EXPECT_EQ(output.exit_code, 0) << output.text;
  EXPECT_NE(output.text.find("--drop launch=2: 4 of 12 cells left out"), std::string::npos)
      << output.text;
  const Measurements less = read_measurements("less.csv");
  ASSERT_EQ(less.cells.size(), 3U);
  EXPECT_EQ(less.cells[0].processes, 32);
  EXPECT_EQ(less.cells[0].bytes, 1024);
  EXPECT_EQ(less.cells[0].launch, 1);
  for (const char* wrong : {"p", "q=3", "p=x", "call<=MPI_Bcast", "=3"}) {
    expect_refused(revprof({"fit", "all.csv", "--drop", wrong, "--save", "x.csv"}),
                   "--drop: expected p, d or launch");
  }
  expect_refused(revprof({"fit", "all.csv", "--drop", "p>=2", "--save", "x.csv"}),
                 "leaves no cell");
}

TEST_F(FitRun, imports_refused) {
  expect_refused(revprof({"fit", "--import", "skampi", "machine.csv", "-o", "x.json"}),
                 "--import: expected osu, imb or csv, found \"skampi\"");
  expect_refused(revprof({"fit", "--import", "csv", "machine.csv", "-o", "x.json"}),
                 "expected --columns MEANING=COLUMN");
  write("bcast_np64.out",
        "# OSU MPI Broadcast Latency Test v5.8\n# Size       Avg Latency(us)\n1 2.0\n");
  expect_refused(
      revprof({"fit", "--import", "osu", "bcast_np64.out", "--within", "4", "--save", "x.csv"}),
      "bcast_np64.out:3: expected at most 4 processes inside a block");
  expect_refused(
      revprof({"fit", "--import", "osu", "bcast_np64.out", "--procs", "a=b", "--save", "x.csv"}),
      "procs: expected a whole number of at least 1");
  expect_refused(revprof({"fit", "machine.csv", "--procs", "4", "-o", "x.json"}),
                 "--procs needs --import");
  expect_refused(revprof({"fit", "machine.csv", "--set", "colour=red", "-o", "x.json"}),
                 "--set: expected one of machine,");
}

// A file that may not grow stands for a disk that is full.
TEST_F(FitRun, says_why_the_model_cannot_be_written) {
  const CapturedOutput output = capture({"timeout", "--kill-after=5", "60", "sh", "-c",
                                         "trap '' XFSZ; ulimit -f 1; '" REVPROF_TEST_COMMAND
                                         "' fit machine.csv -o machine.json --no-datasheet"});
  EXPECT_EQ(output.exit_code, 2) << output.text;
  EXPECT_NE(output.text.find("revprof: machine.json: cannot be written: File too large\n"),
            std::string::npos)
      << output.text;
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator("."),
                          std::filesystem::directory_iterator()),
            1);
}

TEST_F(FitRun, refuses_times_that_no_model_holds) {
  const std::string good = read("machine.csv");
  for (const char* seconds : {"1e300", "1e9"}) {
    std::string text = good;
    text += "MPI_Bcast,beyond,2,8,1,9,0,1,,1,1,1,," + std::string(seconds) + ",,,\n";
    write("machine.csv", text);
    expect_refused(revprof({"fit", "machine.csv", "-o", "machine.json"}),
                   "machine.csv:26: expected a time in seconds from 0 to 1e+06, found \"" +
                       std::string(seconds) + '"');
  }
}

}  // namespace revprof
