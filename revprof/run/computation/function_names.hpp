// SPDX-License-Identifier: BSD-3-Clause
// Names of the program's functions, by their addresses (`revprof flags --functions`).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>

namespace revprof {

// Not for several threads at once.
class FunctionNames {
 public:
  // As in the source; where no symbol says it, "a.out+0x1234".
  const std::string& at(const void* function);

 private:
  using Symbols = std::map<std::uint64_t, std::string>;  // by address in the file
  std::unordered_map<const void*, std::string> names_;
  std::map<std::string, Symbols> files_;
};

}  // namespace revprof
