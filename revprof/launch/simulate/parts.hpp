// SPDX-License-Identifier: BSD-3-Clause
// The runs of the simulator that a simulated machine is measured by, each with files of its own, so
// that what has ended is kept, and one file of all.
#pragma once

#include <string>
#include <vector>

#include "fit/measurements/measurements.hpp"
#include "revprof/launch/simulate/grid.hpp"
#include "revprof/launch/simulate/simulator.hpp"

namespace revprof {

struct SimulatedMachine {
  std::string platform, name, description;
  std::vector<std::string> places;  // the host of each process
  std::vector<std::string> flags;
  std::vector<GridLine> grid;
};

// One run: a line of the grid, with so many processes started.
struct SimulatedPart {
  GridLine line;
  int processes = 0;
  std::string name;  // of its files
};
std::vector<SimulatedPart> parts_of(const SimulatedMachine& machine);

// The directory of the parts' files. One that is there is gone on with: what has ended in it is
// taken as it is, and what was interrupted goes on. Throws FileError where it is another machine's.
class PartsFolder {
 public:
  PartsFolder(std::string path, const SimulatedMachine& machine);

  bool has_ended(const SimulatedPart& part) const;
  // The words that start it, or go on with it.
  std::vector<std::string> command(const SimulatedPart& part, const Simulator& simulator) const;
  void keep(const SimulatedPart& part) const;  // it has ended well
  std::string log(const SimulatedPart& part) const;
  // Cells measured so far.
  std::size_t cells(const SimulatedPart& part) const;

  // Of all parts, with a header of all: `command` is what the user typed.
  Measurements joined(const std::vector<SimulatedPart>& parts, const std::string& command) const;
  void remove() const;

 private:
  std::string file(const SimulatedPart& part, const char* end) const;

  std::string path_;
  const SimulatedMachine& machine_;
};

}  // namespace revprof
