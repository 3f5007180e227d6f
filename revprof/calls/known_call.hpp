// SPDX-License-Identifier: BSD-3-Clause
// Calls by name: what the table knows of one, and which names a model may have equations for: those
// of the table, and parts of them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "revprof/calls/call.hpp"

namespace revprof {

// The row of that name; nullptr: there is none.
const CallTraits* find_traits(std::string_view name);

// CallGroup::other where there is no such row.
CallGroup group_of(std::string_view name);

// "MPI_Bcast", "transit", "MPI_Barrier.late".
bool is_known_call(const std::string& name);

// The one that is spelled most like it.
std::string nearest_call(const std::string& name);

// How many letters have to change, come or go to make the one word of the other (Levenshtein).
std::size_t edits(const std::string& a, const std::string& b);

}  // namespace revprof
