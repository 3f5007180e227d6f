// SPDX-License-Identifier: BSD-3-Clause
// From the first MPI_Init or MPI_Session_init to the last MPI_Finalize or MPI_Session_finalize:
// makes the process's state and takes it apart again. What is wrong with the settings is said once,
// by the lowest rank that sees it, and ends all processes with exit code 2.
#include "revprof/mpi/start.hpp"
#include "revprof/calls/mpi_calls.hpp"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <optional>
#include <tuple>
#include <vector>

#include "revprof/mpi/attendance.hpp"
#include "revprof/mpi/constructors.hpp"
#include "revprof/mpi/eager_limit.hpp"
#include "revprof/mpi/handlers.hpp"
#include "revprof/mpi/host.hpp"
#include "revprof/mpi/lanes.hpp"
#include "revprof/mpi/output.hpp"
#include "revprof/mpi/overrun.hpp"
#include "revprof/mpi/path_results.hpp"
#include "revprof/mpi/plain_run.hpp"
#include "revprof/mpi/results.hpp"
#include "revprof/mpi/roll_call.hpp"
#include "revprof/mpi/scenario.hpp"
#include "revprof/mpi/stopwatch.hpp"
#include "revprof/mpi/unseen.hpp"
#include "revprof/mpi/virtual_nodes.hpp"
#include "revprof/trace/plain/factory.hpp"

