// SPDX-License-Identifier: BSD-3-Clause
// What is no regular file where a user's file is expected: refused in one line, and never waited
// for.
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "command_line.hpp"
#include "revprof/launch/host/host_mpi.hpp"

namespace revprof {

class SpecialFiles : public CommandLine {
 protected:
  void SetUp() override {
    CommandLine::SetUp();
    ASSERT_EQ(mkfifo("fifo", 0600), 0);
    std::filesystem::create_directory("directory");
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    std::strcpy(address.sun_path, "socket");
    const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
    ASSERT_EQ(bind(socket, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    close(socket);
  }

  // One line that names the file and what it is.
  static void expect_message(const CapturedOutput& output, const std::string& file,
                             const std::string& found) {
    EXPECT_NE(output.exit_code, 0) << output.text;
    EXPECT_NE(output.exit_code, 124) << output.text;  // waited for
    EXPECT_NE(output.text.find(file + ": "), std::string::npos) << output.text;
    EXPECT_NE(output.text.find("found " + found + "\n"), std::string::npos) << output.text;
    EXPECT_EQ(std::count(output.text.begin(), output.text.end(), '\n'), 1) << output.text;
  }

  static CapturedOutput shell(const std::string& line) {
    return capture({"timeout", "--kill-after=5", "60", "sh", "-c", line});
  }
};

struct Special {
  const char *file, *found;
};
const Special all_special[] = {{"fifo", "a FIFO"},
                               {"directory", "a directory"},
                               {"/dev/null", "a device"},
                               {"socket", "a socket"}};

TEST_F(SpecialFiles, what_every_process_reads) {
  for (const auto& [file, found] : all_special) {
    for (const char* command : {"run", "sweep", "compare"}) {
      const CapturedOutput model =
          revprof({command, "--model", file, "-n", "2", "--", programs + "/sums"});
      expect_refused(model, std::string(file) +
                                ": expected a regular file, as every process reads it, found " +
                                found);
      EXPECT_EQ(std::count(model.text.begin(), model.text.end(), '\n'), 1) << model.text;
      expect_refused(revprof({command, "--model", exact_model, "--scenario", file, "-n", "2", "--",
                              programs + "/sums"}),
                     std::string("--scenario: ") + file + ": expected a regular file");
    }
  }
  const CapturedOutput piped = shell(
      "cat '" + exact_model + "' | '" REVPROF_TEST_COMMAND "' run --model /dev/stdin -n 2 -- '" +
      programs + "/sums'");
  expect_refused(piped, "/dev/stdin: expected a regular file, as every process reads it");
}

TEST_F(SpecialFiles, what_is_read_once) {
  for (const auto& [file, found] : all_special) {
    const std::string name = file;
    for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
             {"check", "--model", name, programs + "/sums"},
             {"model", "check", name},
             {"diff", exact_model, name},
             {"models", std::filesystem::absolute(name)},
             {"fit", name, "-o", "m.json"},
             {"fit", "--import", "osu", name, "-o", "m.json"},
             {"fit", "--import", "csv", "--columns", "call=call,processes=p,bytes=size,median=time",
              name, "-o", "m.json"}}) {
      const CapturedOutput output = revprof(words);
      SCOPED_TRACE(words[0] + " " + words[1] + " " + name);
      EXPECT_NE(output.exit_code, 0) << output.text;
      EXPECT_NE(output.exit_code, 124) << output.text;
      EXPECT_NE(output.text.find(std::string("found ") + found), std::string::npos) << output.text;
    }
  }
}

TEST_F(SpecialFiles, a_pipe_is_read_once) {
  const std::string source = "cat '" + exact_model + "' | '" REVPROF_TEST_COMMAND "' ";
  EXPECT_EQ(shell(source + "model check /dev/stdin").exit_code, 0);
  EXPECT_EQ(shell(source + "diff '" + exact_model + "' /dev/stdin").exit_code, 0);
  EXPECT_EQ(shell(source + "check --model /dev/stdin '" + programs + "/sums'").exit_code, 0);
}

TEST_F(SpecialFiles, a_runs_results) {
  for (const auto& [file, found] : all_special) {
    for (const char* replaced : {"summary.json", "p0.trace", "path.json"}) {
      std::filesystem::remove_all("results");
      const CapturedOutput output =
          revprof({"run", "--model", exact_model, "-n", "1", "-o", "results", "--quiet",
                   "--critical-path", "1", "--", programs + "/sums"});
      ASSERT_EQ(output.exit_code, 0) << output.text;
      const std::string name = std::string("results/") + replaced;
      std::filesystem::remove(name);
      std::filesystem::create_symlink(std::filesystem::absolute(file), name);
      SCOPED_TRACE(name + ", " + found);
      expect_message(revprof({"report", "results"}), name, found);
    }
    expect_message(revprof({"run", "--model", exact_model, "-n", "1", "--baseline",
                            "results/../fifo", "--", programs + "/sums"}),
                   "results/../fifo", "a FIFO");
  }
}

// Without `revprof run`, where MODEL reaches the library itself.
TEST_F(SpecialFiles, in_the_program) {
  const std::string libraries =
      std::filesystem::path(REVPROF_TEST_COMMAND).parent_path() / "../lib";
  for (const HostMpi* mpi : all_host_mpis()) {
    const std::string program = programs + (mpi == &open_mpi ? "/sums" : "/sums_mpich");
    if (!std::filesystem::exists(program)) continue;
    const std::string library = libraries + "/" + mpi->revprof_library;
    for (const auto& [file, found] : all_special) {
      const CapturedOutput output = capture(
          {"timeout", "--kill-after=5", "60", "env", "OMPI_ALLOW_RUN_AS_ROOT=1",
           "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1", find_launcher(*mpi, "mpirun", "").path, "-np", "1",
           "env", "LD_PRELOAD=" + library, std::string("MODEL=") + file, program});
      EXPECT_EQ(output.exit_code, 2) << output.text;
      EXPECT_NE(output.text.find(std::string("revprof: ") + file +
                                 ": cannot read the machine model, expected a regular file, "
                                 "found " +
                                 found),
                std::string::npos)
          << output.text;
    }
  }
}

}  // namespace revprof
