// SPDX-License-Identifier: BSD-3-Clause
// Reads the host's parameter files, and changes and restores the environment.
#include "revprof/mpi/host/variables.hpp"

#include <cstdlib>
#include <fstream>

#include "revprof/mpi/host/host.hpp"

namespace revprof {

namespace {

// "name = value" in a parameter file.
std::optional<std::string> in_file(const std::string& path, const std::string& parameter) {
  std::ifstream file(path);
  std::optional<std::string> value;
  for (std::string line; std::getline(file, line);) {
    const auto equals = line.find('=');
    if (equals == std::string::npos) continue;
    const auto trim = [](const std::string& text) {
      const auto first = text.find_first_not_of(" \t");
      const auto last = text.find_last_not_of(" \t\r");
      return first == std::string::npos ? std::string() : text.substr(first, last - first + 1);
    };
    if (trim(line.substr(0, equals)) == parameter) value = trim(line.substr(equals + 1));
  }
  return value;
}

}  // namespace

std::optional<std::string> chosen_value(const std::string& variable) {
  if (const char* set = std::getenv(variable.c_str())) return set;
  const std::string& prefix = host().prefix_of_variables;
  const std::string parameter =
      variable.compare(0, prefix.size(), prefix) == 0 ? variable.substr(prefix.size()) : variable;
  for (const std::string& path : host().parameter_files) {
    if (auto value = in_file(path, parameter)) return value;
  }
  return std::nullopt;
}

void ChangedVariables::set(const std::string& variable, const std::string& value) {
  const char* const old = std::getenv(variable.c_str());
  replaced_.push_back({variable, old == nullptr ? std::nullopt : std::optional<std::string>(old)});
  setenv(variable.c_str(), value.c_str(), 1);
}

ChangedVariables::~ChangedVariables() {
  for (auto entry = replaced_.rbegin(); entry != replaced_.rend(); ++entry) {
    if (entry->value) {
      setenv(entry->variable.c_str(), entry->value->c_str(), 1);
    } else {
      unsetenv(entry->variable.c_str());
    }
  }
}

}  // namespace revprof
