// SPDX-License-Identifier: BSD-3-Clause
// The calls that an importer knows, and what their sizes mean.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace revprof {

struct ImportCall {
  const char* name;      // "Allgather"; of a nonblocking one too: "Iallgather"
  bool collective;       // of 0 bytes it returns at once: no measurement
  bool bytes_each_peer;  // d is what one peer gets, a p-th of the whole vector
};

// By "MPI_Allgather", "ALLGATHER", "allgather", "iallgather", "transit"; nullptr: none of them.
const ImportCall* find_import_call(std::string_view name);

// As in the model: "MPI_Iallgather", "transit".
std::string model_name(const ImportCall& call, std::string_view spelled);

}  // namespace revprof
