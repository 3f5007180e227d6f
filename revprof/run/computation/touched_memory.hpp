// SPDX-License-Identifier: BSD-3-Clause
// How much of its memory this process goes through between two places: Linux knows of each page
// whether it was used since it was last told to forget that (proc(5): clear_refs, smaps_rollup).
#pragma once

#include <cstdint>
#include <optional>

namespace revprof {

// Takes some milliseconds for a gigabyte; what comes next is slower once. False: this system does
// not say.
bool forget_touched_memory();
// Bytes, in whole pages, since then.
std::optional<std::int64_t> touched_memory();

}  // namespace revprof
