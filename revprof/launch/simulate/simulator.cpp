// SPDX-License-Identifier: BSD-3-Clause
// Finds SimGrid's programs and composes smpirun's flags.
#include "revprof/launch/simulate/simulator.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <stdexcept>

#include "fit/file/whole_file.hpp"
#include "revprof/launch/look/program_path.hpp"

namespace revprof {

namespace {

namespace fs = std::filesystem;

// Collectives by MPICH's rules; small messages travel before they are received, as on real
// networks; a process takes time to send and to receive (o of LogP, and per byte); only
// communication takes time. Folded memory saves gigabytes, and may hold anything: characterize does
// not look at what it receives into it, but a program that does must run without that flag.
const std::vector<std::string> default_flags = {"--cfg=smpi/coll-selector:mpich",
                                                "--cfg=smpi/alltoall:mvapich2",
                                                "--cfg=smpi/alltoallv:ring",
                                                "--cfg=surf/precision:1e-8",
                                                "--cfg=smpi/async-small-thresh:65536",
                                                "--cfg=smpi/simulate-computation:no",
                                                "--cfg=smpi/os:0:3e-7:2e-11",
                                                "--cfg=smpi/or:0:3e-7:2e-11",
                                                "--cfg=smpi/ois:0:2e-7:1e-11",
                                                "--cfg=smpi/wtime:1e-9",
                                                "--cfg=smpi/auto-shared-malloc-thresh:16384",
                                                "--log=root.thres:error"};

// "--cfg=smpi/os" of "--cfg=smpi/os:0:3e-7:2e-11".
std::string name_of(const std::string& flag) { return flag.substr(0, flag.find(':')); }

}  // namespace

Simulator find_simulator() {
  Simulator found;
  try {
    found.smpirun = find_program("smpirun");
  } catch (const std::runtime_error&) {
    throw std::runtime_error(
        "found no smpirun, SimGrid's launcher, in PATH (Debian: apt-get install libsimgrid-dev)");
  }
  const fs::path here = fs::read_symlink("/proc/self/exe").parent_path();
  found.characterize = (here / "characterize_smpi").string();
  if (access(found.characterize.c_str(), X_OK) == 0) return found;
  throw std::runtime_error(found.characterize +
                           ": expected characterize as SimGrid's compiler wrapper builds it, found "
                           "none; this revprof was built without SimGrid: build it where smpicxx "
                           "is installed (Debian: libsimgrid-dev)");
}

std::vector<std::string> simulator_flags(const std::vector<std::string>& more) {
  std::vector<std::string> flags;
  for (const std::string& flag : default_flags) {
    const bool given = std::any_of(more.begin(), more.end(), [&](const std::string& other) {
      return name_of(other) == name_of(flag);
    });
    if (!given) flags.push_back(flag);
  }
  flags.insert(flags.end(), more.begin(), more.end());
  return flags;
}

std::vector<std::string> read_flags(const std::string& file) {
  std::vector<std::string> flags;
  std::istringstream lines(read_file(file));
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line[0] == '#') continue;
    if (line.rfind("--", 0) != 0 || line.find(' ') != std::string::npos) {
      throw FileError(file + ": expected a flag of smpirun on each line, such as " +
                      "--cfg=smpi/os:0:3e-7:2e-11, found \"" + line + '"');
    }
    flags.push_back(line);
  }
  return flags;
}

}  // namespace revprof
