// SPDX-License-Identifier: BSD-3-Clause
// The subcommands of `revprof`, one file each, in one table.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace revprof {

struct Command {
  const char* name;
  const char* help;                                        // one line for `revprof help`
  int (*function)(const std::vector<std::string>& words);  // what follows the name; the exit code
};

const std::vector<Command>& all_commands();

// A command line that cannot be understood; what() says what was expected.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

int run_command(const std::vector<std::string>& words);
int sweep_command(const std::vector<std::string>& words);
int compare_command(const std::vector<std::string>& words);
int fit_command(const std::vector<std::string>& words);
int models_command(const std::vector<std::string>& words);
int diff_command(const std::vector<std::string>& words);
int model_command(const std::vector<std::string>& words);
int simulate_command(const std::vector<std::string>& words);
int profile_command(const std::vector<std::string>& words);
int flags_command(const std::vector<std::string>& words);
int check_command(const std::vector<std::string>& words);
int reprice_command(const std::vector<std::string>& words);
int report_command(const std::vector<std::string>& words);
int trace_command(const std::vector<std::string>& words);

}  // namespace revprof
