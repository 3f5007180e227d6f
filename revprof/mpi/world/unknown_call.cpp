// SPDX-License-Identifier: BSD-3-Clause
// Says once what becomes of a call that nobody knows.
#include "revprof/mpi/world/unknown_call.hpp"

#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>

#include "revprof/mpi/process.hpp"
#include "revprof/run/stand_by.hpp"

namespace revprof {

namespace {

constexpr int exit_code = 2;

bool is_new(const char* name) {
  static std::set<std::string> said;
  const Guard guard(*active_process);
  return said.insert(name).second;
}

}  // namespace

void unknown_call(const char* name, UnknownCall sort) {
  if (active_process == nullptr) return;
  post_held();
  if (sort == UnknownCall::asks) {
    if (active_process->engine->rank() != 0 || !is_new(name)) return;
    std::fprintf(
        stderr,
        "revprof: note: %s is newer than revprof, which does not know it: it costs nothing "
        "in the prediction\n",
        name);
    return;
  }
  std::fprintf(stderr,
               "revprof: %s is newer than revprof, which does not know it and cannot let it move "
               "data past its own messages; expected calls of revprof/calls/CONFORMANCE.md\n",
               name);
  let_words_out();
  PMPI_Abort(active_process->world, exit_code);
  std::abort();
}

}  // namespace revprof
