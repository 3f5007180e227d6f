// SPDX-License-Identifier: BSD-3-Clause
// In place of the operations that SimGrid's SMPI does not play: neighbourhood collectives end its
// programs, and files need disks, which its platforms here have not.
#include "characterize/operation.hpp"

namespace revprof {

std::vector<Operation> neighbour_operations() { return {}; }
std::vector<Operation> file_operations() { return {}; }

}  // namespace revprof
