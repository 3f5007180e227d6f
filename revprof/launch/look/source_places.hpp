// SPDX-License-Identifier: BSD-3-Clause
// Which lines of a program the places are that a run has noted, by the debug information of its
// files (DWARF, read by elfutils).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>

namespace revprof {

class SourcePlaces {
 public:
  SourcePlaces();
  ~SourcePlaces();

  // "stencil.cpp:120"; where there is no line, the function: "exchange() of a.out"; empty where
  // nothing is known. `offset` is in the file's own addresses.
  std::string at(const std::string& module, std::int64_t offset);

 private:
  struct Module;
  std::map<std::string, std::unique_ptr<Module>> modules_;
};

// Looks up the places in summary.json and path.json of a run's directory and writes them there.
// Nothing where a run has noted none, or all are known.
void add_places(const std::string& directory);
// The same for deadlock.txt, and what it says then.
std::string add_waits(const std::string& directory);

}  // namespace revprof
