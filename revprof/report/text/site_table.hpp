// SPDX-License-Identifier: BSD-3-Clause
// The places in the program that make calls, the dearest first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "revprof/trace/results/summary.hpp"

namespace revprof {

// "stencil.cpp:120", or where no line is known "a.out+0x1234".
std::string site_name(const std::string& module, std::int64_t offset, const std::string& place);

// Otherwise it is a function's, or not known.
bool is_line(const std::string& place);

// Instructions of one line that make the same call, as one; the dearest first.
std::vector<SiteSummary> sites_by_line(const Summary& summary);

// As call_table(), by place.
constexpr std::size_t most_sites = 20;
std::string site_table(const Summary& summary, std::size_t most = most_sites);
// Why some of the places are no lines; empty where all are.
std::string site_note(const Summary& summary);

}  // namespace revprof
