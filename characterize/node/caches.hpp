// SPDX-License-Identifier: BSD-3-Clause
// The caches of the processor that this process runs on.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace revprof {

struct CacheLevel {
  std::string name;  // "L1", "L2", "L3"
  std::int64_t bytes = 0;
  int sharers = 1;  // processors that it serves
};

// From the first to the last; as Linux says, else as sysconf(3) does, else none.
const std::vector<CacheLevel>& caches();

// "0-3,8": 5; of what is no such list 0.
int processors_in(const std::string& list);
// "48K", "2M", "64": bytes; of anything else 0.
std::int64_t bytes_in(const std::string& size);

// How much memory one of q processes that all use a level goes through, so that all of it lies
// there and little in the level before: the part that is its own, twice the level before at least.
// Of "main" four times the last cache. 0: there is no such level.
std::int64_t working_set(const std::vector<CacheLevel>& all, const std::string& level,
                         int processes);

}  // namespace revprof
