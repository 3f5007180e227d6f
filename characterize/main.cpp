// SPDX-License-Identifier: BSD-3-Clause
// characterize and characterize_shmem: time the calls of a machine and make a machine model of
// them.
#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "characterize/campaign.hpp"
#include "characterize/finish.hpp"
#include "characterize/interruption.hpp"
#include "characterize/io_directory.hpp"
#include "characterize/node/blas.hpp"
#include "characterize/past.hpp"
#include "characterize/subject.hpp"
#include "fit/file/standard_output.hpp"

namespace revprof {

namespace {

enum class Role { measure, leave };

struct Beginning {
  Role role = Role::leave;
  int exit_code = 0;
  char directory[PATH_MAX] = "";  // of measured files
  char blas[PATH_MAX] = "none";
};

bool measures_files(const Options& options) {
  const std::vector<Operation>& table = operations();
  return std::any_of(table.begin(), table.end(), [&](const Operation& operation) {
    return operation.files && selected(options, operation);
  });
}

// Of all processes, as process 0 has been asked for it.
std::int64_t room_for(std::int64_t wanted) {
  MPI_Bcast(&wanted, 1, MPI_INT64_T, 0, MPI_COMM_WORLD);
  return subject().make_room(wanted);
}

// Of a directory made by process 0.
bool all_can_write_to(const char* directory) {
  int can = access(directory, W_OK) == 0 ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &can, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  return can != 0;
}

std::string command_line(int argc, char** argv) {
  std::string text = subject().program;
  for (int i = 1; i < argc; ++i) text += std::string(" ") + argv[i];
  return text;
}

// The settings of a run that is gone on with are its own.
void read_options(int argc, char** argv, int processes, Options& options, Past& past) {
  options = parse_options(argc, argv);
  if (options.resume.empty() && options.append.empty()) return;
  past = read_past(options, processes);
  options = parse_options(argc, argv, past.journal.header);
  if (options.resume.empty()) return;
  const double spent = past.spent().seconds;
  if (options.more_time) options.time_budget_seconds += spent;
  if (spent < options.time_budget_seconds) return;
  throw OptionError("--resume: the time budget is spent; --time-budget SECONDS gives it more");
}

// The others load what the option says, too; what `find` finds is each node's own.
void load_blas_of(const Options& options, Beginning& beginning) {
  const std::string why_not = load_blas(options.blas);
  if (!why_not.empty() || options.blas.size() >= sizeof beginning.blas) {
    throw OptionError("--blas: expected find, none, or a library with Fortran's interface: " +
                      why_not);
  }
  options.blas.copy(beginning.blas, sizeof beginning.blas - 1);
  beginning.blas[options.blas.size()] = '\0';
}

// On all processes, or on none.
void agree_on_blas(const Beginning& beginning, int rank) {
  if (rank != 0) load_blas(beginning.blas);
  int has = has_blas() ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &has, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  if (has == 0) leave_blas_out();
}

// The exit code.
int print(const std::string& text) {
  StandardOutput output;
  std::cout << text;
  const std::string flaw = output.flaw();
  if (flaw.empty()) return 0;
  say("standard output: cannot be written: %s", flaw.c_str());
  return 2;
}

// Process 0 reads the options and says once what is wrong with them; the others only learn whether
// to go on.
Beginning begin(int argc, char** argv, int rank, int processes, Options& options, Past& past,
                IoDirectory& directory) {
  Beginning beginning;
  if (rank == 0) {
    try {
      read_options(argc, argv, processes, options, past);
      if (measures_files(options)) {
        directory.make_in(options.io_directory);
        options.io_room = room_in(directory.path());
      }
      if (options.computation) load_blas_of(options, beginning);
      directory.path().copy(beginning.directory, sizeof beginning.directory - 1);
      beginning.role = Role::measure;
    } catch (const HelpRequest& help) {
      beginning.exit_code = print(help.text);
    } catch (const OptionError& error) {
      say("%s", error.what());
      beginning.exit_code = 2;
    } catch (const MeasurementError& error) {
      say("%s", error.what());
      beginning.exit_code = 2;
    }
  }
  MPI_Bcast(&beginning, sizeof beginning, MPI_BYTE, 0, MPI_COMM_WORLD);
  return beginning;
}

void follow(Experiment& experiment) {
  for (;;) {
    Order order;
    pass_on(order);
    if (order.kind == Order::Kind::stop) return;
    experiment.carry_out(order);
  }
}

void warn(const Options& options, const Experiment& experiment, int processes, const Past& past) {
  if (processes == 1) {
    say("point to point needs two processes and is left out; start it as %s -np 2 %s",
        subject().launcher, subject().program);
  }
  if (experiment.crowded()) {
    say("more processes than cores: they take turns, and times will be far too long");
  }
  if (!options.share_files && measures_files(options)) {
    say("files are left out: not all processes can write to --io-directory %s; name a directory "
        "that all nodes share",
        options.io_directory.c_str());
  }
  say("%d processes, at most %.0f s; Ctrl-C keeps what is measured", processes,
      options.time_budget_seconds - past.spent().seconds);
  if (!options.resume.empty()) {
    say("goes on with launch %d after %.0f s", past.launch, past.spent().seconds);
  } else if (past.launch > 1) {
    say("this is launch %d", past.launch);
  }
}

// A call without any time is predicted by a stand-in, or assumed.
void warn_of_gaps(const Campaign& campaign) {
  const std::vector<std::string> left_out = campaign.left_out();
  constexpr std::size_t shown = 3;
  std::string some;
  for (std::size_t i = 0; i < std::min(shown, left_out.size()); ++i) {
    some += (some.empty() ? "" : "; ") + left_out[i];
  }
  if (left_out.size() > shown) some += "; ... (the file's left_out has all)";
  if (!some.empty()) say("left_out: %s", some.c_str());
  const std::size_t missing = campaign.calls_without_times(), calls = campaign.calls();
  if (missing == 0 || interrupted()) return;
  double load = 0;
  const bool known = getloadavg(&load, 1) == 1;
  const auto cores = static_cast<double>(sysconf(_SC_NPROCESSORS_ONLN));
  const bool is_busy = known && load > 1.5 * cores;
  say("warning: the time was over before every call had its turn: %zu of %zu have no time at all, "
      "and are predicted by stand-ins or assumed; expected %sa longer --time-budget",
      missing, calls,
      is_busy ? "a machine that does nothing else (its load was above its number of cores), or "
              : "");
}

int lead(const Options& options, const std::string& command, Experiment& experiment, int processes,
         const Past& past, Measurements& measurements) {
  int exit_code = 0;
  try {
    warn(options, experiment, processes, past);
    const std::string kept = keep_earlier(options);
    if (!kept.empty()) {
      say("earlier measurements are now %s (--append would have added to them)", kept.c_str());
    }
    const auto finishing = [&](int graphs) { return finishing_seconds(options, graphs); };
    Campaign campaign(options, command, experiment, processes, past, finishing);
    measurements = campaign.run();
    for (const char* const key : {"clock_residual", "start_skew"}) {
      const std::string value = measurements.header_value(key);
      if (!value.empty()) say("%s: %s", key, value.c_str());
    }
    warn_of_gaps(campaign);
  } catch (const std::exception& error) {
    say("%s", error.what());
    exit_code = 1;
  }
  Order stop;
  pass_on(stop);
  return exit_code;
}

// What is left to do after MPI_Finalize, so that no process waits for the fit with a busy core.
struct Outcome {
  int exit_code = 0;
  bool finish = false;  // on process 0
  Options options;
  Measurements measurements;
};

Outcome run(int argc, char** argv) {
  time_start_up();
  int rank = 0, processes = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  Outcome outcome;
  Options& options = outcome.options;
  Past past;
  IoDirectory directory;
  const Beginning beginning = begin(argc, argv, rank, processes, options, past, directory);
  outcome.exit_code = beginning.exit_code;
  if (beginning.role == Role::leave) return outcome;

  catch_interruptions();
  Manner manner{options.agreed_clock, options.cold_cache};
  MPI_Bcast(&manner, sizeof manner, MPI_BYTE, 0, MPI_COMM_WORLD);
  agree_on_blas(beginning, rank);
  options.share_files = all_can_write_to(beginning.directory);
  options.max_memory = room_for(options.max_memory);
  Experiment experiment(manner, beginning.directory);
  if (rank == 0) {
    outcome.exit_code =
        lead(options, command_line(argc, argv), experiment, processes, past, outcome.measurements);
    outcome.finish = outcome.exit_code == 0;
  } else {
    follow(experiment);
  }
  MPI_Bcast(&outcome.exit_code, 1, MPI_INT, 0, MPI_COMM_WORLD);
  return outcome;
}

}  // namespace

}  // namespace revprof

int main(int argc, char** argv) {
  revprof::keep_standard_descriptors();
  revprof::subject().begin(&argc, &argv);
  const revprof::Outcome outcome = revprof::run(argc, argv);
  revprof::subject().end();
  if (outcome.finish) return revprof::finish(outcome.options, outcome.measurements);
  return outcome.exit_code;
}
