// SPDX-License-Identifier: BSD-3-Clause
// `revprof simulate`: a machine model of a machine that exists as a SimGrid platform file.
#include <sys/resource.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <iostream>

#include "fit/file/whole_file.hpp"
#include "revprof/launch/command.hpp"
#include "revprof/launch/options.hpp"
#include "revprof/launch/output_place.hpp"
#include "revprof/launch/run/process.hpp"
#include "revprof/launch/run/sweep_progress.hpp"
#include "revprof/launch/simulate/parts.hpp"
#include "revprof/launch/simulate/platform.hpp"
#include "revprof/launch/simulate/refined_grid.hpp"

namespace revprof {

namespace {

namespace fs = std::filesystem;
namespace po = boost::program_options;

constexpr const char* simulate_usage =
    "Usage: revprof simulate PLATFORM.xml -n P -o MODEL.json\n\n"
    "Makes the machine model of a machine that exists as a SimGrid platform file: characterize\n"
    "times its MPI calls under SimGrid's smpirun. Processes fill the platform's hosts in the "
    "order\n"
    "of the file. Beside the model stand its measurements (.csv) and what smpirun was told: "
    ".hosts,\n"
    ".flags and .grid (what is measured, one run of the simulator a line), for runs of your own.\n"
    "After Ctrl-C, or a crash, the same command goes on where it was (MODEL.parts holds what "
    "there\n"
    "is). A simulated machine computes in no time: the model has its communication alone. The "
    "exit\n"
    "code is 2 where nothing was started.\n\n"
    "Examples:\n"
    "  revprof simulate cluster.xml -n 64 -o cluster.json\n"
    "      a quarter of an hour of one core: the grid of --time-budget, then more sizes where\n"
    "      times jump\n"
    "  revprof simulate cluster.xml -n 64 -o cluster.json --time-budget 60\n"
    "      a coarser grid: fewer sizes and numbers of processes\n"
    "  revprof simulate nodes.xml --ranks-per-node 4 -n 32 --flags slow.flags -o nodes.json\n"
    "      four processes on a host; slow.flags: --cfg=smpi/os:0:3e-6:1e-10 and the like, one a "
    "line\n"
    "  revprof simulate cluster.xml -n 16 -o cluster.json --dry-run\n"
    "  smpirun -platform cluster.xml -hostfile cluster.hosts -np 16 $(cat cluster.flags) ./a.smpi\n"
    "      a program on the same simulated machine: what a prediction should come to. Without\n"
    "      smpi/auto-shared-malloc-thresh, which folds memory that a program may look at\n\n";

po::options_description simulate_options() {
  po::options_description options("Options");
  auto add = options.add_options();
  add("processes,n", po::value<std::string>()->value_name("P"),
      "number of simulated processes; default: as many as the platform has room for");
  add("output,o", po::value<std::string>()->value_name("FILE"),
      "the model to write; an existing one is replaced");
  add("ranks-per-node", po::value<std::string>()->value_name("R"),
      "processes on each host; default: one on each of its cores");
  add("time-budget", po::value<double>()->default_value(600)->value_name("SECONDS"),
      "of one core, for all measurements, roughly: how fine the grid is");
  add("grid", po::value<std::string>()->value_name("FILE"), "measure this instead");
  add("flags", po::value<std::string>()->value_name("FILE"),
      "more flags for smpirun, one a line; the same flag's default gives way");
  add("name", po::value<std::string>()->value_name("NAME"),
      "the machine's; default: the platform file's");
  add("description", po::value<std::string>()->default_value("")->value_name("TEXT"),
      "a sentence about the machine, for the datasheet");
  add("dry-run", po::bool_switch(), "write .hosts, .flags and .grid, and stop");
  add("help,h", "this page");
  return options;
}

// The files beside the model.
std::string beside(const std::string& model, const char* extension) {
  return fs::path(model).replace_extension(extension).string();
}

std::vector<std::string> files_written(const std::string& model) {
  std::vector<std::string> files = {model};
  for (const char* extension : {".csv", ".hosts", ".flags", ".grid"}) {
    files.push_back(beside(model, extension));
  }
  return files;
}

// As --dry-run has written it, say, and somebody has changed it: it stays as it is.
bool is_grid_in_place(const po::variables_map& chosen, const std::string& model) {
  std::error_code none_there;
  return chosen.count("grid") != 0 &&
         fs::equivalent(chosen["grid"].as<std::string>(), beside(model, ".grid"), none_there);
}

std::vector<std::string> files_read(const std::string& platform, const po::variables_map& chosen,
                                    const std::string& model) {
  std::vector<std::string> files = {platform};
  for (const char* option : {"flags", "grid"}) {
    if (chosen.count(option) != 0) files.push_back(chosen[option].as<std::string>());
  }
  if (is_grid_in_place(chosen, model)) files.pop_back();
  return files;
}

std::vector<std::string> places_on(const std::string& platform, const po::variables_map& chosen) {
  const std::vector<PlatformHost> hosts = platform_hosts(platform);
  const int ranks_per_node =
      chosen.count("ranks-per-node") == 0
          ? 0
          : positive("--ranks-per-node", chosen["ranks-per-node"].as<std::string>());
  const auto room = hosts_of_processes(hosts, ranks_per_node, std::string::npos);
  if (chosen.count("processes") == 0) return room;
  const auto wanted =
      static_cast<std::size_t>(positive("-n", chosen["processes"].as<std::string>()));
  if (wanted <= room.size()) return {room.begin(), room.begin() + static_cast<long>(wanted)};
  throw UsageError("simulate: -n " + std::to_string(wanted) + ": " + platform + " has room for " +
                   std::to_string(room.size()) + " (" + std::to_string(hosts.size()) + " hosts, " +
                   (ranks_per_node > 0 ? std::to_string(ranks_per_node) + " processes on each"
                                       : "a process on each core") +
                   "); --ranks-per-node puts more on each");
}

void expect_no_blank(const std::string& path) {
  if (path.find_first_of(" \t\n") == std::string::npos) return;
  throw UsageError("simulate: expected a path without blanks, which smpirun cannot take, found \"" +
                   path + '"');
}

SimulatedMachine machine_of(const std::string& platform, const po::variables_map& chosen) {
  SimulatedMachine machine;
  machine.platform = fs::absolute(platform).string();
  machine.places = places_on(platform, chosen);
  if (machine.places.size() < 2) {
    throw UsageError("simulate: expected at least 2 processes: nothing is sent by one alone");
  }
  machine.name = chosen.count("name") != 0 ? chosen["name"].as<std::string>()
                                           : fs::path(platform).stem().string();
  machine.description = chosen["description"].as<std::string>();
  machine.flags =
      simulator_flags(chosen.count("flags") != 0 ? read_flags(chosen["flags"].as<std::string>())
                                                 : std::vector<std::string>());
  const int processes = static_cast<int>(machine.places.size());
  machine.grid = chosen.count("grid") != 0
                     ? read_grid(chosen["grid"].as<std::string>())
                     : default_grid(processes, chosen["time-budget"].as<double>());
  return machine;
}

void write_beside(const SimulatedMachine& machine, const std::string& model,
                  const po::variables_map& chosen) {
  const auto lines = [](const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += word + '\n';
    return text;
  };
  write_file(beside(model, ".hosts"), lines(machine.places));
  write_file(beside(model, ".flags"), lines(machine.flags));
  if (!is_grid_in_place(chosen, model)) {
    write_file(beside(model, ".grid"), grid_text(machine.grid));
  }
}

// The last lines, where whatever stopped a program says why.
std::string last_lines(const std::string& text) {
  constexpr int most = 10;
  std::size_t begin = text.find_last_not_of('\n');
  for (int lines = 0; lines < most && begin != std::string::npos && begin > 0; ++lines) {
    begin = text.find_last_of('\n', begin - 1);
  }
  return begin == std::string::npos ? text : text.substr(begin + 1);
}

// Of a core, by all runs that have ended: what --time-budget is about, whatever else the host does.
double processor_seconds() {
  rusage usage = {};
  getrusage(RUSAGE_CHILDREN, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

std::string whole(double seconds) { return std::to_string(std::lround(seconds)) + " s"; }

// What tells it from the others on the screen.
std::string title(const SimulatedPart& part) {
  const auto& [calls, processes, bytes] = part.line;
  if (calls == start_up_call) return calls + ", " + processes + " processes";
  return bytes == "0" ? calls : calls + ", " + bytes + " bytes";
}

// 0, or the exit code of this program: 128 + the signal that stopped it.
int measure(const PartsFolder& folder, const SimulatedPart& part, const Simulator& simulator,
            SweepProgress& progress) {
  const auto begin = std::chrono::steady_clock::now();
  const double before = processor_seconds();
  const std::string name = title(part);
  const auto state = [&] {
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
    return std::to_string(folder.cells(part)) + " cells, " + whole(spent.count());
  };
  progress.begins(name);
  Started started;
  started.words = folder.command(part, simulator);
  started.each_second = [&] { progress.goes_on(name, state()); };
  const Ended ended = run_to_the_end(started);
  if (ended.signal_taken != 0) {
    progress.failed(name, "interrupted; the same command goes on from here");
    return 128 + ended.signal_taken;
  }
  if (ended.exit_code != 0) {
    progress.failed(name, "smpirun ended with exit code " + std::to_string(ended.exit_code) +
                              "; it said (" + folder.log(part) + "):\n" +
                              last_lines(read_file(folder.log(part))));
    return 1;
  }
  const std::string done = state() + ", " + whole(processor_seconds() - before) + " of a core";
  folder.keep(part);
  progress.ended(name, done);
  return 0;
}

// 0, or an exit code, as above.
int measure_what_is_left(const PartsFolder& folder, const SimulatedMachine& machine,
                         const Simulator& simulator) {
  std::vector<SimulatedPart> left;
  const std::vector<SimulatedPart> parts = parts_of(machine);
  for (const SimulatedPart& part : parts) {
    if (!folder.has_ended(part)) left.push_back(part);
  }
  if (left.empty()) return 0;
  std::cerr << "revprof: " << machine.places.size() << " processes on "
            << fs::path(machine.platform).filename().string() << "; " << left.size() << " of "
            << parts.size() << " runs of the simulator are left; Ctrl-C keeps what is measured\n";
  SweepProgress progress(left.size(), false);
  for (const SimulatedPart& part : left) {
    if (const int code = measure(folder, part, simulator, progress)) return code;
  }
  return 0;
}

// Both sides of messages' jumps, then three halvings of an octave: an eighth is narrow enough.
constexpr int most_refinements = 4;

}  // namespace

int simulate_command(const std::vector<std::string>& words) {
  const po::options_description options = simulate_options();
  po::options_description all;
  all.add(options).add_options()("platform", po::value<std::string>());
  po::positional_options_description positional;
  positional.add("platform", 1);
  const po::variables_map chosen = parse_options("simulate", words, all, positional);
  if (chosen.count("help") != 0) {
    std::cout << simulate_usage << options;
    return 0;
  }
  if (chosen.count("platform") == 0) throw UsageError("simulate: expected a file PLATFORM.xml");
  if (chosen.count("output") == 0) throw UsageError("simulate: expected -o MODEL.json");
  if (!(chosen["time-budget"].as<double>() > 0)) {
    throw UsageError("simulate: --time-budget: expected a number of seconds above 0");
  }
  const auto platform = chosen["platform"].as<std::string>();
  const auto model = chosen["output"].as<std::string>();
  expect_no_blank(model);
  expect_inputs_kept("simulate", files_read(platform, chosen, model), files_written(model));
  const SimulatedMachine machine = machine_of(platform, chosen);
  expect_no_blank(machine.platform);
  if (chosen["dry-run"].as<bool>()) {
    write_beside(machine, model, chosen);
    return 0;
  }
  const Simulator simulator = find_simulator();
  const PartsFolder folder(beside(model, ".parts"), machine);
  SimulatedMachine measured = machine;
  for (int pass = 0;; ++pass) {
    write_beside(measured, model, chosen);
    if (const int code = measure_what_is_left(folder, measured, simulator)) return code;
    if (chosen.count("grid") != 0 || pass == most_refinements) break;
    const auto more = refined_grid(measured.grid, folder.joined(parts_of(measured), ""));
    if (more.empty()) break;
    measured.grid.insert(measured.grid.end(), more.begin(), more.end());
  }
  std::string command = "revprof simulate " + fs::path(platform).filename().string();
  const std::string measurements = beside(model, ".csv");
  write_measurements(
      folder.joined(parts_of(measured), command + " -n " + std::to_string(machine.places.size())),
      measurements);
  std::cout << "Wrote " << measurements << '\n';
  const int code = fit_command({measurements, "-o", model, "--no-datasheet"});
  if (code == 0) folder.remove();
  return code;
}

}  // namespace revprof
