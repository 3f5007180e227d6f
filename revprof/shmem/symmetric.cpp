// SPDX-License-Identifier: BSD-3-Clause
// Whether a call is the program's, and how a process waits for others.
#include "revprof/shmem/symmetric.hpp"

#include <pshmem.h>

#include <algorithm>

#include "revprof/run/give_way.hpp"

namespace revprof {

Symmetric* active_symmetric = nullptr;
thread_local int OwnCall::depth_ = 0;

void Symmetric::land() {
  if (!run.horizon.has_changes_under_way()) return;
  for (const auto& [context, outstanding] : contexts) {
    if (outstanding.pending().empty()) continue;
    pshmem_ctx_quiet(static_cast<shmem_ctx_t>(const_cast<void*>(context)));
  }
  are_there();
}

void Symmetric::note_landed() {
  if (!run.horizon.has_changes_under_way()) return;
  const bool all_are = std::all_of(contexts.begin(), contexts.end(), [](const auto& context) {
    return context.second.pending().empty();
  });
  if (all_are) are_there();
}

Turn Symmetric::await_turn(std::optional<SimTime> at, const Deed& deed) {
  land();
  return revprof::await_turn(run, all, at, deed);
}

void Symmetric::give_way() {
  constexpr int rounds_between_progress = 8;  // which yields by itself
  if (!is_core_busy() || ++rounds % rounds_between_progress == 0) run.team->make_progress();
  revprof::give_way();
}

void Symmetric::await(const std::function<bool()>& is_true) {
  Horizon& horizon = run.horizon;
  if (!horizon.is_open()) return;
  for (;;) {
    const std::uint64_t known = horizon.changes();  // before the look
    if (is_true()) break;
    land();
    horizon.wait_for_change(known);
    give_way();
  }
  horizon.resume();
}

}  // namespace revprof
