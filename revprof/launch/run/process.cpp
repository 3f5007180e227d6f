// SPDX-License-Identifier: BSD-3-Clause
// Starts programs, forwards signals and ends what is left over.
//
// Open MPI gives each process of a job a process group of its own, so that ending mpirun's group is
// not enough when mpirun dies. This process is therefore made the one that inherits orphans
// (PR_SET_CHILD_SUBREAPER): whatever outlives mpirun becomes its child, and can be ended by id.
#include "revprof/launch/run/process.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <stdexcept>

namespace revprof {

namespace {

constexpr std::array<int, 4> stopping_signals = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
constexpr time_t grace_seconds = 10;
// Sooner, a repeated signal is the same one over again: `timeout` sends it to the group as well.
constexpr time_t impatience_seconds = 2;

// Holds the signals back for sigwaitinfo() while it lives, as no handler is needed then.
class HeldSignals {
 public:
  HeldSignals() {
    signal(SIGCHLD, SIG_DFL);  // were it ignored, no child could be waited for
    sigemptyset(&held_);
    sigaddset(&held_, SIGCHLD);
    for (const int number : stopping_signals) {
      if (!is_ignored(number)) sigaddset(&held_, number);  // nohup stays nohup
    }
    sigprocmask(SIG_BLOCK, &held_, &before_);
  }
  HeldSignals(const HeldSignals&) = delete;
  ~HeldSignals() { restore(); }

  void restore() const { sigprocmask(SIG_SETMASK, &before_, nullptr); }

  // The next one, or a signal number of 0 after that time.
  siginfo_t next(const timespec& most) const {
    siginfo_t taken = {};
    if (sigtimedwait(&held_, &taken, &most) < 0) taken.si_signo = 0;
    return taken;
  }

 private:
  static bool is_ignored(int number) {
    struct sigaction action = {};
    sigaction(number, nullptr, &action);
    return action.sa_handler == SIG_IGN;
  }

