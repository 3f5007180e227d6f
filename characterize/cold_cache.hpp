// SPDX-License-Identifier: BSD-3-Clause
// Makes the caches cold before a repetition (--cache cold): writes over more memory than they hold.
#pragma once

#include <cstddef>
#include <vector>

namespace revprof {

class ColdCache {
 public:
  ColdCache();  // finds out how large the caches are
  void sweep();

 private:
  std::vector<char> memory_;
};

}  // namespace revprof
