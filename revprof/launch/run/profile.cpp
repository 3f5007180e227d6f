// SPDX-License-Identifier: BSD-3-Clause
// `revprof profile`: runs a program as it is and times its segments.
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "fit/measurements/measurements.hpp"
#include "fit/measurements/segment_times.hpp"
#include "revprof/launch/command.hpp"
#include "revprof/launch/host/further_programs.hpp"
#include "revprof/launch/host/host_room.hpp"
#include "revprof/launch/options.hpp"
#include "revprof/launch/output_place.hpp"
#include "revprof/launch/run/launch.hpp"

namespace revprof {

namespace {

namespace fs = std::filesystem;
namespace po = boost::program_options;

constexpr const char* profile_usage =
    "Usage: revprof profile -n P -o FILE.profile -- PROGRAM [ARGUMENTS]\n"
    "       mpirun -np P revprof profile -o FILE.profile -- PROGRAM [ARGUMENTS]\n\n"
    "Runs PROGRAM as it is, on the machine whose computation is to be known, and times each of "
    "its\n"
    "segments: what it computes between two calls of MPI, or in a named region (revprof_begin). "
    "The\n"
    "file keeps of each the seconds of a visit, its work (instructions where the program counts\n"
    "them, `revprof flags`; else the steps that it announces; else 1) and how many processes\n"
    "shared the node. Further runs of the same build are added: with other arguments, so that the\n"
    "work differs, and with other numbers of processes, so that what shared caches and memory\n"
    "cost is seen. Measure with no more processes than cores, and nothing else to do. The exit\n"
    "code is the program's; 2 where nothing was started.\n\n"
    "Examples:\n"
    "  revprof profile -n 1 -o app.profile -- ./a.out 100\n"
    "  revprof profile -n 2 -o app.profile -- ./a.out 200\n"
    "      two runs in one profile\n"
    "  revprof fit app.profile -o app.profile.json\n"
    "      makes equations of it, t = c + s * startup(q) + k * data(q, w) of each segment, and "
    "says\n"
    "      how good they are\n"
    "  revprof run --model machine.json --profile app.profile.json -n 64 -- ./a.out 400\n"
    "      then predicts with it, here or anywhere else (FILE.profile does as well)\n"
    "  revprof run --model machine.json --compute cpu --profile target.profile \\\n"
    "      --host-profile here.profile -n 8 -- ./a.out\n"
    "      this host's time of each segment times its own factor, from here to there\n\n";

// Whether this process is one of several that an MPI's launcher has started.
bool is_one_of_many() {
  for (const char* variable : {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK"}) {
    if (std::getenv(variable) != nullptr) return true;
  }
  return false;
}

// In place of this process: its number among the others is the program's.
[[noreturn]] void run_instead(const Launch& ready) {
  std::vector<char*> words;
  std::vector<std::string> program = ready.program;
  for (std::string& word : program) words.push_back(word.data());
  words.push_back(nullptr);
  setenv("LD_PRELOAD", ready.preload.c_str(), 1);
  setenv("REVPROF_MEASURE", "segments", 1);
  setenv("REVPROF_PROFILE", ready.settings.text("profile").c_str(), 1);
  execv(ready.path.c_str(), words.data());
  throw std::runtime_error(program[0] + ": cannot be started");
}

// How many runs it holds; 0: there is none.
int runs_in(const std::string& profile) {
  if (!fs::exists(profile)) return 0;
  const Measurements times = read_measurements(profile);
  if (!holds_segments(times)) {
    throw std::runtime_error(profile + ": expected a profile, found measurements of a machine");
  }
  int runs = 0;
  for (const auto& [key, value] : times.header) runs += key.rfind("run ", 0) == 0;
  return runs;
}

void say_result(const std::string& profile, int runs) {
  std::size_t cells = 0;
  std::map<std::string, int> segments;
  for (const Measurement& cell : read_measurements(profile).cells) {
    ++segments[cell.call];
    ++cells;
  }
  std::cerr << "revprof: " << profile << ": " << segments.size() << " segments, " << cells
            << " cells, of " << runs << (runs == 1 ? " run" : " runs") << '\n';
}

}  // namespace

int profile_command(const std::vector<std::string>& words) {
  const ProgramLine line = split_program_line(words);
  po::options_description options("The profile");
  options.add_options()("processes,n", po::value<std::string>()->value_name("P"),
                        "number of processes; under mpirun, without")(
      "output,o", po::value<std::string>()->value_name("FILE"),
      "the profile; a run is added to one that is there")("help,h", "this page");
  add_room_option(options);
  options.add(host_options());
  const po::variables_map chosen = parse_options("profile", line.options, options);
  if (chosen.count("help") != 0) {
    std::cout << profile_usage << options;
    return 0;
  }
  if (chosen.count("output") == 0) throw UsageError("profile: expected -o FILE.profile");
  const bool under_launcher = chosen.count("processes") == 0;
  if (under_launcher && !is_one_of_many()) {
    throw UsageError(
        "profile: no number of processes: expected -n P, or mpirun -np P before revprof");
  }
  const std::string profile = fs::absolute(chosen["output"].as<std::string>()).string();
  expect_place_for_file("profile: -o", profile);
  const int runs = runs_in(profile);
  Launch ready = prepare_launch(chosen, line.program);
  ready.settings = Settings::from_environment();
  for (const auto& [name, value] :
       {std::pair("measure", "segments"), std::pair("model", ""), std::pair("scenario", "")}) {
    ready.settings.set(name, value);
  }
  ready.settings.set("profile", profile);
  if (under_launcher) run_instead(ready);
  ready.processes = positive("-n", chosen["processes"].as<std::string>());
  check_room(chosen, ready, processes_of_all(ready.processes, line.program));
  const Ended ended = start_program(ready, fs::path(profile).parent_path().string());
  if (ended.signal_taken != 0) return 128 + ended.signal_taken;
  const int now = runs_in(profile);
  if (now > runs) {
    say_result(profile, now);
  } else if (ended.exit_code == 0) {
    std::cerr << "revprof: nothing was added to " << profile << ": " << ready.program[0]
              << " did not reach MPI_Finalize, or made no MPI call that revprof could see\n";
    return 1;
  }
  return ended.exit_code;
}

}  // namespace revprof
