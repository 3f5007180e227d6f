// SPDX-License-Identifier: BSD-3-Clause
// The environment that the host MPI finds while it begins: with some settings that the program must
// not notice.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace revprof {

// What the host would find: in the environment (where mpirun puts its options), then in its
// parameter files.
std::optional<std::string> chosen_value(const std::string& variable);

// Made before PMPI_Init; at its end, after it, the environment is again what the program knows.
class ChangedVariables {
 public:
  ChangedVariables() = default;
  ~ChangedVariables();
  ChangedVariables(const ChangedVariables&) = delete;
  ChangedVariables& operator=(const ChangedVariables&) = delete;

  void set(const std::string& variable, const std::string& value);

 private:
  struct Replaced {
    std::string variable;
    std::optional<std::string> value;
  };
  std::vector<Replaced> replaced_;
};

}  // namespace revprof