  sigset_t held_;
  sigset_t before_;
};

int shell_exit_code(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::vector<char*> pointers(const std::vector<std::string>& words) {
  std::vector<char*> list;
  for (const std::string& word : words) list.push_back(const_cast<char*>(word.c_str()));
  list.push_back(nullptr);
  return list;
}

// In the child, after fork(): reports a failure of exec through the pipe, which exec closes.
[[noreturn]] void become(const std::vector<std::string>& words, int report) {
  execvp(words[0].c_str(), pointers(words).data());
  const int error = errno;
  if (write(report, &error, sizeof error) < 0) _exit(126);
  _exit(127);
}

// Reads what become() reported; 0 where the program started.
int start_error(int report) {
  int error = 0;
  const ssize_t size = read(report, &error, sizeof error);
  return size == static_cast<ssize_t>(sizeof error) ? error : 0;
}

struct Pipe {
  int ends[2];
  Pipe() {
    if (pipe2(ends, O_CLOEXEC) != 0) {
      throw std::runtime_error(std::string("cannot make a pipe: ") + std::strerror(errno));
    }
  }
  Pipe(const Pipe&) = delete;
  ~Pipe() {
    close_end(0);
    close_end(1);
  }
  void close_end(int end) {
    if (ends[end] >= 0) close(ends[end]);
    ends[end] = -1;
  }
};

pid_t forked() {
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error(std::string("cannot fork: ") + std::strerror(errno));
  return child;
}

// Standard output for the program; -1: this process's own.
int open_output(const std::string& file) {
  if (file.empty()) return -1;
  const int output = open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (output < 0) throw std::runtime_error(file + ": " + std::strerror(errno));
  return output;
}

pid_t start(const Started& started, const HeldSignals& signals) {
  Pipe report;
  const int output = open_output(started.output_file);
  const pid_t parent = getpid();
  const pid_t child = forked();
  if (child == 0) {
    signals.restore();
    prctl(PR_SET_PDEATHSIG, SIGTERM);  // should this process be killed outright
    if (getppid() != parent) _exit(127);
    for (const std::string& name : started.removed_variables) unsetenv(name.c_str());
    for (const auto& [name, value] : started.environment) setenv(name.c_str(), value.c_str(), 1);
    if (output >= 0) dup2(output, STDOUT_FILENO);
    become(started.words, report.ends[1]);
  }
  report.close_end(1);
  if (output >= 0) close(output);
  if (const int error = start_error(report.ends[0])) {
    waitpid(child, nullptr, 0);
    throw std::runtime_error(started.words[0] + ": cannot be started: " + std::strerror(error));
  }
  return child;
}

std::vector<pid_t> children() {
  const std::string self = std::to_string(getpid());
  std::ifstream list("/proc/" + self + "/task/" + self + "/children");
  std::vector<pid_t> ids;
  for (pid_t id = 0; list >> id;) ids.push_back(id);
  return ids;
}

// Ends the orphans of what ran, and theirs, which become children in turn.
void end_what_is_left() {
  for (std::vector<pid_t> left = children(); !left.empty(); left = children()) {
    for (const pid_t id : left) kill(id, SIGKILL);
    for (const pid_t id : left) waitpid(id, nullptr, 0);
  }
}

// True once `child` has ended; reaps any orphan that ended meanwhile.
bool has_ended(pid_t child, int& status) {
  int of_one = 0;
  for (pid_t ended = 0; (ended = waitpid(-1, &of_one, WNOHANG)) > 0;) {
    if (ended != child) continue;
    status = of_one;
    return true;
  }
  return false;
}

bool is_stopping(int signal) {
  return std::find(stopping_signals.begin(), stopping_signals.end(), signal) !=
         stopping_signals.end();
}

}  // namespace

Ended run_to_the_end(const Started& started) {
  const HeldSignals signals;
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  const pid_t child = start(started, signals);

  Ended ended;
  int status = 0;
  time_t asked_at = 0;
  while (!has_ended(child, status)) {
    const siginfo_t taken = signals.next({1, 0});
    if (started.each_second) started.each_second();
    const time_t now = time(nullptr);
    if (is_stopping(taken.si_signo) && ended.signal_taken == 0) {
      ended.signal_taken = taken.si_signo;
      asked_at = now;
      // The terminal sends Ctrl-C to the whole foreground group: the child has it already, and
      // mpirun takes a second one for impatience.
      if (taken.si_code != SI_KERNEL) kill(child, taken.si_signo);
    } else if (is_stopping(taken.si_signo) && now - asked_at >= impatience_seconds) {
      kill(child, SIGKILL);
    } else if (ended.signal_taken != 0 && now - asked_at >= grace_seconds) {
      kill(child, SIGKILL);
    }
  }
  end_what_is_left();
  prctl(PR_SET_CHILD_SUBREAPER, 0);
  ended.exit_code = shell_exit_code(status);
  return ended;
}

CapturedOutput capture(const std::vector<std::string>& words) {
  Pipe output;
  Pipe report;
  const pid_t child = forked();
  if (child == 0) {
    const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    dup2(nothing, STDIN_FILENO);
    dup2(output.ends[1], STDOUT_FILENO);
    dup2(output.ends[1], STDERR_FILENO);
    become(words, report.ends[1]);
  }
  output.close_end(1);
  report.close_end(1);
  CapturedOutput captured;
  std::array<char, 4096> part;
  for (ssize_t size = 0; (size = read(output.ends[0], part.data(), part.size())) > 0;) {
    captured.text.append(part.data(), static_cast<std::size_t>(size));
  }
  const int error = start_error(report.ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (error != 0) {
    throw std::runtime_error(words[0] + ": cannot be started: " + std::strerror(error));
  }
  captured.exit_code = shell_exit_code(status);
  return captured;
}

}  // namespace revprof
