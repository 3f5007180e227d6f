// SPDX-License-Identifier: BSD-3-Clause
// Programs that this one starts: watched to their end, with nothing they started left over.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace revprof {

struct Started {
  std::vector<std::string> words;                                // the program and its arguments
  std::vector<std::pair<std::string, std::string>> environment;  // added to this process's own
  std::vector<std::string> removed_variables;                    // taken out of it
  std::string output_file;                      // takes standard output; empty: this process's own
  std::function<void()> each_second = nullptr;  // is called, while the program runs
};

struct Ended {
  int exit_code = 0;     // as a shell gives it: 128 + the signal where one ended the program
  int signal_taken = 0;  // the signal that asked this process to stop meanwhile, such as SIGINT
};

// Runs it with this process's input and output and waits for it. SIGINT, SIGTERM, SIGHUP and
// SIGQUIT that reach this process are handed on (a second one, or ten seconds, ends it by force).
// Whatever it has started and left behind, in whichever process group, is ended before the return.
// Throws std::runtime_error where the program cannot be started.
Ended run_to_the_end(const Started& started);

struct CapturedOutput {
  int exit_code = 0;
  std::string text;  // standard output and standard error, as they came
};

// Runs a short program without input and returns what it says.
CapturedOutput capture(const std::vector<std::string>& words);

}  // namespace revprof
