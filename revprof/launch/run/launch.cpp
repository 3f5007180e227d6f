// SPDX-License-Identifier: BSD-3-Clause
// Starts the launcher with the library preloaded into the program (not into the launcher) and the
// settings.
#include "revprof/launch/run/launch.hpp"

#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <utility>

#include "fit/file/whole_file.hpp"
#include "revprof/launch/host/further_programs.hpp"
#include "revprof/launch/host/host_mpi.hpp"
#include "revprof/launch/host/host_shmem.hpp"
#include "revprof/launch/look/source_places.hpp"
#include "revprof/launch/run/conversions.hpp"
#include "revprof/launch/run/no_results.hpp"
#include "revprof/launch/run/run_files.hpp"
#include "revprof/report/text/ink.hpp"
#include "revprof/run/held_models.hpp"
#include "revprof/run/placement.hpp"
#include "revprof/trace/plain/factory.hpp"
#include "revprof/trace/plain/selection.hpp"
#include "revprof/trace/results/measured.hpp"
#include "revprof/trace/results/run_directory.hpp"
#include "revprof/trace/results/summary.hpp"

namespace revprof {

namespace fs = std::filesystem;

namespace {

// Settings that name files: made absolute, as the program may change its directory before MPI_Init.
bool names_a_file(const std::string& setting, const std::string& value) {
  return setting == "model" || setting == "scenario" || setting == "output" || setting == "host" ||
         setting == "profile" || setting == "host-profile" ||
         (setting == "placement" && is_placement_file(value));
}

Started launcher_line(const Launch& launch, const std::string& directory) {
  Started started;
  started.environment =
      host_mpi_environment(*launch.mpi, processes_of_all(launch.processes, launch.program));
  if (launch.openshmem) {
    for (auto& variable : shmem_environment(launch.launcher_arguments)) {
      started.environment.push_back(std::move(variable));
    }
  }
  started.environment.emplace_back(held_models_variable, held_models().place());
  started.removed_variables = {"MODEL"};  // REVPROF_MODEL says it

  std::vector<std::string> variables;
  for (const Setting& setting : all_settings()) {
    const std::string variable = environment_name(setting.name);
    std::string value = launch.settings.text(setting.name);
    if (std::string(setting.name) == "output") value = directory;
    if (std::string(setting.name) == "output-exists") value = "1";
    // The program's standard error is a pipe to the launcher, whatever it is here.
    if (std::string(setting.name) == "color" && value == "auto") {
      value = takes_colours(STDERR_FILENO) ? "always" : "never";
    }
    if (value.empty()) {
      started.removed_variables.push_back(variable);
      continue;
    }
    if (names_a_file(setting.name, value)) value = fs::absolute(value).lexically_normal().string();
    started.environment.emplace_back(variable, value);
    variables.push_back(variable);
  }
  started.words = launcher_words(*launch.mpi, launch.launcher, launch.processes, launch.preload,
                                 variables, launch.launcher_arguments, launch.program);
  if (!launch.output_file_name.empty()) {
    started.output_file = (fs::path(directory) / launch.output_file_name).string();
  }
  return started;
}

int processes_seen(const Launch& launch, const fs::path& results) {
  if (!measures(launch.settings)) return read_summary(results.string()).processes;
  return read_measured(results.string()).processes;
}

// A line of its own; empty for an MPI's own launcher, which its processes always know.
std::string advice_on_srun(const Launch& launch) {
  if (!launch.launcher.is_srun) return "";
  return std::string("\nrevprof: srun may need --mpirun-args \"--mpi=") +
         launch.mpi->srun_interface + "\" (srun --mpi=list shows what this Slurm knows)";
}

// A launcher that the program's MPI knows nothing of starts as many programs of one process.
std::string why_fewer_processes(const Launch& launch, int seen) {
  const std::string expected = std::to_string(launch.processes);
  return launch.program[0] + ": expected one program of " + expected +
         " processes, and MPI_COMM_WORLD had " + std::to_string(seen) + ": " +
         launch.launcher.path + " has started " + expected +
         " programs that know nothing of each other" + advice_on_srun(launch);
}

bool holds_traces(const std::string& directory) {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory, error)) {
    if (entry.path().extension() == ".trace") return true;
  }
  return false;
}

bool is_full(const std::string& directory) {
  constexpr std::uintmax_t least = 1 << 16;
  std::error_code error;
  const fs::space_info space = fs::space(directory, error);
  return !error && space.available < least;
}

// A run that broke off has no critical path, and nothing else can read its steps.
void remove_steps(const std::string& directory) {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory, error)) {
    if (entry.path().extension() == ".steps") fs::remove(entry.path(), error);
  }
}