namespace revprof {

namespace {

constexpr int exit_code_of_bad_settings = 2;

Attendance attendance;

// What has to be known before MPI begins: the lanes decide how large a stamp is.
struct Plan {
  std::unique_ptr<Process> process = std::make_unique<Process>();
  std::optional<Lanes> lanes;
  std::vector<std::string> trace_formats;
  Selection traced;
  std::string error;
  int ranks_per_virtual_node = 0;
  bool measures = false;  // this host's times instead of predicted ones
  bool plain = false;  // nobody has asked for a prediction: a program that is linked with revprof
};

Plan make_plan() {
  Plan plan;
  try {
    Process& process = *plan.process;
    process.settings = Settings::from_environment();
    process.settings.check("measure");
    plan.measures = process.settings.text("measure") == "1";
    if (plan.measures) return plan;
    plan.plain =
        process.settings.text("model").empty() && process.settings.text("scenario").empty();
    if (plan.plain) return plan;
    process.settings.check();
    plan.lanes = make_lanes(process.settings);
    const int places = plan.lanes->path_lane >= 0 ? 1 : 0;
    process.stamp_bytes = Stamp::size_bytes(static_cast<int>(plan.lanes->lanes.size()) + places);
    const std::string compute = process.settings.text("compute");
    process.compute = compute == "cpu"     ? Compute::cpu
                      : compute == "steps" ? Compute::steps
                                           : Compute::none;
    process.cpu_scale = process.settings.number("cpu-scale");
    process.all_threads_compute = process.settings.text("cpu-threads") == "all";
    plan.ranks_per_virtual_node =
        ranks_per_virtual_node(process.settings, plan.lanes->lanes.front().model->machine);
    plan.trace_formats = process.settings.list("trace");
    plan.traced.ranks = parse_ranks(process.settings.text("trace-processes"));
    std::tie(plan.traced.from, plan.traced.to) =
        parse_window(process.settings.text("trace-window"));
  } catch (const std::exception& error) {
    plan.error = error.what();
  }
  return plan;
}

// Ends every process if one of them has an error; the lowest such rank says it.
void stop_on_error(const std::string& error, const Begun& begun) {
  int rank = 0, size = 1;
  PMPI_Comm_rank(begun.world, &rank);
  PMPI_Comm_size(begun.world, &size);
  const int own[] = {error.empty() ? size : rank, error.empty() ? 0 : 1};  // the lowest wins
  int speaker[] = {size, 0};
  PMPI_Allreduce(own, speaker, 2, MPI_INT, MPI_MIN, begun.world);
  if (speaker[0] == size) return;
  if (speaker[0] == rank) {
    const bool alone = speaker[1] == 0 && rank != 0;  // others have no such error
    std::fprintf(
        stderr, "revprof: %s%s\n", error.c_str(),
        alone ? (" (process " + std::to_string(rank) + ", on " + node_name() + ")").c_str() : "");
  }
  begun.end();
  std::exit(exit_code_of_bad_settings);
}

std::string differing_settings(std::uint64_t fingerprint, const std::string& model,
                               MPI_Comm world) {
  std::uint64_t lowest = 0, highest = 0;
  PMPI_Allreduce(&fingerprint, &lowest, 1, MPI_UINT64_T, MPI_MIN, world);
  PMPI_Allreduce(&fingerprint, &highest, 1, MPI_UINT64_T, MPI_MAX, world);
  if (lowest == highest) return "";
  return "MODEL (" + model +
         " on this rank) or a setting differs between the ranks; expected the same model, scenario "
         "and "
         "settings everywhere";
}

// Where the nodes share no directory, a run that breaks off leaves traces on them.
void open_own_files(Process& process, const Plan& plan, int rank) {
  if (plan.trace_formats == std::vector<std::string>{"none"} && plan.lanes->path_lane < 0) return;
  process.own_files.open(process.world, process.output);
  const int away = process.own_files.away();
  if (away == 0 || rank != 0 || process.settings.integer("quiet") != 0) return;
  std::fprintf(stderr,
               "revprof: %d processes do not see %s: their traces are in revprof-... in $TMPDIR or "
               "/tmp of their nodes, and come there at MPI_Finalize\n",
               away, process.output.c_str());
}

// `revprof run` has said them itself.
void say_warnings(const Settings& settings, int rank) {
  if (rank != 0 || settings.integer("output-exists") != 0) return;
  for (const std::string& warning : settings.warnings()) {
    std::fprintf(stderr, "revprof: warning: %s\n", warning.c_str());
  }
}

void begin(Plan plan, const Begun& begun) {
  stop_on_error(plan.error, begun);
  stop_on_error(differing_settings(plan.lanes->fingerprint, plan.lanes->model_path, begun.world),
                begun);
  Process& process = *plan.process;
  int rank = 0, processes = 1;
  PMPI_Comm_rank(begun.world, &rank);
  PMPI_Comm_size(begun.world, &processes);
  say_warnings(process.settings, rank);
  PMPI_Comm_dup(begun.world, &process.world);
  process.threaded = begun.threaded;
  process.program = command_line();
  process.machine = plan.lanes->lanes.front().model->machine.name;
  if (plan.ranks_per_virtual_node > 0) process.virtual_node = rank / plan.ranks_per_virtual_node;

  process.greeting.fingerprint = plan.lanes->fingerprint;
  process.greeting.lanes = static_cast<std::int32_t>(plan.lanes->lanes.size());
  std::string parents_output;
  if (begun.parents != MPI_COMM_NULL) {
    parents_output = meet(begun.parents, begun.world, process.greeting).output;
  }
  std::string error;
  process.output = make_output(process.settings, parents_output, begun.world, rank, error);
  stop_on_error(error, begun);
  attendance.open(process.output, process.world);
  std::snprintf(process.greeting.output, sizeof(process.greeting.output), "%s",
                std::filesystem::absolute(process.output).c_str());
  try {
    open_own_files(process, plan, rank);
    const std::string& directory = process.own_files.directory();
    process.trace = make_trace({directory, plan.trace_formats, rank, processes, process.program,
                                process.settings.integer("trace-limit"), plan.traced});
    if (plan.lanes->path_lane >= 0) {
      process.steps = std::make_unique<StepFile>(directory, rank);
    }
  } catch (const std::exception& failure) {
    error = failure.what();
  }
  stop_on_error(error, begun);

  process.lanes = summary_lanes(plan.lanes->lanes);
  process.horizon.open(process.world,
                       process.settings.text("order") == "clock" && !process.threaded);
  process.engine = std::make_unique<Engine>(std::move(plan.lanes->lanes), rank, processes,
                                            from_seconds(process.settings.number("wtime-tick")),
                                            process.trace.get(), mpi_calls());
  process.engine->on_overrun(
      [&process](const std::string& what) { end_at_overrun(process, what); });
  if (process.steps != nullptr) process.engine->record_path(plan.lanes->path_lane, *process.steps);
  if (process.settings.integer("call-sites") != 0) {
    process.call_sites = std::make_unique<CallSites>();
  }
  process.divergences = Divergences(process.engine->lanes());
  const std::size_t values = Exchange::values(*process.engine);
  if (process.settings.integer("shared-memory") != 0) process.board.open(process.world, values);
  process.mail = std::make_shared<Mail>(process.world, values);
  active_process = plan.process.release();
  process.communicators.start(begun.world, process.engine->costs().blocks());
  CallScope::start_computation(process);
  if (begun.parents !=
      MPI_COMM_NULL) {  // this program began when they were through with spawning it
    CallScope scope(process, Call::MPI_Comm_spawn);
    agree_on_communicator(scope, Call::MPI_Comm_spawn, begun.parents);
  }
}

// What is measured goes here at the end.
struct Measurement {
  Stopwatch stopwatch;
  std::string output;
  int begun = 1;  // as in Process
};
Measurement* measurement = nullptr;

// Processes that others have started are no part of the run that is compared.
void begin_measuring(const Plan& plan, const Begun& begun) {
  stop_on_error(plan.error, begun);
  if (begun.parents != MPI_COMM_NULL) return;
  int rank = 0;
  PMPI_Comm_rank(begun.world, &rank);
  std::string error;
  const std::string output = make_output(plan.process->settings, "", begun.world, rank, error);
  stop_on_error(error, begun);
  attendance.open(output, begun.world);
  measurement = new Measurement{Stopwatch(begun.world), output};
  active_stopwatch = &measurement->stopwatch;
}

void end_measuring() {
  active_stopwatch = nullptr;
  measurement->stopwatch.stop();
  const bool complete = attendance.is_complete();
  if (complete) measurement->stopwatch.write(measurement->output, command_line());
  attendance.close(complete);
  // Never deleted, as another thread may be about to leave its last call, and never lost.
  static auto& ended = *new std::vector<Measurement*>;
  ended.push_back(measurement);
  measurement = nullptr;
}

// Threads may begin and end sessions at the same time.
std::mutex beginning;

void end() {
  Process* const process = active_process;
  process->horizon.set(Horizon::State::waits_for_all);  // it sends nothing any more
  const bool complete = attendance.is_complete();
  if (complete) {
    const GatheredSites sites = gather_sites(*process);
    write_results(*process, sites, write_path(*process, sites));
  }
  attendance.close(complete);
  process->requests.abandon(process->stamp_bytes);
  free_kept_pair_types();
  process->trace.reset();
  process->own_files.bring_home(trace_file_name);
  process->own_files.close();
  process->horizon.close();
  if (complete) process->communicators.stop();
  process->board.close();
  if (complete) process->mail.reset();
  active_process = nullptr;
  // Never deleted, as messages under way may still be in its buffers, and never lost.
  static auto& ended = *new std::vector<Process*>;
  ended.push_back(process);
}

Begun initialised(bool threaded) {
  Begun begun;
  PMPI_Comm_get_parent(&begun.parents);
  begun.threaded = threaded;
  return begun;
}

}  // namespace

int begin_with(const std::function<int()>& real, const std::function<Begun()>& begun) {
  const std::lock_guard<std::mutex> lock(beginning);
  if (active_process != nullptr || measurement != nullptr) {
    const int error = real();
    if (error == MPI_SUCCESS)
      ++(measurement != nullptr ? measurement->begun : active_process->begun);
    return error;
  }
  note_init();
  Plan plan = make_plan();
  int error = MPI_SUCCESS;
  {
    const RaisedEagerLimits raised(plan.process->stamp_bytes);
    error = real();
  }
  if (error != MPI_SUCCESS) return error;
  const Begun mpi = begun();
  call_roll(mpi.world);
  if (!plan.measures) {
    std::string disagreement;
    const bool plain = all_run_plainly(plan.plain, mpi, disagreement);
    stop_on_error(disagreement, mpi);
    if (plain) return error;
  }
  host().share_cores(mpi.world);
  if (plan.measures) {
    begin_measuring(plan, mpi);
    return error;
  }
  plan.process->begun = 1;
  begin(std::move(plan), mpi);
  return error;
}

bool end_with_last() {
  const std::lock_guard<std::mutex> lock(beginning);
  if (measurement != nullptr) {
    if (--measurement->begun > 0) return false;
    end_measuring();
    return true;
  }
  if (active_process == nullptr || --active_process->begun > 0) return false;
  end();
  return true;
}

namespace handle {

int init(Call, decltype(&PMPI_Init) real, int* argc, char*** argv) {
  return begin_with([&] { return real(argc, argv); }, [] { return initialised(false); });
}

int init_thread(Call, decltype(&PMPI_Init_thread) real, int* argc, char*** argv, int required,
                int* provided) {
  return begin_with([&] { return real(argc, argv, required, provided); },
                    [&] { return initialised(*provided == MPI_THREAD_MULTIPLE); });
}

int finalize(Call call, decltype(&PMPI_Finalize) real) {
  if (active_process != nullptr) {
    CallScope scope(*active_process, call);  // what was computed since the last call
  }
  if (end_with_last() && attendance.was_complete()) host().leave_together(MPI_COMM_WORLD);
  return real();
}

int abort(Call, decltype(&PMPI_Abort) real, MPI_Comm handle, int code) {
  if (active_process != nullptr && active_process->trace != nullptr) active_process->trace->flush();
  return real(handle, code);
}

}  // namespace handle
}  // namespace revprof
