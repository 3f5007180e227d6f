// SPDX-License-Identifier: BSD-3-Clause
// The options that `revprof run` and `revprof sweep` share, and how command lines are read.
#pragma once

#include <boost/program_options.hpp>
#include <string>
#include <vector>

#include "revprof/launch/look/program_check.hpp"
#include "revprof/launch/run/launch.hpp"
#include "revprof/settings.hpp"

namespace revprof {

// `revprof run OPTIONS -- PROGRAM ARGUMENTS`, taken apart at the first "--".
struct ProgramLine {
  std::vector<std::string> options;
  std::vector<std::string> program;
};
ProgramLine split_program_line(const std::vector<std::string>& words);

// Reads options that must be spelled out in full. Throws UsageError naming `command`, also for
// words that are no options unless `positional` names them.
boost::program_options::variables_map parse_options(
    const std::string& command, const std::vector<std::string>& words,
    const boost::program_options::options_description& options,
    const boost::program_options::positional_options_description& positional = {});

// One option for each setting but those in `without`.
boost::program_options::options_description setting_options(
    const std::vector<std::string>& without = {});

// The environment's settings, and over them those of the command line.
Settings chosen_settings(const boost::program_options::variables_map& chosen);

// What a command takes in place of a setting's own default: where neither the command line nor the
// environment says it.
void set_default(Settings& settings, const boost::program_options::variables_map& chosen,
                 const std::string& name, const std::string& value);

// --mpi, --launcher, --mpirun, --mpirun-args, --library.
boost::program_options::options_description host_options();

// What those options choose for a program: the MPI, and that MPI's library and launcher. Throw
// std::runtime_error where there is none.
const HostMpi* chosen_mpi(const boost::program_options::variables_map& chosen,
                          const ProgramLook& look);
std::string chosen_library(const boost::program_options::variables_map& chosen, const HostMpi& mpi,
                           const ProgramLook& look);
Launcher chosen_launcher(const boost::program_options::variables_map& chosen, const HostMpi& mpi,
                         const ProgramLook& look);

// A launch of that program with the chosen settings; finds and checks the program, the launcher and
// the library. Throws std::runtime_error before anything is started.
Launch prepare_launch(const boost::program_options::variables_map& chosen,
                      const std::vector<std::string>& program);

// A whole number of at least 1, or UsageError naming the option.
int positive(const std::string& option, const std::string& text);

}  // namespace revprof
