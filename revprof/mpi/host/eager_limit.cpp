// SPDX-License-Identifier: BSD-3-Clause
// Sets the limits of the host's transports (host.hpp), each from what the host would have used.
#include "revprof/mpi/host/eager_limit.hpp"

#include <cctype>
#include <cstdlib>
#include <optional>
#include <string>

#include "revprof/mpi/host/host.hpp"

namespace revprof {

namespace {

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

void raise_eager_limits(ChangedVariables& variables, std::size_t stamp_bytes) {
  for (const EagerLimit& limit : host().eager_limits) {
    const auto bytes = effective(limit);
    if (!bytes) continue;
    variables.set(limit.variable, std::to_string(*bytes + static_cast<long long>(stamp_bytes)));
  }
}

}  // namespace revprof
