// SPDX-License-Identifier: BSD-3-Clause
// What writer and reader of the plain trace share.
#pragma once

#include <array>
#include <string_view>

namespace revprof {

// The second field of a line Q, in the order of RequestEvent::What.
constexpr std::array<std::string_view, 5> request_words = {"receive", "collective", "transfer",
                                                           "complete", "cancelled"};

}  // namespace revprof
