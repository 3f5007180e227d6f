// SPDX-License-Identifier: BSD-3-Clause
// Requests that the program completes itself (MPI-3.1 section 12.2). Each question about one that
// is complete calls the program's query function, which may count, or free something: so nobody
// asks the host, and whether they are complete is remembered here.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <map>
#include <optional>

#include "revprof/mpi/request/handle_bits.hpp"

namespace revprof {

class GeneralisedRequests {
 public:
  void begin(MPI_Request handle) { complete_[bits_of(handle)] = false; }
  void complete(MPI_Request handle) {
    const auto found = complete_.find(bits_of(handle));
    if (found != complete_.end()) found->second = true;
  }
  // The handle may be another request's from now on.
  void end(MPI_Request handle) { complete_.erase(bits_of(handle)); }
  bool empty() const { return complete_.empty(); }

  // nullopt: it is none of them.
  std::optional<bool> is_complete(MPI_Request handle) const {
    const auto found = complete_.find(bits_of(handle));
    if (found == complete_.end()) return std::nullopt;
    return found->second;
  }

 private:
  std::map<std::uint64_t, bool> complete_;  // by handle
};

// One has begun, or is complete. With several threads the host decides, and nobody asks.
void begin_generalised(MPI_Request handle);
void complete_generalised(MPI_Request handle);

}  // namespace revprof
