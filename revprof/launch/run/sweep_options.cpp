// SPDX-License-Identifier: BSD-3-Clause
// The page of `revprof sweep`, its options and what they ask for.
#include "revprof/launch/run/sweep_options.hpp"

#include <cstdlib>
#include <filesystem>
#include <map>

#include "revprof/launch/command.hpp"
#include "revprof/launch/host/host_room.hpp"
#include "revprof/launch/model/shipped_models.hpp"
#include "revprof/launch/options.hpp"

namespace revprof {

namespace po = boost::program_options;
namespace fs = std::filesystem;

namespace {

constexpr const char* how_to_sweep =
    "Usage: revprof sweep --model FILE [--model FILE ...] -n P,P,... [settings]\n"
    "                     -- PROGRAM [ARGUMENTS]\n\n"
    "Predicts PROGRAM with each number of processes, each combination of the values that --arg\n"
    "gives its arguments, and each model, and shows how it scales: times with their bands, "
    "speed-up\n"
    "and efficiency, how far more processes pay, and which call takes what they lose. Tables, "
    "graph\n"
    "and page (sweep.csv, -parts.csv, .svg, .tex, .html, and .pdf where LaTeX is installed) go "
    "into a\n"
    "directory (revprof-sweep) that also keeps every run (p1, p2, ...), with what it printed.\n\n"
    "{processes} in the program's words becomes the number of processes, {n} the value of --arg\n"
    "n=...; {1000*processes} is a product. Another name is an error; {{n}} passes {n} on.\n"
    "With --weak the work grows with the processes: an --arg then has a value for each number of\n"
    "them, and the efficiency is the time of the fewest processes over that of more. With one\n"
    "number of processes and one --arg the sweep is over that argument.\n\n"
    "Runs that the directory holds already are not made again (same program, arguments, model and\n"
    "settings; what files the program reads is not known: --force). A run that fails, or ends "
    "without\n"
    "a prediction, is reported and the others go on; the exit code is then 1. Ctrl-C stops and "
    "shows what is done; the same "
    "command\n"
    "goes on from there.\n\n"
    "Examples:\n"
    "  revprof sweep --model machine.json -n 1,2,4,8,16 -- ./a.out 1000\n"
    "      strong scaling of ./a.out\n"
    "  revprof sweep --weak --model machine.json -n 1,2,4,8 -- ./a.out {1000*processes}\n"
    "      weak scaling: 1000 elements for each process\n"
    "  revprof sweep --weak --model machine.json -n 1,4,16 --arg n=512,1024,2048 -- ./grid {n}\n"
    "      weak scaling of a square\n"
    "  revprof sweep --model a.json --model b.json -n 2,4,8 --arg n=100,200 -o two -- ./a.out {n}\n"
    "      two sizes on two machines, into the directory two\n"
    "  revprof sweep --model machine.json -n 16 --arg n=100,200,400,800 -- ./a.out {n}\n"
    "      over the size, with 16 processes\n"
    "  revprof sweep --scenario whatif.json -n 1,2,4 -- ./a.out\n"
    "      one curve for each lane of the scenario\n\n";

std::vector<std::string> chosen_models(const po::variables_map& chosen, const Settings& settings) {
  if (chosen.count("model") == 0) return {settings.text("model")};
  std::vector<std::string> models;
  std::map<std::string, std::string> by_name;
  for (const std::string& name : chosen["model"].as<std::vector<std::string>>()) {
    models.push_back(model_path(name));
    const std::string stem = fs::path(models.back()).stem().string();
    if (!by_name.emplace(stem, models.back()).second) {
      throw UsageError("sweep: two models are named " + stem);
    }
  }
  return models;
}

}  // namespace

const char* sweep_usage() { return how_to_sweep; }

po::options_description sweep_options() {
  po::options_description options("The sweep");
  options.add_options()("processes,n", po::value<std::string>()->value_name("P,P,..."),
                        "numbers of processes")(
      "arg", po::value<std::vector<std::string>>()->value_name("NAME=V,V,..."),
      "values for {NAME} in the program's words; again for each further one")(
      "weak", po::bool_switch(), "the work grows with the processes")(
      "model", po::value<std::vector<std::string>>()->value_name("FILE"),
      "machine model (JSON); again for each further machine")(
      "output,o", po::value<std::string>()->value_name("DIR"),
      "where the results go (default: revprof-sweep); one that holds the same program's sweep is "
      "continued, another one is kept and DIR.2, DIR.3, ... is used")(
      "force", po::bool_switch(), "make every run again")("help,h", "this page");
  add_room_option(options);
  return options.add(setting_options({"model", "output", "measure", "output-exists", "visits"}))
      .add(host_options());
}

SweepRange chosen_range(const po::variables_map& chosen, const std::vector<std::string>& program) {
  if (chosen.count("processes") == 0) {
    throw UsageError("sweep: no numbers of processes: expected -n P,P,...");
  }
  SweepRange range;
  range.program = program;
  range.processes = read_process_counts(chosen["processes"].as<std::string>());
  range.weak = chosen["weak"].as<bool>();
  if (chosen.count("arg") != 0) {
    for (const std::string& text : chosen["arg"].as<std::vector<std::string>>()) {
      range.arguments.push_back(read_placeholder(text));
    }
  }
  range.models = chosen_models(chosen, chosen_settings(chosen));
  return range;
}

std::string sweep_directory(const po::variables_map& chosen) {
  if (chosen.count("output") != 0) return chosen["output"].as<std::string>();
  const char* environment = std::getenv("REVPROF_OUTPUT");
  return environment == nullptr ? "revprof-sweep" : environment;
}

}  // namespace revprof
