// SPDX-License-Identifier: BSD-3-Clause
// The program `revprof`: finds the subcommand and turns errors into messages.
#include <algorithm>
#include <exception>
#include <iostream>

#include "fit/file/standard_output.hpp"
#include "revprof/launch/command.hpp"
#include "revprof/launch/near_word.hpp"

namespace revprof {

namespace {

constexpr int refused = 2;  // nothing was started or written; or what was printed is not all there

void print_help() {
  std::cout << "Usage: revprof COMMAND ...\n\n"
               "Predicts how long an MPI program takes on a machine it has never run on.\n\n"
               "Commands:\n";
  for (const Command& command : all_commands()) {
    std::cout << "  " << command.name << std::string(10 - std::string(command.name).size(), ' ')
              << command.help << '\n';
  }
  std::cout << "\n`revprof COMMAND --help` teaches each one. To begin:\n\n"
               "  revprof run --model machine.json -n 16 -- ./a.out\n";
}

const Command& find_command(const std::string& name) {
  for (const Command& command : all_commands()) {
    if (name == command.name) return command;
  }
  std::string known;
  std::vector<std::string> names;
  for (const Command& command : all_commands()) {
    known += (known.empty() ? "" : ", ") + std::string(command.name);
    names.emplace_back(command.name);
  }
  throw UsageError("expected one of the commands " + known + ", found \"" + name + "\"" +
                   did_you_mean(name, names) + " (`revprof help` explains them)");
}

int dispatch(std::vector<std::string> words) {
  if (words.empty()) {
    print_help();
    return refused;
  }
  const std::string first = words[0];
  words.erase(words.begin());
  if (first == "--version") {
    std::cout << "revprof " REVPROF_VERSION "\n";
    return 0;
  }
  if (first == "help" && !words.empty()) return find_command(words[0]).function({"--help"});
  if (first == "help" || first == "--help" || first == "-h") {
    print_help();
    return 0;
  }
  return find_command(first).function(words);
}

int carried_out(const std::vector<std::string>& words) {
  try {
    return dispatch(words);
  } catch (const std::exception& error) {
    std::cerr << "revprof: " << error.what() << '\n';
    return refused;
  }
}

}  // namespace

}  // namespace revprof

int main(int argc, char** argv) {
  revprof::keep_standard_descriptors();
  revprof::StandardOutput output;
  const int exit_code = revprof::carried_out({argv + 1, argv + argc});
  const std::string reason = output.flaw();
  if (reason.empty()) return exit_code;
  std::cerr << "revprof: standard output: cannot be written: " << reason << '\n';
  return exit_code != 0 ? exit_code : revprof::refused;
}
