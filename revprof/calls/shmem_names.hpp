// SPDX-License-Identifier: BSD-3-Clause
// OpenSHMEM's calls by the names that programs use, of which a row of shmem.table stands for many.
#pragma once

#include <string>

namespace revprof {

// "shmem_long_put", "shmemx_int64_g", "start_pes", "pshmem_quiet".
bool is_shmem_symbol(const std::string& symbol);

// The row that stands for it: "shmem_put"; without one the name itself.
std::string shmem_call(const std::string& symbol);

}  // namespace revprof
