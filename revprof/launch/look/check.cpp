// SPDX-License-Identifier: BSD-3-Clause
// `revprof check`: what `revprof run` would see of a program, without running it.
#include <iostream>

#include "fit/model/model_json.hpp"
#include "revprof/launch/command.hpp"
#include "revprof/launch/look/check_output.hpp"
#include "revprof/launch/look/program_path.hpp"
#include "revprof/launch/model/shipped_models.hpp"
#include "revprof/launch/options.hpp"

namespace revprof {

namespace po = boost::program_options;

namespace {

constexpr int will_not_work = 1;

constexpr const char* check_usage =
    "Usage: revprof check [--model FILE] [options] [--] PROGRAM [ARGUMENTS]\n\n"
    "Looks into PROGRAM and its libraries without running it, and says\n"
    "  - which MPI it is linked with, and whether revprof gets before its calls;\n"
    "  - which MPI calls it can make, and with a model how each is predicted: by its own\n"
    "    equation, by that of a stand-in, by an assumed time, at no cost, or not at all;\n"
    "  - which clocks it reads that are not simulated.\n"
    "Of a script only the interpreter is looked at; what a program loads while it runs is not,\n"
    "unless --with names it. ARGUMENTS are ignored.\n\n"
    "Exit codes:\n"
    "  0  revprof run can start it, and sees its MPI calls as far as can be known beforehand\n"
    "  1  a prediction is not possible; the output says why\n"
    "  2  nothing could be said: no such program, an unreadable model, a wrong option\n\n"
    "Examples:\n"
    "  revprof check ./a.out\n"
    "      which calls it can make, and whether a run would see them\n"
    "  revprof check --model machine.json lmp\n"
    "      which equations a prediction of an installed program would rest on\n"
    "  revprof check --with /usr/lib/python3/dist-packages/mpi4py/MPI.*.so python3\n"
    "      with a library that the program loads while it runs\n"
    "  revprof check --json --model machine.json ./a.out | jq -r '.calls[].call'\n"
    "      for programs; revprof/launch/COMPARE.md has the format\n\n";

struct Chosen {
  po::variables_map options;
  std::string program;
};

// PROGRAM stands behind the options or behind "--"; the words behind it are its own.
Chosen read_words(const std::vector<std::string>& words, const po::options_description& options) {
  const ProgramLine line = split_program_line(words);
  po::options_description all;
  all.add(options).add_options()("program", po::value<std::vector<std::string>>());
  po::positional_options_description positional;
  positional.add("program", -1);
  Chosen chosen{parse_options("check", line.options, all, positional), ""};
  if (chosen.options.count("program") != 0) {
    chosen.program = chosen.options["program"].as<std::vector<std::string>>()[0];
  } else if (!line.program.empty()) {
    chosen.program = line.program[0];
  }
  return chosen;
}

// What a run would be started with, or why it could not be.
RunHost find_host(const po::variables_map& chosen, const ProgramLook& look) {
  RunHost host;
  const char* missing = "other_mpi";
  try {
    host.mpi = chosen_mpi(chosen, look);
    missing = "no_library";
    host.library = chosen_library(chosen, *host.mpi, look);
    missing = "no_launcher";
    host.launcher = chosen_launcher(chosen, *host.mpi, look).path;
  } catch (const UsageError&) {
    throw;
  } catch (const std::runtime_error& error) {
    host.obstacle = {missing, error.what()};
  }
  return host;
}

// Empty: none, and equations are then not looked up.
std::string model_file(const po::variables_map& chosen) {
  if (chosen.count("model") != 0) return model_path(chosen["model"].as<std::string>());
  return model_path(Settings::from_environment().text("model"));
}

}  // namespace

int check_command(const std::vector<std::string>& words) {
  po::options_description options("Options");
  options.add_options()("model", po::value<std::string>()->value_name("FILE"),
                        "machine model (JSON) whose equations are looked up; also by MODEL or "
                        "REVPROF_MODEL")(
      "with", po::value<std::vector<std::string>>()->value_name("FILE"),
      "a library that PROGRAM loads while it runs; again for each further one")(
      "json", po::bool_switch(), "write JSON")("help,h", "this page");
  options.add(host_options());
  const Chosen chosen = read_words(words, options);
  if (chosen.options.count("help") != 0) {
    std::cout << check_usage << options;
    return 0;
  }
  if (chosen.program.empty()) throw UsageError("check: no program: expected revprof check PROGRAM");
  std::vector<std::string> loaded;
  if (chosen.options.count("with") != 0) {
    loaded = chosen.options["with"].as<std::vector<std::string>>();
  }
  const std::string file = model_file(chosen.options);
  std::optional<Model> model;
  if (!file.empty()) model = read_model(file);

  const ProgramLook look = look_into(find_program(chosen.program), loaded);
  ProgramReport report =
      report_on(look, find_host(chosen.options, look), model ? &*model : nullptr);
  report.model_file = file;
  std::cout << (chosen.options["json"].as<bool>() ? check_json(report) : check_text(report));
  return report.preloading == Preloading::fails ? will_not_work : 0;
}

}  // namespace revprof
