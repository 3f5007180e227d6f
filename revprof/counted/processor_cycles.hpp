// SPDX-License-Identifier: BSD-3-Clause
// Cycles of blocks on a processor that need not be here: LLVM's Machine Code Analyzer knows its
// pipelines, not its caches.
#pragma once

#include <string>
#include <vector>

#include "revprof/counted/block.hpp"

namespace revprof {

// What each block takes when it is executed over and over, in parts of a cycle (count.hpp). What
// the analyzer does not know takes a cycle an instruction. Throws std::runtime_error where there is
// no analyzer, or none knows such a processor; of several the newest that does is asked.
std::vector<long> processor_cycles(const std::vector<Block>& blocks, const std::string& processor);

// The names of those that the newest analyzer knows. Throws where there is no analyzer.
std::vector<std::string> known_processors();

// Throws as above.
void check_processor(const std::string& processor);

}  // namespace revprof
