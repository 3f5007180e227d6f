// SPDX-License-Identifier: BSD-3-Clause
// The numbers of processes of a sweep.
#pragma once

#include <string>
#include <vector>

namespace revprof {

// "1,2,4,8" as numbers, ascending. Throws UsageError where one is no number or comes twice.
std::vector<int> read_process_counts(const std::string& text);

// A program's words with every "{processes}" replaced.
std::vector<std::string> with_processes(const std::vector<std::string>& words, int processes);

}  // namespace revprof
