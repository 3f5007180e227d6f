// SPDX-License-Identifier: BSD-3-Clause
// Boost.Program_options descriptions made from the table of settings, and their reading.
#include "revprof/launch/options.hpp"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <limits>

#include "fit/file/option_value.hpp"
#include "revprof/launch/command.hpp"
#include "revprof/launch/host/further_programs.hpp"
#include "revprof/launch/host/host_gasp.hpp"
#include "revprof/launch/host/host_mpi.hpp"
#include "revprof/launch/host/host_shmem.hpp"
#include "revprof/launch/host/preload.hpp"
#include "revprof/launch/look/mpi_family.hpp"
#include "revprof/launch/look/program_files.hpp"
#include "revprof/launch/look/program_path.hpp"
#include "revprof/launch/look/unseen_calls.hpp"
#include "revprof/launch/model/shipped_models.hpp"
#include "revprof/launch/near_word.hpp"

namespace revprof {

namespace po = boost::program_options;

ProgramLine split_program_line(const std::vector<std::string>& words) {
  const auto separator = std::find(words.begin(), words.end(), "--");
  ProgramLine line;
  line.options.assign(words.begin(), separator);
  if (separator != words.end()) line.program.assign(separator + 1, words.end());
  return line;
}

namespace {

// `--quiet` alone is `--quiet 1`.
std::vector<std::string> with_switches(const std::vector<std::string>& words) {
  std::vector<std::string> full;
  for (std::size_t i = 0; i < words.size(); ++i) {
    full.push_back(words[i]);
    const bool is_switch =
        std::any_of(all_settings().begin(), all_settings().end(), [&](const Setting& setting) {
          return words[i] == std::string("--") + setting.name && setting.type.is_switch();
        });
    const bool has_value = i + 1 < words.size() && words[i + 1].compare(0, 1, "-") != 0;
    if (is_switch && !has_value) full.push_back("1");
  }
  return full;
}

}  // namespace

po::variables_map parse_options(const std::string& command, const std::vector<std::string>& words,
                                const po::options_description& options,
                                const po::positional_options_description& positional) {
  try {
    const int exact = po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
    const po::parsed_options parsed = po::command_line_parser(with_switches(words))
                                          .options(options)
                                          .positional(positional)
                                          .style(exact)
                                          .run();
    po::variables_map chosen;
    po::store(parsed, chosen);
    return chosen;
  } catch (const po::too_many_positional_options_error&) {
    throw UsageError(command + ": a word too many (a program to start stands behind --; see `" +
                     "revprof " + command + " --help`)");
  } catch (const po::unknown_option& error) {
    std::vector<std::string> known;
    for (const auto& option : options.options()) known.push_back("--" + option->long_name());
    throw UsageError(command + ": " + error.what() + did_you_mean(error.get_option_name(), known) +
                     " (see `revprof " + command + " --help`)");
  } catch (const po::error& error) {
    const bool is_value = dynamic_cast<const po::invalid_option_value*>(&error) != nullptr;
    throw UsageError(command + ": " + error.what() + (is_value ? expected_value : "") +
                     " (see `revprof " + command + " --help`)");
  }
}

po::options_description setting_options(const std::vector<std::string>& without) {
  po::options_description options("Settings (each is also an environment variable, REVPROF_X)");
  for (const Setting& setting : all_settings()) {
    if (std::find(without.begin(), without.end(), setting.name) != without.end()) continue;
    std::string help = setting.help;
    if (*setting.default_value != '\0') {
      help += std::string(" (default: ") + setting.default_value + ")";
    }
    const std::string short_name = std::string(setting.name) == "output" ? ",o" : "";
    options.add_options()((setting.name + short_name).c_str(),
                          po::value<std::string>()->value_name(setting.type.argument),
                          help.c_str());
  }
  return options;
}

Settings chosen_settings(const po::variables_map& chosen) {
  Settings settings = Settings::from_environment();
  static bool warned = false;  // a command may ask for the settings more than once
  for (const std::string& warning : settings.warnings()) {
    if (!warned) std::cerr << "revprof: warning: " << warning << '\n';
  }
  warned = true;
  for (const Setting& setting : all_settings()) {
    if (chosen.count(setting.name) == 0) continue;
    // `revprof sweep` takes several models, and sets each one in turn.
    const auto* text = boost::any_cast<std::string>(&chosen[setting.name].value());
    if (text != nullptr) settings.set(setting.name, *text);
  }
  settings.set("model", model_path(settings.text("model")));
  return settings;
}

void set_default(Settings& settings, const po::variables_map& chosen, const std::string& name,
                 const std::string& value) {
  if (chosen.count(name) == 0 && std::getenv(environment_name(name).c_str()) == nullptr) {
    settings.set(name, value);
  }
}

po::options_description host_options() {
  po::options_description options("This host");
  const auto* empty = "";
  options.add_options()("mpi", po::value<std::string>()->default_value("auto"),
                        "openmpi or mpich; auto: what the program is linked with, and for scripts "
                        "what mpirun belongs to")(
      "launcher", po::value<std::string>()->default_value("auto"),
      "mpirun or srun; auto: mpirun, inside a Slurm allocation without it srun")(
      "mpirun", po::value<std::string>()->default_value(empty, "from PATH"), "the launcher")(
      "mpirun-args", po::value<std::string>()->value_name("\"ARGS\"")->default_value(empty, "none"),
      "more for the launcher, such as \"--host a,b\"")(
      "library", po::value<std::string>()->value_name("FILE")->default_value(empty, "../lib"),
      "the library to put before the program's MPI calls");
  return options;
}

const HostMpi* chosen_mpi(const po::variables_map& chosen, const ProgramLook& look) {
  const HostMpi* const linked = look.mpi;
  const auto& option = chosen["mpi"].as<std::string>();
  const HostMpi* const named = host_mpi_named(option);
  if (named != nullptr && linked != nullptr && named != linked) {
    throw std::runtime_error(look.path + ": linked with " + linked->name + " (" +
                             look.mpi_library().name + "), not with --mpi " + option);
  }
  if (linked != nullptr) return linked;
  if (named != nullptr) return named;
  const bool srun = chosen["launcher"].as<std::string>() == "srun";
  return &host_mpi_of_launcher(srun ? "" : chosen["mpirun"].as<std::string>());
}

std::string chosen_library(const po::variables_map& chosen, const HostMpi& mpi,
                           const ProgramLook& look) {
  const auto& wanted = chosen["library"].as<std::string>();
  const std::string linked = gasp_library(look.libraries);
  if (wanted.empty() && !linked.empty()) return linked;
  const std::string library = find_library(mpi, wanted);
  if (wanted.empty() && has_openshmem(look.libraries)) return shmem_library_beside(library);
  return wanted.empty() ? library_for(mpi, library, look.mpi_library()) : library;
}

Launcher chosen_launcher(const po::variables_map& chosen, const HostMpi& mpi,
                         const ProgramLook& look) {
  const bool is_upc = look.mpi == nullptr && !gasp_library(look.libraries).empty();
  if (is_upc) return find_upcrun(chosen["mpirun"].as<std::string>());
  return find_launcher(mpi, chosen["launcher"].as<std::string>(),
                       chosen["mpirun"].as<std::string>());
}

namespace {

void note_unseen_calls(const ProgramLook& look, const Launch& launch) {
  const std::string note = unseen_calls_note(look, *launch.mpi, launch.library);
  if (!note.empty()) std::cerr << "revprof: note: " << note << '\n';
}

// Programs behind ":" have the first one's MPI, and its library before theirs.
void check_further_programs(const Launch& launch) {
  for (const FurtherProgram& further : further_programs(launch.program)) {
    if (further.program.empty()) continue;
    const std::string path = find_program(further.program);
    if (path == launch.path) continue;
    const ProgramLook look = check_program(path);
    if (look.mpi != nullptr && look.mpi != launch.mpi) {
      throw std::runtime_error(look.path + ": expected " + launch.mpi->name + ", as " +
                               launch.program[0] + " is started by, found " + look.mpi->name);
    }
    note_unseen_calls(look, launch);
  }
}

}  // namespace

Launch prepare_launch(const po::variables_map& chosen, const std::vector<std::string>& program) {
  if (program.empty()) {
    throw UsageError("no program: expected it, and its arguments, behind -- (-- ./a.out 1000)");
  }
  Launch launch;
  launch.settings = chosen_settings(chosen);
  launch.program = program;
  launch.path = find_program(program[0]);
  const ProgramLook look = check_program(launch.path);
  launch.openshmem = has_openshmem(look.libraries);
  for (const ProgramFile& file : program_files(look.path, look.elf, look.libraries)) {
    if (!look.is_script() && file.path != look.path) launch.code.push_back(file.path);
  }
  launch.mpi = chosen_mpi(chosen, look);
  launch.library = chosen_library(chosen, *launch.mpi, look);
  note_unseen_calls(look, launch);
  check_further_programs(launch);
  const char* const present = std::getenv("LD_PRELOAD");
  launch.preload = preload(launch.library, present != nullptr ? present : "", look.libraries);
  launch.launcher = chosen_launcher(chosen, *launch.mpi, look);
  launch.launcher_arguments = po::split_unix(chosen["mpirun-args"].as<std::string>());
  return launch;
}

int positive(const std::string& option, const std::string& text) {
  const bool digits = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
  constexpr int most = std::numeric_limits<int>::max();
  const std::size_t first = digits ? text.find_first_not_of('0') : std::string::npos;
  if (first == std::string::npos) {
    throw UsageError(option + ": expected a whole number of at least 1, found \"" + text + "\"");
  }
  if (text.size() - first > 10 || std::stoll(text.substr(first)) > most) {
    throw UsageError(option + ": " + text.substr(first) + " is too many, expected at most " +
                     std::to_string(most));
  }
  return std::stoi(text.substr(first));
}

}  // namespace revprof
