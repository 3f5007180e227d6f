// SPDX-License-Identifier: BSD-3-Clause
// `revprof run` on MPICH and under Slurm's srun, of which a script plays the part: it notes its
// words, and then does as Open MPI's mpirun would.
#include <sys/stat.h>

#include "command_line.hpp"
#include "revprof/trace/results/summary.hpp"

namespace revprof {

class Hosts : public CommandLine {
 protected:
  static CapturedOutput run(const std::string& program, const std::vector<std::string>& options,
                            const std::vector<std::string>& variables = {}) {
    std::vector<std::string> words = {"run", "--model", exact_model, "-n", "2"};
    words.insert(words.end(), options.begin(), options.end());
    words.insert(words.end(), {"--", program});
    return revprof(words, variables);
  }

  static void write_program(const std::string& file, const std::string& text) {
    write(file, text);
    chmod(file.c_str(), 0755);
  }
};

#ifdef REVPROF_TEST_MPICH
TEST_F(Hosts, the_same_prediction_on_both) {
  EXPECT_EQ(run(programs + "/sums", {"-o", "openmpi"}).exit_code, 0);
  const CapturedOutput output = run(programs + "/sums_mpich", {"-o", "mpich"});
  EXPECT_EQ(output.exit_code, 0) << output.text;
  EXPECT_NE(output.text.find("sum 1\n"), std::string::npos) << output.text;
  const Summary one = read_summary("openmpi/summary.json");
  const Summary other = read_summary("mpich/summary.json");
  ASSERT_EQ(one.times.size(), other.times.size());
  for (std::size_t rank = 0; rank < one.times.size(); ++rank) {
    for (std::size_t lane = 0; lane < one.times[rank].size(); ++lane) {
      EXPECT_EQ(one.times[rank][lane].predicted, other.times[rank][lane].predicted);
    }
  }
}

TEST_F(Hosts, a_script_says_which) {
  write_program("script", "#!/bin/sh\nexec " + programs + "/sums_mpich\n");
  EXPECT_EQ(run("./script", {"--mpi", "mpich"}).exit_code, 0);
}

TEST_F(Hosts, the_wrong_one) {
  expect_refused(run(programs + "/sums_mpich", {"--mpi", "openmpi"}),
                 "linked with MPICH (libmpich.so.12), not with --mpi openmpi");
  expect_refused(run(programs + "/sums_mpich", {"--mpirun", "mpirun.openmpi"}),
                 "expected MPICH's mpirun");
}

// As MPICH is named where it is not Debian's, and Intel MPI and others are. No second MPI comes in.
TEST_F(Hosts, mpich_by_another_name) {
  const std::string program = programs + "/sums_renamed";
  const CapturedOutput output = run(program, {"-o", "renamed"});
  EXPECT_EQ(output.exit_code, 0) << output.text;
  EXPECT_NE(output.text.find("sum 1\n"), std::string::npos) << output.text;
  EXPECT_EQ(read_summary("renamed/summary.json").processes, 2);
  const std::string text = revprof({"check", program}).text;
  EXPECT_NE(text.find("MPICH (libmpi.so.12)"), std::string::npos) << text;
  const std::size_t library = text.find("librevprof_mpich_any.so is put before its MPI calls");
  EXPECT_NE(library, std::string::npos) << text;
  const std::string loaded = capture({"env", "LD_TRACE_LOADED_OBJECTS=1",
                                      std::string("LD_PRELOAD=") + REVPROF_TEST_MPICH_ANY, program})
                                 .text;
  EXPECT_NE(loaded.find("libmpi.so.12"), std::string::npos) << loaded;
  EXPECT_EQ(loaded.find("libmpich.so"), std::string::npos) << loaded;
}

// Its Fortran library calls PMPI_Init, and is made to call revprof's MPI_Init.
TEST_F(Hosts, fortran_2008_on_mpich) {
  const CapturedOutput output = run(programs + "/f08_mpich", {});
  EXPECT_EQ(output.exit_code, 0) << output.text;
  EXPECT_NE(output.text.find("predicted time"), std::string::npos) << output.text;
}

// Whatever starts it: the library itself says that MPI passed it by. The command knows before.
TEST_F(Hosts, profiling_names_pass_by) {
  const CapturedOutput output = run(programs + "/profiled_mpich", {});
  EXPECT_EQ(output.exit_code, 0) << output.text;
  EXPECT_NE(output.text.find("can call PMPI_Barrier by the name for profiling"), std::string::npos)
      << output.text;
  const std::string missed = "NOTHING WAS PREDICTED: the program has used MPI, and none of its";
  const std::size_t first = output.text.find(missed);
  EXPECT_NE(first, std::string::npos) << output.text;
  EXPECT_EQ(output.text.find(missed, first + 1), std::string::npos) << output.text;  // once
  EXPECT_NE(output.text.find("calls PMPI_Init, which revprof cannot get before on MPICH"),
            std::string::npos)
      << output.text;
}

TEST_F(Hosts, a_program_of_the_other_mpi) {
  const CapturedOutput output = revprof({"run", "--model", exact_model, "-n", "1", "--mpi",
                                         "openmpi", "--", "env", programs + "/sums_mpich"});
  EXPECT_NE(output.exit_code, 0) << output.text;
  EXPECT_NE(output.text.find("linked with MPICH, and the run was one of Open MPI (--mpi mpich)"),
            std::string::npos)
      << output.text;
}

TEST_F(Hosts, both) { expect_refused(run(programs + "/both_mpis", {}), "linked with two MPIs"); }
#endif

// Plainly it ends well but for what MPI itself leaks.
TEST_F(Hosts, a_program_with_a_sanitizer) {
  if (!std::filesystem::exists(programs + "/sums_address")) GTEST_SKIP() << "no AddressSanitizer";
  const CapturedOutput output =
      revprof({"run", "--model", exact_model, "-n", "2", "--", programs + "/sums_address"},
              {"ASAN_OPTIONS=detect_leaks=0"});
  EXPECT_EQ(output.exit_code, 0) << output.text;
  EXPECT_NE(output.text.find("sum 1\n"), std::string::npos) << output.text;
  EXPECT_NE(output.text.find("predicted time"), std::string::npos) << output.text;
}

TEST_F(Hosts, unknown_words) {
  expect_refused(run(programs + "/sums", {"--mpi", "lam"}), "expected auto, openmpi or mpich");
  expect_refused(run(programs + "/sums", {"--launcher", "pbs"}), "expected auto, mpirun or srun");
}

TEST_F(Hosts, no_library) {
  expect_refused(run(programs + "/sums", {"--library", "./librevprof.so"}), "not found");
}

TEST_F(Hosts, srun) {
  write_program("srun",
                "#!/bin/sh\nprintf '%s\\n' \"$@\" > words\necho \"preloaded: $LD_PRELOAD.\"\n"
                "shift 3\nexec mpirun.openmpi --oversubscribe -np 2 \"$@\"\n");
  const std::vector<std::string> as_root = {"OMPI_ALLOW_RUN_AS_ROOT=1",
                                            "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1", "SLURM_JOB_ID=7"};
  const CapturedOutput output =
      run(programs + "/sums", {"--launcher", "srun", "--mpirun", "./srun"}, as_root);
  EXPECT_EQ(output.exit_code, 0) << output.text;
  EXPECT_NE(output.text.find("preloaded: .\n"), std::string::npos) << output.text;
  EXPECT_EQ(read_summary("revprof-out/summary.json").processes, 2);
  const std::string words = read("words");
  EXPECT_EQ(words.compare(0, 52, "--ntasks=2\n--overcommit\n--export=ALL\nenv\nLD_PRELOAD="), 0)
      << words;
}

// As srun does where it does not speak to the program's MPI.
TEST_F(Hosts, programs_of_one_process) {
  write_program("srun", "#!/bin/sh\nshift 3\nmpirun.openmpi -np 1 \"$@\"\n");
  const std::vector<std::string> as_root = {"OMPI_ALLOW_RUN_AS_ROOT=1",
                                            "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1"};
  const CapturedOutput output =
      run(programs + "/sums", {"--launcher", "srun", "--mpirun", "./srun"}, as_root);
  EXPECT_EQ(output.exit_code, 0) << output.text;
  EXPECT_NE(output.text.find("expected one program of 2 processes, and MPI_COMM_WORLD had 1"),
            std::string::npos)
      << output.text;
  EXPECT_NE(output.text.find("--mpirun-args \"--mpi=pmix\""), std::string::npos) << output.text;
}

}  // namespace revprof
