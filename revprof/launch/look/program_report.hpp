// SPDX-License-Identifier: BSD-3-Clause
// All that `revprof check` knows of a program, and `revprof run` falls back on where a run left
// nothing.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "revprof/launch/look/program_calls.hpp"
#include "revprof/launch/look/program_check.hpp"

namespace revprof {

// What `revprof run` would start the program with.
struct RunHost {
  const HostMpi* mpi = nullptr;
  std::string library;               // as find_library() gave it; empty: there is none
  std::string launcher;              // as find_launcher() gave it; empty: there is none
  std::optional<Obstacle> obstacle;  // why something is missing
};

enum class Preloading { works, fails, unknown };
const char* name(Preloading preloading);  // "works", ...

struct ProgramReport {
  ProgramLook look;
  RunHost host;
  Preloading preloading = Preloading::works;
  std::optional<Obstacle> obstacle;  // where it fails
  std::vector<ProgramFile> files;    // looked at
  std::map<std::string, ProgramCall> calls;
  std::vector<ClockUse> clocks;
  std::string model_file;  // empty: none
  std::string machine;     // that the model describes

  // It tells revprof's library itself what it does, whatever its runtime calls.
  bool is_upc() const;
};

// Without a model (nullptr) it is not known which equations serve.
ProgramReport report_on(const ProgramLook& look, const RunHost& host, const Model* model);

}  // namespace revprof
