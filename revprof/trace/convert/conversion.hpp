// SPDX-License-Identifier: BSD-3-Clause
// Makes other formats of the plain traces of a run.
#pragma once

#include <string>

#include "revprof/trace/convert/walk.hpp"

namespace revprof {

// What a trace is told of the machine that was predicted.
struct Target {
  std::string machine;     // its name; empty: not known
  int ranks_per_node = 0;  // 0: not known

  int node(int rank) const { return ranks_per_node > 0 ? rank / ranks_per_node : 0; }
};

// What is written for that format where no name is given: inside the run's directory.
std::string default_output(const std::string& directory, const std::string& format);

// Converts to one of all_converted_formats() and returns the file to open. An older conversion at
// `output` is replaced. Throws std::runtime_error.
std::string convert(const RunTraces& traces, const Target& target, const std::string& format,
                    const std::string& output);

}  // namespace revprof
