// SPDX-License-Identifier: BSD-3-Clause
// The largest cache as sysconf(3) knows it, twice; where it does not, twice a usual one.
#include "characterize/cold_cache.hpp"

#include <unistd.h>

#include <algorithm>

namespace revprof {

namespace {

std::size_t largest_cache() {
  constexpr long usual = 32L << 20, most = 512L << 20;
  long largest = 0;
  for (const int name : {_SC_LEVEL2_CACHE_SIZE, _SC_LEVEL3_CACHE_SIZE, _SC_LEVEL4_CACHE_SIZE}) {
    largest = std::max(largest, sysconf(name));
  }
  return static_cast<std::size_t>(largest > 0 ? std::min(largest, most) : usual);
}

}  // namespace

ColdCache::ColdCache() : memory_(2 * largest_cache()) {}

void ColdCache::sweep() {
  constexpr std::size_t line = 64;
  // Through a volatile pointer, because nobody reads what is written.
  volatile char* const memory = memory_.data();
  for (std::size_t i = 0; i < memory_.size(); i += line) memory[i] = static_cast<char>(i);
}

}  // namespace revprof
