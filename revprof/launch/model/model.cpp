// SPDX-License-Identifier: BSD-3-Clause
// `revprof model`: checks model files, evaluates their calls, and makes their datasheets.
#include <filesystem>
#include <iostream>

#include "fit/datasheet/datasheet.hpp"
#include "fit/model/model_json.hpp"
#include "fit/model/plausibility.hpp"
#include "fit/model/self_consistency.hpp"
#include "revprof/launch/command.hpp"
#include "revprof/launch/model/model_eval.hpp"
#include "revprof/launch/model/model_table.hpp"
#include "revprof/launch/model/pdf.hpp"
#include "revprof/launch/model/shipped_models.hpp"
#include "revprof/launch/options.hpp"
#include "revprof/launch/output_place.hpp"

namespace revprof {

namespace po = boost::program_options;

namespace {

constexpr int some_are_wrong = 1;

constexpr const char* model_usage =
    "Usage: revprof model check FILE...\n"
    "       revprof model eval MACHINE CALL [-p P,...] [-d D,...] [--csv]\n"
    "       revprof model eval MACHINE operation.float_add.chain|memory.L2.read|... [-p Q,...]\n"
    "       revprof model eval MACHINE CALL --python|--gnuplot|--latex\n"
    "       revprof model datasheet FILE [-o DATASHEET.tex]\n\n"
    "check reads model files as a prediction would and names the place of what is wrong in them. "
    "Of\n"
    "a sound one it says what a prediction with it should know: messages whose time is assumed,\n"
    "calls measured for one process count, equations that are far off; and, as hints, where the\n"
    "machine contradicts itself: calls slower than others that together do the same, times that\n"
    "fall as d or p grows.\n"
    "eval says what a call takes: low, mean and high of the estimate, the pure equation, and the\n"
    "least and most that was measured there; or prints the equations as a function of p and d.\n"
    "Of computation, p are the processes of a node that do the same, d is a number of operations "
    "or\n"
    "loads, or bytes.\n"
    "datasheet makes the document that characterize and revprof fit make, of a model alone.\n\n"
    "Exit codes of check:\n"
    "  0  every file is a model of this version\n"
    "  1  one of them is not; the output says why\n\n"
    "Examples:\n"
    "  revprof model check machine.json\n"
    "      is it sound?\n"
    "  revprof model eval fugaku MPI_Allreduce -p 8,64,512 -d 8,1K,1M\n"
    "      nine times, as a table\n"
    "  revprof model eval machine.json MPI_Bcast --gnuplot\n"
    "      a function to plot beside one's own measurements\n"
    "  revprof model datasheet fugaku -o fugaku.tex\n"
    "      the datasheet of a shipped model\n\n";

int check(const std::vector<std::string>& names) {
  int exit_code = 0;
  for (const std::string& name : names) {
    try {
      const Model model = read_model(model_path(name));
      // What the format allows, and nobody can mean.
      if (const std::vector<std::string> flaws = implausible_equations(model); !flaws.empty()) {
        for (const std::string& flaw : flaws) std::cout << name << ": " << flaw << '\n';
        exit_code = some_are_wrong;
        continue;
      }
      std::cout << name << ": sound, " << model.calls.size() << " calls ";
      if (model.computation) {
        std::cout << "and " << model.computation->times.size() << " rows of computation ";
      }
      std::cout << "of " << model.machine.name << '\n';
      for (const std::string& hint : model_hints(model)) std::cout << "  note: " << hint << '\n';
      for (const std::string& hint : self_consistency_hints(model)) {
        std::cout << "  hint: " << hint << '\n';
      }
    } catch (const FileError& error) {
      std::cout << error.what() << '\n';
      exit_code = some_are_wrong;
    }
  }
  return exit_code;
}

int make_datasheet(const std::string& name, std::string file) {
  const std::string model_file = model_path(name);
  if (file.empty())
    file = std::filesystem::path(name).filename().replace_extension(".tex").string();
  const std::string beside = std::filesystem::path(file).replace_extension(".pdf").string();
  expect_inputs_kept("model", {model_file}, {file, beside});
  const Model model = read_model(model_file);
  write_datasheet(model, nullptr, file);
  std::cout << "Wrote " << file << '\n';
  try {
    const std::string pdf = pdf_or_warning(file);
    if (!pdf.empty()) std::cout << "Wrote " << pdf << '\n';
  } catch (const PdflatexMissing& missing) {
    std::cerr << "revprof: no PDF: " << missing.what() << '\n';
  }
  return 0;
}

}  // namespace

int model_command(const std::vector<std::string>& words) {
  po::options_description options("Options");
  options.add_options()("output,o", po::value<std::string>()->value_name("FILE"),
                        "of datasheet: the .tex file; the PDF is beside it")("help,h", "this page");
  po::options_description all;
  const po::options_description evals = eval_options();
  all.add(options).add(evals).add_options()("words", po::value<std::vector<std::string>>());
  po::positional_options_description positional;
  positional.add("words", -1);
  const po::variables_map chosen = parse_options("model", words, all, positional);
  if (chosen.count("help") != 0) {
    std::cout << model_usage << options << '\n' << evals;
    return 0;
  }
  std::vector<std::string> names;
  if (chosen.count("words") != 0) names = chosen["words"].as<std::vector<std::string>>();
  const std::string action = names.empty() ? "" : names.front();
  if (action != "check" && action != "datasheet" && action != "eval") {
    throw UsageError("model: expected check, eval or datasheet, found \"" + action + "\"");
  }
  names.erase(names.begin());
  const bool output = chosen.count("output") != 0;
  for (const char* option : {"processes", "bytes", "measurements"}) {
    if (action != "eval" && chosen.count(option) != 0) {
      throw UsageError(std::string("model: --") + option + " belongs to eval");
    }
  }
  if (action == "eval") {
    if (names.size() != 2 || output) throw UsageError("model: expected eval MACHINE CALL");
    return eval_model(names[0], names[1], chosen);
  }
  if (action == "check" && !names.empty() && !output) return check(names);
  if (action == "datasheet" && names.size() == 1) {
    return make_datasheet(names[0], output ? chosen["output"].as<std::string>() : "");
  }
  throw UsageError(action == "check" ? "model: expected check FILE..., without -o"
                                     : "model: expected datasheet FILE, one of them");
}

}  // namespace revprof
