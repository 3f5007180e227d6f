// SPDX-License-Identifier: BSD-3-Clause
// The program `revprof`: finds the subcommand and turns errors into messages.
#include <algorithm>
#include <exception>
#include <iostream>

#include "revprof/launch/command.hpp"
#include "revprof/launch/near_word.hpp"
#include "revprof/launch/standard_streams.hpp"

namespace revprof {

namespace {

constexpr int refused = 2;  // nothing was started, nothing was written

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

}  // namespace

}  // namespace revprof

int main(int argc, char** argv) {
  revprof::open_standard_streams();
  try {
    return revprof::dispatch({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::cerr << "revprof: " << error.what() << '\n';
    return revprof::refused;
  }
}
