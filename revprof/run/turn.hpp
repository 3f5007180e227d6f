// SPDX-License-Identifier: BSD-3-Clause
// Whose turn it is to do what the others would find done: take the next number of a counter, a
// lock, a word that another one wants, too. As on the target, who comes first on the simulated
// clocks, and of several at once the one of lowest rank.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "revprof/run/run.hpp"

namespace revprof {

// lost: the host has chosen; unknown: the clocks are not asked.
enum class Turn { own, lost, unknown };

// What a process does in its turn: something with that word, and nothing else before `end`.
struct Deed {
  std::uint64_t word = Horizon::any_word;
  SimTime end = 0;
};

// Waits until none of these processes can come before this one any more; `at`: if that comes
// later than its clock says.
Turn await_turn(Run& run, const std::vector<int>& others, std::optional<SimTime> at = std::nullopt,
                const Deed& deed = {});

}  // namespace revprof
