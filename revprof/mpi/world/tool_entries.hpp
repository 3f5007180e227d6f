// SPDX-License-Identifier: BSD-3-Clause
// What stands between the program and another tool, and between that and revprof, at the calls that
// are more than handed on.
#pragma once

#include <string>

namespace revprof {

// By this text a file shows that it holds librevprof (revprof/launch/look/profiling_tool.cpp looks
// for it, too).
extern const char librevprof_mark[];

// What the program is to find behind a name of MPI's for which `tool` has a function.
void* entry_to(void* tool, const std::string& name);
// What a tool is to find behind the PMPI_ name of `call`, which is `ours`.
void* entry_from_tool(void* ours, const std::string& call);

// MPI has begun. What a tool sends before it returns to the program is not the program's.
void leave_out_beginning_tool();

}  // namespace revprof
