// SPDX-License-Identifier: BSD-3-Clause
// What writer and reader of the plain trace share.
#pragma once

#include <array>
#include <charconv>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

namespace revprof {

// The second field of a line Q, in the order of RequestEvent::What.
constexpr std::array<std::string_view, 5> request_words = {"receive", "collective", "transfer",
                                                           "complete", "cancelled"};

// The 12 of "p12.trace"; -1 for any other name.
inline int rank_in_name(const std::filesystem::path& path) {
  const std::string name = path.filename().string();
  int rank = -1;
  const auto [end, error] = std::from_chars(name.data() + 1, name.data() + name.size(), rank);
  if (name[0] != 'p' || error != std::errc() || std::string_view(end) != ".trace") return -1;
  return rank;
}

}  // namespace revprof
