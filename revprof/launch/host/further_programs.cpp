// SPDX-License-Identifier: BSD-3-Clause
// Takes a command line apart at each ":".
#include "revprof/launch/host/further_programs.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "revprof/launch/command.hpp"
#include "revprof/launch/options.hpp"

namespace revprof {

namespace {

// Options of mpirun's that may stand before a further program, with one dash or two, and how many
// words follow each.
struct LauncherOption {
  const char* name;
  int values;
  bool counts;
};
constexpr LauncherOption launcher_options[] = {
    {"-n", 1, true},     {"-np", 1, true}, {"-c", 1, true},    {"-x", 1, false},
    {"-host", 1, false}, {"-H", 1, false}, {"-mca", 2, false}, {"-env", 2, false}};

const LauncherOption* option_named(const std::string& word) {
  const std::string name = word.compare(0, 2, "--") == 0 ? word.substr(1) : word;
  const auto* const found =
      std::find_if(std::begin(launcher_options), std::end(launcher_options),
                   [&](const LauncherOption& option) { return name == option.name; });
  return found == std::end(launcher_options) ? nullptr : found;
}

// What stands between two colons.
FurtherProgram read_further(const std::vector<std::string>& words) {
  FurtherProgram further;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].compare(0, 1, "-") != 0) {
      further.program = words[i];
      return further;
    }
    const LauncherOption* const option = option_named(words[i]);
    if (option == nullptr) return further;
    if (option->counts) {
      const std::string value = i + 1 < words.size() ? words[i + 1] : "";
      further.processes = positive(words[i] + " behind \":\"", value);
    }
    i += static_cast<std::size_t>(option->values);
  }
  throw UsageError("expected a program behind each \":\"");
}

}  // namespace

std::vector<FurtherProgram> further_programs(const std::vector<std::string>& line) {
  std::vector<FurtherProgram> further;
  auto colon = std::find(line.begin(), line.end(), ":");
  while (colon != line.end()) {
    const auto next = std::find(colon + 1, line.end(), ":");
    further.push_back(read_further({colon + 1, next}));
    colon = next;
  }
  return further;
}

int processes_of_all(int first, const std::vector<std::string>& line) {
  std::int64_t sum = first;
  for (const FurtherProgram& further : further_programs(line)) sum += further.processes;
  return positive("-n, with those behind \":\"", std::to_string(sum));
}

}  // namespace revprof
