// SPDX-License-Identifier: BSD-3-Clause
// A process of its own, the keeper, waits for the end of the owner and then removes the directory:
// no handler of signals could do so after SIGKILL.
#include "fit/datasheet/temporary_directory.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <system_error>

#include "fit/datasheet/datasheet.hpp"

namespace revprof {

namespace {

[[noreturn]] void fail(const std::string& directory) {
  throw DatasheetError(directory + ": " + std::strerror(errno));
}

// After a fork: only calls that are safe there.
[[noreturn]] void keep(const char* directory, int owner, int alive) {
  setsid();  // what ends the owner's group, such as Ctrl-C, is not for the keeper
  for (const int ending : {SIGTERM, SIGINT, SIGHUP, SIGPIPE}) signal(ending, SIG_IGN);
  close(alive);
  const int null = open("/dev/null", O_RDWR);
  for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (null >= 0 && owner != standard) dup2(null, standard);
  }
  char byte = 0;
  while (read(owner, &byte, 1) < 0 && errno == EINTR) {
  }
  execlp("rm", "rm", "-rf", "--", directory, nullptr);
  _exit(1);
}

}  // namespace

TemporaryDirectory::TemporaryDirectory(const char* name) {
  std::string pattern =
      (std::filesystem::temp_directory_path() / (std::string(name) + "-XXXXXX")).string();
  int ends[2] = {-1, -1};
  if (pipe2(ends, O_CLOEXEC) != 0) fail(pattern);
  if (!mkdtemp(pattern.data())) {
    const int reason = errno;
    close(ends[0]), close(ends[1]);
    errno = reason;
    fail(pattern);
  }
  path_ = pattern;
  alive_ = ends[1];
  keeper_ = fork();
  if (keeper_ == 0) keep(path_.c_str(), ends[0], ends[1]);
  close(ends[0]);
}

TemporaryDirectory::~TemporaryDirectory() {
  close(alive_);
  while (keeper_ > 0 && waitpid(keeper_, nullptr, 0) < 0 && errno == EINTR) {
  }
  std::error_code ignored;  // where there could be no keeper
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace revprof
