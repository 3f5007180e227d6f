// SPDX-License-Identifier: BSD-3-Clause
// However a run is stopped, no process of it is left over.
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <thread>

#include "command_line.hpp"

namespace revprof {

class Interruption : public CommandLine {
 protected:
  static constexpr std::size_t processes = 2;

  // Starts `revprof run` with processes that wait, and returns once all of them have started.
  static pid_t start() {
    std::filesystem::create_directory("ids");
    const pid_t child = fork();
    if (child == 0) {
      execl(REVPROF_TEST_COMMAND, "revprof", "run", "--model", exact_model.c_str(), "-n", "2", "--",
            (programs + "/sums").c_str(), "wait", "ids", nullptr);
      _exit(127);
    }
    for (int tries = 0; tries < 600 && ids().size() < processes; ++tries) pause_a_little();
    return child;
  }

  static std::vector<pid_t> ids() {
    std::vector<pid_t> list;
    for (const auto& file : std::filesystem::directory_iterator("ids")) {
      list.push_back(std::stoi(file.path().filename()));
    }
    return list;
  }

  static int exit_code_of(pid_t child) {
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }

  static bool is_gone(pid_t id) { return kill(id, 0) != 0 && errno == ESRCH; }

  static void expect_all_gone() {
    ASSERT_EQ(ids().size(), processes);
    for (const pid_t id : ids()) EXPECT_TRUE(is_gone(id)) << id;
  }

  static void pause_a_little() { std::this_thread::sleep_for(std::chrono::milliseconds(50)); }

  // The children of a process, of which `revprof run` has one: mpirun.
  static pid_t only_child(pid_t parent) {
    const std::string id = std::to_string(parent);
    std::ifstream list("/proc/" + id + "/task/" + id + "/children");
    pid_t child = 0;
    list >> child;
    return child;
  }
};

TEST_F(Interruption, control_c) {
  const pid_t child = start();
  kill(child, SIGINT);
  EXPECT_EQ(exit_code_of(child), 128 + SIGINT);
  expect_all_gone();
}

TEST_F(Interruption, termination) {
  const pid_t child = start();
  kill(child, SIGTERM);
  EXPECT_EQ(exit_code_of(child), 128 + SIGTERM);
  expect_all_gone();
  EXPECT_TRUE(std::filesystem::exists("revprof-out/p0.trace"));
}

TEST_F(Interruption, mpirun_is_killed) {
  const pid_t child = start();
  const pid_t mpirun = only_child(child);
  ASSERT_GT(mpirun, 0);
  kill(mpirun, SIGKILL);
  EXPECT_EQ(exit_code_of(child), 128 + SIGKILL);
  expect_all_gone();
}

}  // namespace revprof
