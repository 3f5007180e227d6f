// SPDX-License-Identifier: BSD-3-Clause
// How distance classes are written, in measurements and in models alike.
#pragma once

#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace revprof {

constexpr std::string_view distance_expected =
    R"("beyond", "within b" with a block size b, or "r apart" with a number of ranks r)";

// 0: "beyond"; 4: "within 4"; -4: "4 apart".
inline std::string distance_name(int within) {
  if (within < 0) return std::to_string(-within) + " apart";
  return within == 0 ? "beyond" : "within " + std::to_string(within);
}

inline std::optional<int> distance_from_name(std::string_view name) {
  constexpr std::string_view start = "within ", end = " apart";
  if (name == "beyond") return 0;
  const bool within = name.substr(0, start.size()) == start;
  std::string_view digits = name;
  if (within) {
    digits.remove_prefix(start.size());
  } else if (name.size() > end.size() && name.substr(name.size() - end.size()) == end) {
    digits.remove_suffix(end.size());
  }
  int number = 0;
  const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  const int distance = within ? number : -number;
  // Nothing but the one way to write it.
  if (error != std::errc() || number < 1 || distance_name(distance) != name) return std::nullopt;
  return distance;
}

}  // namespace revprof
