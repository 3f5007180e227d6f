// SPDX-License-Identifier: BSD-3-Clause
// Programs behind ":" on a command line, which share MPI_COMM_WORLD with the first one, as mpirun
// takes them: "./a 10 : -n 2 ./b".
#pragma once

#include <string>
#include <vector>

namespace revprof {

struct FurtherProgram {
  int processes = 1;
  std::string program;  // empty: behind an option that only the launcher knows
};

// Those behind the first program and its arguments. Throws UsageError where a number of processes
// cannot be read, or a program is missing.
std::vector<FurtherProgram> further_programs(const std::vector<std::string>& line);

// `first` of the first program, and those of further ones. Throws UsageError as above.
int processes_of_all(int first, const std::vector<std::string>& line);

}  // namespace revprof
