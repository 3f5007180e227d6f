// SPDX-License-Identifier: BSD-3-Clause
// In place of what SimGrid's SMPI does not play: neighbourhood collectives end its programs, files
// need disks, which its platforms here have not, computation takes no time of its clock, and a loop
// that reads the clock would take for ever.
#include <ctime>

#include "characterize/node/blas.hpp"
#include "characterize/node/node.hpp"
#include "characterize/operation.hpp"

namespace revprof {

std::vector<Operation> neighbour_operations() { return {}; }
std::vector<Operation> file_operations() { return {}; }
std::vector<Operation> node_operations() { return {}; }
std::vector<std::pair<std::string, std::string>> node_findings() { return {}; }

std::string load_blas(const std::string&) { return ""; }
void leave_blas_out() {}
bool has_blas() { return false; }

// Its processes have a core each, and messages move whatever they do.
void compute(double seconds) {
  const auto whole = static_cast<time_t>(seconds);
  const timespec pause{whole, static_cast<long>((seconds - static_cast<double>(whole)) * 1e9)};
  nanosleep(&pause, nullptr);
}

}  // namespace revprof
