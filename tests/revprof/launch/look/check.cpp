// SPDX-License-Identifier: BSD-3-Clause
// `revprof check` on programs that cannot be predicted, and on scripts; check_test.py has the real
// ones.
#include <sys/stat.h>

#include <nlohmann/json.hpp>

#include "command_line.hpp"

namespace revprof {

class Check : public CommandLine {
 protected:
  static nlohmann::json report(const std::string& program, int exit_code,
                               const std::vector<std::string>& options = {}) {
    std::vector<std::string> words = {"check", "--json"};
    words.insert(words.end(), options.begin(), options.end());
    words.push_back(program);
    const CapturedOutput output = revprof(words);
    EXPECT_EQ(output.exit_code, exit_code) << output.text;
    return nlohmann::json::parse(output.text);
  }

  static void expect_obstacle(const nlohmann::json& report, const std::string& name) {
    EXPECT_EQ(report["preloading"]["verdict"], "fails") << report;
    EXPECT_EQ(report["preloading"]["obstacle"], name) << report;
    EXPECT_GT(report["preloading"]["reason"].get<std::string>().size(), 20U);
  }
};

TEST_F(Check, programs_that_cannot_be_predicted) {
  expect_obstacle(report(programs + "/own_init", 1), "static_mpi");
  expect_obstacle(report(programs + "/static_program", 1), "static");
  expect_obstacle(report(programs + "/no_mpi", 1), "no_mpi");
  expect_obstacle(report(programs + "/other_mpi", 1), "unknown_mpi");
}

TEST_F(Check, linked_with_mpi_and_without_a_call) {
  expect_obstacle(report(programs + "/never_begins", 1), "no_mpi");
}

TEST_F(Check, what_this_host_lacks) {
  expect_obstacle(report(programs + "/sums", 1, {"--library", "nowhere.so"}), "no_library");
  expect_obstacle(report(programs + "/sums", 1, {"--mpirun", "true"}), "no_launcher");
  expect_obstacle(report(programs + "/sums", 1, {"--mpi", "mpich"}), "other_mpi");
}

TEST_F(Check, the_model_is_that_of_the_option_or_the_environment) {
  const auto by_option = report(programs + "/sums", 0, {"--model", exact_model});
  EXPECT_EQ(by_option["model"]["file"], exact_model);
  EXPECT_EQ(by_option["calls"][0]["call"], "MPI_Allreduce");
  EXPECT_EQ(by_option["calls"][0]["prediction"], "measured");
  EXPECT_EQ(by_option["calls"][0]["equation"], "MPI_Allreduce");
  EXPECT_TRUE(report(programs + "/sums", 0)["model"].is_null());
  const CapturedOutput output =
      revprof({"check", "--json", programs + "/sums"}, {"MODEL=" + exact_model});
  EXPECT_EQ(nlohmann::json::parse(output.text)["calls"], by_option["calls"]);
}

TEST_F(Check, a_script_shows_its_interpreter_alone) {
  write("script.py", "#!/usr/bin/python3\n");
  chmod("script.py", 0755);
  const auto script = report("./script.py", 0, {"--mpi", "openmpi"});
  EXPECT_EQ(script["preloading"]["verdict"], "unknown");
  EXPECT_EQ(script["interpreters"], nlohmann::json({"/usr/bin/python3"}));
  EXPECT_TRUE(script["mpi"].is_null());
  EXPECT_TRUE(script["calls"].empty());
  EXPECT_NE(script["unknowns"][0].get<std::string>().find("a script"), std::string::npos);
}

TEST_F(Check, what_is_behind_the_program_is_its_own) {
  EXPECT_EQ(revprof({"check", "--", programs + "/sums", "--typo", "-n"}).exit_code, 0);
  EXPECT_EQ(revprof({"check", programs + "/sums", "1", "2"}).exit_code, 0);
}

TEST_F(Check, bad_input) {
  expect_refused(revprof({"check"}), "check: no program");
  expect_refused(revprof({"check", "./nowhere"}), "./nowhere: No such file");
  expect_refused(revprof({"check", "--model", "nowhere.json", programs + "/sums"}), "nowhere.json");
  write("text", "hello\n");
  expect_refused(revprof({"check", "--with", "text", programs + "/sums"}),
                 "text: expected a library");
  expect_refused(revprof({"check", "./text"}), "not executable");
}

#ifdef REVPROF_TEST_HEAT
// What is called is named: OpenSHMEM, or that and MPI (revprof.h's calls), each with its number.
TEST_F(Check, openshmem) {
  const std::string records = revprof({"check", REVPROF_TEST_RECORDS}).text;
  for (const char* const words :
       {"Open MPI with OpenSHMEM (libmpi.so.40)", "is put before its OpenSHMEM calls",
        "OpenSHMEM calls are in shmem_records", "\n14 OpenSHMEM calls can be made:"}) {
    EXPECT_NE(records.find(words), std::string::npos) << words << " in\n" << records;
  }
  EXPECT_EQ(records.find("MPI calls"), std::string::npos) << records;
  const std::string heat = revprof({"check", REVPROF_TEST_HEAT}).text;
  for (const char* const words :
       {"before its MPI and OpenSHMEM\n", "OpenSHMEM calls can be made:", " MPI calls and "}) {
    EXPECT_NE(heat.find(words), std::string::npos) << words << " in\n" << heat;
  }
}
#endif

#ifdef REVPROF_TEST_MPICH
TEST_F(Check, mpich) {
  const auto sums = report(programs + "/sums_mpich", 0);
  EXPECT_EQ(sums["mpi"]["name"], "MPICH");
  EXPECT_EQ(sums["preloading"]["verdict"], "works");
  EXPECT_NE(sums["preloading"]["library"].get<std::string>().find("librevprof_mpich.so"),
            std::string::npos);
  expect_obstacle(report(programs + "/both_mpis", 1), "two_mpis");
}

TEST_F(Check, fortran_2008_on_mpich) {
  const auto program = report(programs + "/f08_mpich", 0);
  for (const auto& call : program["calls"]) EXPECT_EQ(call["prediction"], "no_cost") << call;
}

TEST_F(Check, profiling_names_on_mpich) {
  const auto program = report(programs + "/profiled_mpich", 1);
  expect_obstacle(program, "init_not_seen");
  for (const auto& call : program["calls"]) EXPECT_EQ(call["prediction"], "unsupported") << call;
}

TEST_F(Check, sessions_on_mpich) {
  EXPECT_EQ(report(programs + "/sessions_mpich", 0)["preloading"]["verdict"], "works");
}
#endif

}  // namespace revprof
