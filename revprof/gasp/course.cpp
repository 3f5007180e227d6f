// SPDX-License-Identifier: BSD-3-Clause
// Begins and ends the run.
#include "revprof/gasp/course.hpp"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <string>
#include <utility>

#include "revprof/calls/mpi_calls.hpp"
#include "revprof/gasp/rules.hpp"
#include "revprof/gasp/up_calls.h"
#include "revprof/gasp/upc_team.hpp"
#include "revprof/run/course.hpp"
#include "revprof/run/plain_run.hpp"
#include "revprof/run/plan.hpp"

namespace revprof {

namespace {

bool has_begun = false;  // in this process

bool has_up_calls() {
  return revprof_upc_mythread != nullptr && revprof_upc_threads != nullptr &&
         revprof_upc_threadof != nullptr && revprof_upc_offset != nullptr &&
         revprof_upc_barrier != nullptr && revprof_upc_write != nullptr &&
         revprof_upc_read != nullptr && revprof_upc_sync != nullptr &&
         revprof_upc_numbering != nullptr && revprof_upc_exit != nullptr;
}

[[noreturn]] void refuse(const char* why) {
  std::fprintf(stderr, "revprof: %s\n", why);
  std::exit(exit_code_of_bad_input);
}

void begin(Plan plan, std::unique_ptr<Team> team) {
  auto* const thread = new UpcThread;  // kept: events may come after the end
  thread->team = std::move(team);
  thread->calls = &mpi_calls();
  begin_run(*thread, std::move(plan), "");
  const bool shared = thread->clocks.open(*thread->team, *thread->engine);
  thread->memory.last_changes.open(*thread->team, thread->engine->clock_values());
  stop_on_error(shared ? ""
                       : "UPC programs are predicted where all threads share memory "
                         "(/dev/shm): expected one node, or less in it",
                *thread->team);
  thread->memory.window = 0;
  if (thread->trace != nullptr) {
    std::vector<std::int32_t> ranks(static_cast<std::size_t>(thread->threads()));
    std::iota(ranks.begin(), ranks.end(), 0);
    thread->trace->communicator({0, ranks, 0});
    thread->trace->window({thread->memory.window, 0});
  }
  active_thread = thread;
  CallScope::start_computation(*thread);
}

}  // namespace

void begin_program() {
  Plan plan = make_plan();
  if (plan.plain) return;
  if (!has_up_calls()) {
    refuse("this program has no up-calls: expected revprof_gasp.upc, compiled with it");
  }
  if (std::exchange(has_begun, true)) {
    refuse("several UPC threads in one process: expected a process for each");
  }
  const Asking asking;
  auto team = std::make_unique<UpcTeam>();
  if (plan.measures != Measures::nothing) {
    plan.error = "REVPROF_MEASURE: expected 0, as UPC programs are predicted and not timed";
    stop_on_error(plan.error, *team);
  }
  agree_on(plan, *team);
  begin(std::move(plan), std::move(team));
}

namespace gasp {

void come_to_end(UpcThread& thread, const Notification& told) {
  if (told.starts()) return;
  thread.scope.reset();
  const Asking asking;
  active_thread = nullptr;
  end_run(thread);
  thread.clocks.close();
  thread.memory.last_changes.close();
}

void break_off(UpcThread& thread, const Notification&) {
  if (thread.trace != nullptr) thread.trace->flush();
}

}  // namespace gasp
}  // namespace revprof
