// SPDX-License-Identifier: BSD-3-Clause
// Makes the parts of a run one after the other, and takes them apart again.
#include "revprof/run/course.hpp"

#include <cstdio>
#include <exception>
#include <utility>

#include "revprof/run/call_scope.hpp"
#include "revprof/run/host_model.hpp"
#include "revprof/run/output.hpp"
#include "revprof/run/overrun.hpp"
#include "revprof/run/path_results.hpp"
#include "revprof/run/placement.hpp"
#include "revprof/run/plain_numbers.hpp"
#include "revprof/run/results.hpp"
#include "revprof/run/scenario.hpp"
#include "revprof/trace/plain/factory.hpp"

namespace revprof {

namespace {

// Where the nodes share no directory, a run that breaks off leaves traces on them.
void open_own_files(Run& run, const Plan& plan) {
  if (plan.trace_formats == std::vector<std::string>{"none"} && plan.lanes->path_lane < 0) return;
  run.own_files.open(*run.team, run.output);
  const auto away = run.own_files.away();
  if (run.team->rank() != 0 || away == 0 || run.settings.integer("quiet") != 0) return;
  std::fprintf(
      stderr,
      "revprof: %lld processes do not see %s: their traces are in revprof-... in $TMPDIR or "
      "/tmp of their nodes, and come there at %s\n",
      static_cast<long long>(away), run.output.c_str(), run.team->library().ends);
}

void open_traces(Run& run, const Plan& plan) {
  open_own_files(run, plan);
  const std::string& directory = run.own_files.directory();
  const int rank = run.team->rank();
  run.trace = make_trace({directory, plan.trace_formats, rank, run.team->processes(), run.program,
                          run.settings.integer("trace-limit"), plan.traced});
  if (plan.lanes->path_lane >= 0) run.steps = std::make_unique<StepFile>(directory, rank);
}

// With CPU time alone: announced steps and counted work are the program's, not this host's.
void carry_over(const Run& run, std::vector<Lane>& lanes) {
  const std::string& host = run.settings.text("host");
  if (host.empty() || run.compute != Compute::cpu) return;
  const std::string said = carry_from_host(host, run.team->processes(), lanes);
  if (run.team->rank() != 0 || run.settings.integer("quiet") != 0) return;
  std::fprintf(stderr, "revprof: %s\n", said.c_str());
}

// What a unit of computation costs, or a segment.
void price_computation(Run& run, std::vector<Lane>& lanes) {
  const int processes = run.team->processes();
  if (run.compute == Compute::counted) {
    run.unit_source = UnitTimes::fill_instruction(lanes, processes);
    // Nobody has measured what these cycles leave out.
    if (run.settings.text("ghz") != "none") run.unit_source = Source::stand_in;
  } else if (run.settings.text("step") == default_of("step")) {
    run.unit_source = Source::assumed;
  }
  run.units.start(run.settings, lanes, processes);
  const std::string& target = run.settings.text("profile");
  const std::string& host = run.settings.text("host-profile");
  if (run.compute != Compute::profile && host.empty()) return;
  Profile profile = read_profile(target);
  std::optional<Profile> here;
  if (!host.empty()) here = read_profile(host);
  if (run.team->rank() == 0) check_build(profile, target);
  if (run.team->rank() == 0 && here) check_build(*here, host);
  run.prices = std::make_unique<SegmentPrices>(run, lanes, std::move(profile), std::move(here));
}

// Of several runs of a command. Those that others have started go by their own times.
std::unique_ptr<RunVisits> visits_of(const Run& run) {
  const std::string& visits = run.settings.text("visits");
  if (visits == "none") return nullptr;
  if (run.compute != Compute::cpu) {
    throw SettingsError("REVPROF_VISITS (--visits): " + visits + ": expected --compute cpu");
  }
  const int process = run.team->rank();
  if (visits == "keep") return std::make_unique<KeptVisits>(run.output, process);
  return std::make_unique<CommonVisits>(run.output, std::stoi(visits), process);
}

void start_engine(Run& run, Lanes lanes, const ProcessPlaces& places) {
  run.machine = lanes.lanes.front().model->machine.name;
  run.engine = std::make_unique<Engine>(
      std::move(lanes.lanes), run.team->rank(), run.team->processes(),
      from_seconds(run.settings.seconds("wtime-tick")), run.trace.get(), *run.calls, places);
  run.engine->on_overrun([&run](const std::string& what) { end_at_overrun(run, what); });
  if (run.steps != nullptr) run.engine->record_path(lanes.path_lane, *run.steps);
  run.divergences = Divergences(run.engine->lanes());
}

}  // namespace

void begin_run(Run& run, Plan plan, const std::string& parents_output) {
  const PlainNumbers numbers;
  Team& team = *run.team;
  run.settings = std::move(plan.settings);
  run.program = command_line();
  run.compute = plan.compute;
  run.processor = plan.processor;
  run.cpu_scale = plan.cpu_scale;
  run.all_threads_compute = plan.all_threads_compute;

  std::string error;
  ProcessPlaces places;
  run.output = make_output(run.settings, parents_output, team, error);
  stop_on_error(error, team);
  run.attendance.open(run.output, team);
  try {
    // A file is of the first program's processes, not of those that it spawns.
    const std::string& placement = run.settings.text("placement");
    if (parents_output.empty() || !is_placement_file(placement)) {
      places = places_by(placement, team.processes(), plan.lanes->lanes);
    }
    price_computation(run, plan.lanes->lanes);
    if (parents_output.empty()) run.visits = visits_of(run);
    run.lanes =
        summary_lanes(plan.lanes->lanes);  // by what they are called, before the host's factors
    carry_over(run, plan.lanes->lanes);
  } catch (const std::exception& failure) {
    error = failure.what();
  }
  // Process 0 alone looks at some of it, and all open the traces together.
  stop_on_error(error, team);
  if (plan.ranks_per_virtual_node > 0) {
    run.virtual_node = places.of(team.rank()) / plan.ranks_per_virtual_node;
  }
  try {
    open_traces(run, plan);
  } catch (const std::exception& failure) {
    error = failure.what();
  }
  stop_on_error(error, team);

  start_engine(run, std::move(*plan.lanes), places);
  run.horizon.open(team, run.settings.text("order") == "clock" && !run.threaded, run.watch,
                   run.board, run.engine->clock_values());
  if (run.settings.integer("call-sites") != 0) run.call_sites = std::make_unique<CallSites>();
}

bool end_run(Run& run) {
  const PlainNumbers numbers;
  end_polls(run);
  run.horizon.set(Horizon::State::end);  // this process sends nothing any more
  const bool complete = run.attendance.is_complete();
  CallScope::end_computation(run);
  if (complete) {
    if (run.at_end) run.at_end();
    const GatheredSites sites = gather_sites(run);
    write_results(run, sites, write_path(run, sites));
  }
  run.attendance.close(complete);
  run.trace.reset();
  if (complete) run.own_files.bring_home(trace_file_name);
  run.own_files.close();
  run.horizon.close();
  return complete;
}

}  // namespace revprof
