// SPDX-License-Identifier: BSD-3-Clause
// SimGrid on this host: its launcher, characterize built by its compiler wrapper, and what smpirun
// is told.
#pragma once

#include <string>
#include <vector>

namespace revprof {

struct Simulator {
  std::string smpirun, characterize;
};

// Throws std::runtime_error that says what is missing and how to get it.
Simulator find_simulator();

// smpirun's flags: a model of the machine's MPI; of `more`, "--cfg=NAME:VALUE" takes the place of a
// default one.
std::vector<std::string> simulator_flags(const std::vector<std::string>& more);

// One flag a line; lines that begin with # are comments.
std::vector<std::string> read_flags(const std::string& file);

}  // namespace revprof
