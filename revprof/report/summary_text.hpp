// SPDX-License-Identifier: BSD-3-Clause
// The short summary in words: printed at MPI_Finalize and by `revprof report`.
#pragma once

#include <string>

#include "revprof/trace/summary.hpp"

namespace revprof {

// At most 80 columns wide (names apart), ends with a line break; plain text, the same on every
// host.
std::string summary_text(const Summary& summary);

}  // namespace revprof