// Makes the other formats that were asked for, also of a run that broke off.
void convert_traces(const Settings& settings, const std::string& directory) {
  convert_all(directory, settings.text("model"), converted_formats(settings.list("trace")),
              settings.text("quiet") == "1");
}

// Only ever an empty directory goes: rmdir() refuses any other.
void remove_if_empty(const std::string& directory) {
  std::error_code error;
  if (fs::is_empty(directory, error)) fs::remove(directory, error);
}

// What the program printed, if it printed anything; an empty file goes.
bool holds_output(const Launch& launch, const std::string& directory) {
  if (launch.output_file_name.empty()) return false;
  const fs::path file = fs::path(directory) / launch.output_file_name;
  std::error_code error;
  if (fs::file_size(file, error) > 0 && !error) return true;
  fs::remove(file, error);
  return false;
}

std::string why_no_results(const Launch& launch, const Ended& ended) {
  const std::string program = launch.program[0];
  if (ended.signal_taken != 0) return "stopped; " + program + " left no results";
  if (ended.exit_code != 0) {
    const std::string obstacle = known_obstacle(launch);
    return program + " ended with exit code " + std::to_string(ended.exit_code) +
           " and left no results" +
           (obstacle.empty() ? advice_on_srun(launch) : "\nrevprof: why: " + obstacle);
  }
  if (launch.settings.text("trace") == "none" || measures(launch.settings)) {
    return program +
           " left no summary: it did not reach MPI_Finalize or shmem_finalize, or never called "
           "MPI_Init where revprof could see it (" +
           why_no_call_was_seen(launch, true) + ")";
  }
  return "NOTHING WAS PREDICTED: " + program +
         " made no MPI call that revprof could see (MPI_Init was never called)\n"
         "revprof: why: " +
         why_no_call_was_seen(launch);
}

}  // namespace

Ink ink_of(const Settings& settings) {
  const std::string& color = settings.text("color");
  return Ink(color == "always" || (color == "auto" && takes_colours(STDERR_FILENO)));
}

Ended start_program(const Launch& launch, const std::string& directory) {
  return run_to_the_end(launcher_line(launch, directory));
}

Outcome launch(const Launch& wanted) {
  return launch_into(make_run_directory(wanted.settings.text("output")), wanted);
}

Outcome launch_into(const std::string& directory, const Launch& wanted) {
  Launch launch = wanted;
  Outcome outcome;
  Ended ended;
  try {
    fit_profiles(directory, launch.settings);
    ended = start_program(launch, directory);
  } catch (...) {
    remove_if_empty(directory);
    throw;
  }
  outcome.signal_taken = ended.signal_taken;
  outcome.exit_code = ended.signal_taken != 0 ? 128 + ended.signal_taken : ended.exit_code;
  if (outcome.signal_taken != 0 && launch.leaves_nothing_when_stopped) {
    fs::remove_all(directory);
    return outcome;
  }
  // The library has ended the run, with a code that not every launcher hands on: MPICH's says 9
  // where several processes abort at once.
  if (fs::exists(fs::path(directory) / overrun_file)) outcome.exit_code = overrun_exit_code;
  const bool deadlocked = fs::exists(fs::path(directory) / deadlock_file);
  if (deadlocked) {
    outcome.exit_code = deadlock_exit_code;
    std::cerr << "revprof: " << launch.program[0] << ": " << add_waits(directory);
  }
  remove_steps(directory);
  if (holds_traces(directory)) convert_traces(launch.settings, directory);
  const fs::path results =
      fs::path(directory) / (measures(launch.settings) ? "measured.json" : "summary.json");
  if (fs::exists(results)) {
    outcome.directory = directory;
    const int seen = processes_seen(launch, results);
    outcome.finished = seen >= launch.processes;
    if (outcome.finished) {
      outcome.finished = !deadlocked;
      return outcome;
    }
    std::cerr << "revprof: " << why_fewer_processes(launch, seen) << '\n';
    return outcome;
  }
  const bool full = is_full(directory);
  if (full || fs::exists(fs::path(directory) / unwritten_file)) {
    outcome.directory = directory;
    if (outcome.exit_code == 0) outcome.exit_code = 2;
    std::cerr << "revprof: " << directory
              << (full ? ": no space is left there: there may be no summary.json for that reason"
                       : ": results could not be written: there is no summary.json")
              << ", and traces may end early\n";
    return outcome;
  }
  if (holds_traces(directory)) {
    outcome.directory = directory;
    std::cerr << "revprof: " << launch.program[0]
              << " did not reach MPI_Finalize; the traces up to that point are in " << directory
              << " (revprof report " << directory << ")\n";
    return outcome;
  }
  if (holds_output(launch, directory)) {
    outcome.directory = directory;
  } else {
    remove_if_empty(directory);
  }
  std::cerr << "revprof: " << why_no_results(launch, ended) << '\n';
  return outcome;
}

}  // namespace revprof
