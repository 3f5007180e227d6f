// SPDX-License-Identifier: BSD-3-Clause
// From the first MPI_Init or MPI_Session_init to the last MPI_Finalize or MPI_Session_finalize:
// makes the process's state and takes it apart again.
#include "revprof/mpi/world/start.hpp"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "revprof/mpi/host/absent_networks.hpp"
#include "revprof/mpi/host/eager_limit.hpp"
#include "revprof/mpi/host/host.hpp"
#include "revprof/mpi/host/longer_sleep.hpp"
#include "revprof/mpi/wait/wait.hpp"
#include "revprof/mpi/world/constructors.hpp"
#include "revprof/mpi/world/front_end.hpp"
#include "revprof/mpi/world/last_callback.hpp"
#include "revprof/mpi/world/namesakes.hpp"
#include "revprof/mpi/world/roll_call.hpp"
#include "revprof/mpi/world/team.hpp"
#include "revprof/mpi/world/tool_entries.hpp"
#include "revprof/mpi/world/unseen.hpp"
#include "revprof/mpi/world/world_calls.hpp"
#include "revprof/run/broken_off.hpp"
#include "revprof/run/course.hpp"
#include "revprof/run/give_way.hpp"
#include "revprof/run/plain_run.hpp"
#include "revprof/run/plan.hpp"
#include "revprof/run/stand_by.hpp"
#include "revprof/run/timed_run.hpp"

