// SPDX-License-Identifier: BSD-3-Clause
// What of OpenSHMEM is timed: rows of revprof/calls/shmem.table.
#pragma once

#include <vector>

#include "characterize/operation.hpp"

namespace revprof::symmetric {

std::vector<Operation> transfers();
std::vector<Operation> orders();  // what completes puts and waits for words; locks
std::vector<Operation> flights();
std::vector<Operation> collectives();

}  // namespace revprof::symmetric
