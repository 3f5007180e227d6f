// SPDX-License-Identifier: BSD-3-Clause
// The table of subcommands.
#include "revprof/launch/command.hpp"

namespace revprof {

const std::vector<Command>& all_commands() {
  static const std::vector<Command> table = {
      {"run", "predict one run of a program, unmodified", run_command},
  };
  return table;
}

}  // namespace revprof
