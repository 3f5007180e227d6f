// SPDX-License-Identifier: BSD-3-Clause
// The MPI calls and clocks that a program's files take from libraries: what it can do, not what a
// run will do.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "revprof/launch/host/host_mpi.hpp"
#include "revprof/launch/look/call_forecast.hpp"
#include "revprof/launch/look/program_files.hpp"

namespace revprof {

// What revprof gets before on this host.
struct Interception {
  const HostMpi* mpi = nullptr;   // nullptr: not known, and taken for complete
  std::set<std::string> symbols;  // of the library that would be preloaded; empty where it is
                                  // missing: then all of mpi.table is taken for seen
};

struct ProgramCall {
  CallForecast forecast;
  std::set<std::string> symbols;  // as the files ask for it: "MPI_Send", "mpi_send_"
  std::set<std::string> unseen;   // those of them that revprof does not get before
  std::vector<std::string> files;
};

// By the call's name in C.
std::map<std::string, ProgramCall> program_calls(const std::vector<ProgramFile>& files,
                                                 const Interception& interception,
                                                 const Model* model);

struct ClockUse {
  std::string clock;
  std::set<std::string> symbols;
  std::string file;
  bool by_mpi_code = false;  // the program, or a library of it that makes MPI calls
};

std::vector<ClockUse> clock_readings(const std::vector<ProgramFile>& files);

}  // namespace revprof
