// SPDX-License-Identifier: BSD-3-Clause
// measured.json: how long a program and its calls have taken on this host, for `revprof compare`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace revprof {

struct MeasuredCall {  // sums over all processes
  std::string call;
  std::int64_t count = 0;
  double seconds = 0;  // inside the call, waiting included
};

struct Measured {
  std::string program;  // as it was started, with its arguments
  int processes = 0;
  std::vector<double> process_seconds;  // from the end of MPI_Init to the beginning of MPI_Finalize
  std::vector<double> core_shares;      // CPU time in each second of these: an MPI that waits by
                                        // polling has it all, unless others want the core
  std::vector<MeasuredCall> calls;

  double latest_seconds() const;   // of the process that ends last
  double compute_seconds() const;  // between the calls, over all processes
};

std::string to_json(const Measured& measured);
Measured read_measured(const std::string& path);  // strict; throws FileError
void write_measured(const Measured& measured, const std::string& path);

}  // namespace revprof
