// SPDX-License-Identifier: BSD-3-Clause
// Sets the host's variables (host.hpp), each from what the host would have used.
#include "revprof/mpi/host/eager_limit.hpp"

#include <cctype>
#include <cstdlib>
#include <fstream>
#include <optional>

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

// What the host would find: in the environment (where mpirun puts its options), then in its files.
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

// "8192", "8K", "1mb"; nullopt for "auto", "inf" and whatever else is no size.
std::optional<long long> size_of(const std::string& text) {
  char* end = nullptr;
  long long bytes = std::strtoll(text.c_str(), &end, 10);
  if (end == text.c_str() || bytes < 0) return std::nullopt;
  const std::string units = "KMG";
  const auto unit = units.find(static_cast<char>(std::toupper(static_cast<unsigned char>(*end))));
  if (*end != '\0' && unit != std::string::npos) bytes <<= 10 * (unit + 1);
  return bytes;
}

// What the host would use; nullopt: nothing to raise.
std::optional<long long> effective(const EagerLimit& limit) {
  const auto set = chosen_value(limit.variable);
  if (set) {
    if (const auto bytes = size_of(*set)) return bytes;
  }
  return limit.bytes > 0 ? std::optional<long long>(limit.bytes) : std::nullopt;
}

}  // namespace

RaisedEagerLimits::RaisedEagerLimits(std::size_t stamp_bytes) {
  for (const EagerLimit& limit : host().eager_limits) {
    const auto bytes = effective(limit);
    if (!bytes) continue;
    const char* const old = std::getenv(limit.variable);
    replaced_.push_back({limit.variable, old != nullptr ? old : "", old != nullptr});
    const long long raised = *bytes + static_cast<long long>(stamp_bytes);
    setenv(limit.variable, std::to_string(raised).c_str(), 1);
  }
}

RaisedEagerLimits::~RaisedEagerLimits() {
  for (const Replaced& entry : replaced_) {
    if (entry.existed) {
      setenv(entry.variable.c_str(), entry.value.c_str(), 1);
    } else {
      unsetenv(entry.variable.c_str());
    }
  }
}

}  // namespace revprof
