// SPDX-License-Identifier: BSD-3-Clause
// `revprof flags`: what a compiler must be told so that a program counts its computation.
#include <unistd.h>

#include <filesystem>
#include <iostream>
#include <stdexcept>

#include "revprof/counted/processor_cycles.hpp"
#include "revprof/launch/command.hpp"
#include "revprof/launch/options.hpp"

namespace revprof {

namespace {

namespace fs = std::filesystem;
namespace po = boost::program_options;

constexpr const char* flags_usage =
    "Usage: revprof flags [OPTIONS]\n\n"
    "Prints options for mpicc, mpicxx and mpif90 (GCC, x86-64). A program that is compiled with\n"
    "them counts the instructions that it executes, in a register that is kept for that, and\n"
    "`revprof run` charges them (--compute counted, which is then the default): the same in every\n"
    "run, on any load. It needs no library, runs without revprof as before, and may be linked "
    "with\n"
    "what is compiled without; a summary says how much of its code counts.\n\n"
    "With --cpu it counts cycles of a processor that need not be here, as LLVM's llvm-mca knows\n"
    "its pipelines, and `revprof run --ghz F` charges them: what misses the first cache is in "
    "lane\n"
    "high alone, by the bytes moved and the model's main memory.\n\n"
    "Examples:\n"
    "  revprof flags\n"
    "      the options by themselves\n"
    "  mpicc $(revprof flags) -O2 -o prog prog.c && revprof run --model machine.json -n 16 -- "
    "./prog\n"
    "      a program that counts, and its prediction\n"
    "  mpif90 $(revprof flags) -O3 -o solver *.f90\n"
    "  mpicxx $(revprof flags --functions --without-files /usr/) -O2 solver.cpp\n"
    "      each of its functions a region, too\n"
    "  mpicc $(revprof flags --cpu znver3) -O2 -o prog prog.c && revprof run --ghz 3.4 ... -- "
    "./prog\n"
    "      computation as on an EPYC of the third generation at 3.4 GHz\n"
    "  cmake -DCMAKE_CXX_FLAGS=\"$(revprof flags)\" -DCMAKE_CXX_COMPILER=mpicxx ..\n\n";

// GCC takes what is called `as` there for its assembler.
fs::path assembler_folder() {
  const fs::path here = fs::read_symlink("/proc/self/exe").parent_path();
  for (const char* folder : {"../libexec/revprof", REVPROF_ASSEMBLER_FOLDER}) {
    const fs::path candidate = (here / folder).lexically_normal();
    if (access((candidate / "as").c_str(), X_OK) == 0) return candidate;
  }
  throw std::runtime_error((here / REVPROF_ASSEMBLER_FOLDER / "as").lexically_normal().string() +
                           ": expected revprof's assembler, which counts, found none; install "
                           "revprof anew");
}

std::string function_flags(const po::variables_map& chosen) {
  std::string flags = chosen["functions"].as<bool>() ? " -finstrument-functions" : "";
  for (const auto& [option, flag] :
       {std::pair("without", "-finstrument-functions-exclude-function-list="),
        std::pair("without-files", "-finstrument-functions-exclude-file-list=")}) {
    if (chosen.count(option) == 0) continue;
    const auto list = chosen[option].as<std::string>();
    if (flags.empty())
      throw UsageError(std::string("flags: expected --functions beside --") + option);
    if (list.empty() || list.find_first_of(" \t\n") != std::string::npos) {
      throw UsageError(std::string("flags: --") + option +
                       ": expected names between commas, without blanks, found \"" + list + "\"");
    }
    flags += std::string(" ") + flag + list;
  }
  return flags;
}

std::string processor_flags(const po::variables_map& chosen) {
  if (chosen.count("cpu") == 0) return "";
  const auto processor = chosen["cpu"].as<std::string>();
  try {
    check_processor(processor);
  } catch (const std::runtime_error& error) {
    throw UsageError(std::string("flags: --cpu: ") + error.what());
  }
  return " -ffixed-r14 -Wa,--revprof-processor=" + processor;
}

}  // namespace

int flags_command(const std::vector<std::string>& words) {
  po::options_description options("Options");
  options.add_options()("cpu", po::value<std::string>()->value_name("NAME"),
                        "count the cycles of this processor, such as znver3 or icelake-server "
                        "(help: which are known)")(
      "functions", po::bool_switch(),
      "make every function a region: the predicted time of each, and of those "
      "that it calls, in `revprof report`")(
      "without", po::value<std::string>()->value_name("NAMES"),
      "with --functions: but for those with one of these in their name, such as get,operator")(
      "without-files", po::value<std::string>()->value_name("FILES"),
      "with --functions: but for those in files with one of these in their path, such as /usr/")(
      "help,h", "this page");
  const po::variables_map chosen = parse_options("flags", words, options);
  if (chosen.count("help") != 0) {
    std::cout << flags_usage << options;
    return 0;
  }
  if (chosen.count("cpu") != 0 && chosen["cpu"].as<std::string>() == "help") {
    for (const std::string& processor : known_processors()) std::cout << processor << '\n';
    return 0;
  }
  const std::string folder = assembler_folder().string();
  if (folder.find_first_of(" \t\n") != std::string::npos) {
    throw std::runtime_error(folder +
                             ": expected a folder without blanks in its name, which the "
                             "shell would split");
  }
  // All or none: a compiler that gets some of them makes a program that counts something else.
  const std::string more = processor_flags(chosen) + function_flags(chosen);
  // Whoever calls a function must not know which registers it leaves alone: one more is used.
  std::cout << "-B" << folder << " -ffixed-r15 -fno-ipa-ra" << more << '\n';
  return 0;
}

}  // namespace revprof