namespace revprof {

Process* active_process = nullptr;

namespace {

// Threads may begin and end sessions at the same time.
std::mutex beginning;
int begun = 0;  // MPI_Init and sessions that have not ended yet
TimedRun* measurement = nullptr;
int measured_exit_code = 0;

bool is_running() { return active_process != nullptr || measurement != nullptr; }

// What those that have started this program, if any, say of themselves.
std::string directory_of_parents(const Begun& mpi, const Greeting& own) {
  return mpi.parents == MPI_COMM_NULL ? "" : meet(mpi.parents, mpi.world, own).output;
}

// Sessions have no communicator that says it.
int most_tag(MPI_Comm world) {
  int* most = nullptr;
  int is_set = 0;
  PMPI_Comm_get_attr(world, MPI_TAG_UB, &most, &is_set);
  return is_set != 0 ? *most : INT_MAX;
}

void begin(Plan plan, const Begun& mpi) {
  auto made = std::make_unique<Process>();
  Process& process = *made;
  PMPI_Comm_dup(mpi.world, &process.world);
  process.team = std::make_unique<MpiTeam>(process.world, mpi.end);
  process.threaded = mpi.threaded;
  int level = MPI_THREAD_SINGLE;
  PMPI_Query_thread(&level);
  process.has_threads = level != MPI_THREAD_SINGLE;
  process.calls = &front_end().calls;
  process.stamp_bytes = plan.stamp_bytes;
  process.most_tag = most_tag(mpi.world);
  process.greeting.fingerprint = plan.lanes->fingerprint;
  process.greeting.lanes = static_cast<std::int32_t>(plan.lanes->lanes.size());
  begin_run(process, std::move(plan), directory_of_parents(mpi, process.greeting));
  std::snprintf(process.greeting.output, sizeof(process.greeting.output), "%s",
                std::filesystem::absolute(process.output).c_str());

  const std::size_t values = Exchange::values(*process.engine);
  if (process.settings.integer("shared-memory") != 0) process.board.open(*process.team, values);
  process.mail = std::make_shared<Mail>(process.world, values);
  active_process = made.release();
  const bool watched = process.settings.integer("watch") != 0 && !process.threaded;
  process.watch.limit(process.settings.integer("timeout"));
  process.at_end = [&process] { note_leaks(process); };
  process.watch.open(*process.team, watched, tell_needs,
                     [&process](Watch::Why why, const std::string& text) {
                       if (why == Watch::Why::deadlock) end_at_deadlock(process, text);
                       end_at_timeout(process, text);
                     });
  process.communicators.start(mpi.world, process.engine->costs());
  CallScope::start_computation(process);
  if (mpi.parents != MPI_COMM_NULL) {  // this program began when they were through with spawning it
    CallScope scope(process, Call::MPI_Comm_spawn);
    agree_on_communicator(scope, Call::MPI_Comm_spawn, mpi.parents);
  }
}

// Whether all processes have been there.
bool end() {
  Process* const process = active_process;
  process->watch.come_to_end();
  bool complete = false;
  {
    const InWait<MpiWait> wait(Call::MPI_Finalize, MpiWait::What::end);
    complete = end_run(*process);
  }
  process->watch.close();
  process->requests.abandon(process->stamp_bytes);
  free_kept_pair_types();
  if (complete) process->communicators.stop();
  process->board.close();
  if (complete) process->mail.reset();
  active_process = nullptr;
  // Never deleted, as messages under way may still be in its buffers, and never lost.
  static auto& ended = *new std::vector<Process*>;
  ended.push_back(process);
  return complete;
}

bool end_measuring() {
  const bool complete = measurement->end();
  measured_exit_code = measurement->exit_code();
  // Never deleted, as another thread may be about to leave its last call, and never lost.
  static auto& ended = *new std::vector<TimedRun*>;
  ended.push_back(measurement);
  measurement = nullptr;
  return complete;
}

Begun initialised(bool threaded) {
  Begun mpi;
  PMPI_Comm_get_parent(&mpi.parents);
  mpi.threaded = threaded;
  return mpi;
}

void begin_as_planned(Plan plan, const Begun& mpi) {
  const bool spawned = mpi.parents != MPI_COMM_NULL;
  auto team = std::make_unique<MpiTeam>(mpi.world, mpi.end);
  if (plan.measures == Measures::nothing) {
    std::string disagreement;
    const bool plain = all_run_plainly(plan.plain, spawned, *team, disagreement);
    stop_on_error(disagreement, *team);
    if (plain) return;
  }
  host().share_cores(mpi.world);
  if (plan.measures == Measures::nothing) {
    agree_on(plan, *team);
    return begin(std::move(plan), mpi);
  }
  stop_on_error(plan.error, *team);
  // Processes that others have started are no part of the run that is compared.
  if (spawned) return;
  if (plan.measures == Measures::segments) {
    CallScope::begin_here();
    measurement = new ProfiledRun(std::move(team), plan.settings);
  } else {
    measurement = new MeasuredRun(std::move(team), plan.settings);
  }
}

}  // namespace

int begin_with(const std::function<int()>& real, const std::function<Begun()>& ask) {
  const std::lock_guard<std::mutex> lock(beginning);
  int error = MPI_SUCCESS;
  if (is_running()) {
    error = real();
    if (error == MPI_SUCCESS) ++begun;
    return error;
  }
  make_way_for_namesakes();
  note_init();
  Plan plan = make_plan();
  if (plan.measures == Measures::nothing) ask_for_short_turns();
  {
    ChangedVariables variables;
    raise_eager_limits(variables, plan.stamp_bytes);
    leave_out_absent_networks(variables);
    leave_out_bus(variables);
    const LongerSleep waiting;
    error = real();
  }
  if (error != MPI_SUCCESS) return error;
  const Begun mpi = ask();
  call_roll(mpi.world);
  begin_as_planned(std::move(plan), mpi);
  begun = 1;
  leave_out_beginning_tool();
  return error;
}

Ending end_with_last() {
  const std::lock_guard<std::mutex> lock(beginning);
  if (!is_running() || --begun > 0) return Ending::none;
  const bool complete = measurement != nullptr ? end_measuring() : end();
  return complete ? Ending::complete : Ending::incomplete;
}

void leave_with_failed_run() {
  if (measured_exit_code != 0) std::exit(measured_exit_code);
}

namespace {

bool ends_behind_callbacks = false;
bool has_been_finalized = false;
std::optional<LongerSleep> leaving;  // while MPI_Finalize waits for the others

void end_at_finalize() {
  if (std::exchange(has_been_finalized, true)) return;
  if (end_with_last() == Ending::complete) host().leave_together(MPI_COMM_WORLD);
  leaving.emplace();
}

int begin_world(const std::function<int()>& real, const std::function<Begun()>& ask) {
  const int error = begin_with(real, ask);
  if (error == MPI_SUCCESS && is_running()) {
    ends_behind_callbacks = call_after_last_callback(end_at_finalize);
  }
  return error;
}

// Of a program that ends itself.
void say_where_all_are(Process& process) {
  if (!process.watch.is_open() || process.settings.integer("quiet") != 0) return;
  std::fprintf(stderr, "revprof: process %d has called MPI_Abort\n%s", process.team->rank(),
               process.watch.call_roll().c_str());
  let_words_out();
}

}  // namespace

namespace handle {

int init(Call, decltype(&PMPI_Init) real, int* argc, char*** argv) {
  return begin_world([&] { return real(argc, argv); }, [] { return initialised(false); });
}

int init_thread(Call, decltype(&PMPI_Init_thread) real, int* argc, char*** argv, int required,
                int* provided) {
  return begin_world([&] { return real(argc, argv, required, provided); },
                     [&] { return initialised(*provided == MPI_THREAD_MULTIPLE); });
}

int finalize(Call call, decltype(&PMPI_Finalize) real) {
  if (active_process != nullptr) {
    CallScope scope(*active_process, call);  // what was computed since the last call
  }
  if (!ends_behind_callbacks) end_at_finalize();
  const int error = real();
  end_at_finalize();  // MPICH keeps the attributes where a session goes on
  leaving.reset();
  leave_with_failed_run();
  return error;
}

int abort(Call, decltype(&PMPI_Abort) real, MPI_Comm handle, int code) {
  if (active_process != nullptr) {
    if (active_process->trace != nullptr) active_process->trace->flush();
    say_where_all_are(*active_process);
  }
  const int error = real(handle, code);
  // MPICH 4.2 returns, and ends the process soon: what came to MPI_Finalize by then would be a
  // prediction.
  if (error == MPI_SUCCESS) std::exit(code);
  return error;
}

}  // namespace handle
}  // namespace revprof
