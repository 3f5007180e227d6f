// SPDX-License-Identifier: BSD-3-Clause
// A report on a program, for people and for programs.
#pragma once

#include <string>
#include <vector>

#include "revprof/launch/look/program_report.hpp"

namespace revprof {

// Within 80 columns, calls grouped by how they are predicted.
std::string check_text(const ProgramReport& report);

// "revprof-check", version 1: README.md has its fields.
std::string check_json(const ProgramReport& report);

// What speaks against the prediction, and what cannot be known before the program runs; one
// sentence each.
std::vector<std::string> check_warnings(const ProgramReport& report);
std::vector<std::string> check_unknowns(const ProgramReport& report);

}  // namespace revprof
