// SPDX-License-Identifier: BSD-3-Clause
// A stamp must not push a message across the host's eager limit (DESIGN section 5).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace revprof {

// Between its construction, before PMPI_Init, and its destruction, after it, the host MPI's eager
// limits are larger by the stamp's size; then the environment is again what the program knows.
class RaisedEagerLimits {
 public:
  explicit RaisedEagerLimits(std::size_t stamp_bytes);
  ~RaisedEagerLimits();
  RaisedEagerLimits(const RaisedEagerLimits&) = delete;
  RaisedEagerLimits& operator=(const RaisedEagerLimits&) = delete;

 private:
  struct Replaced {
    std::string variable, value;
    bool existed;
  };
  std::vector<Replaced> replaced_;
};

}  // namespace revprof
