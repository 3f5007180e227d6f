// SPDX-License-Identifier: BSD-3-Clause
// `revprof models`: which models there are, what they cover and how well.
#include <filesystem>
#include <iostream>

#include "fit/model/model_json.hpp"
#include "revprof/launch/command.hpp"
#include "revprof/launch/model/model_table.hpp"
#include "revprof/launch/model/shipped_models.hpp"
#include "revprof/launch/options.hpp"
#include "revprof/report/text/text_table.hpp"

namespace revprof {

namespace po = boost::program_options;

namespace {

constexpr const char* models_usage =
    "Usage: revprof models [MODEL...]\n\n"
    "Lists the models that come with revprof: how many MPI calls have an equation, for which\n"
    "numbers of processes p and bytes, how far the equations are from the measured points "
    "(median),\n"
    "and what messages between two processes rest on. Of each MODEL that is named, a shipped one "
    "or\n"
    "a file, it shows where it comes from and every call. Any command takes a shipped model by "
    "its\n"
    "name: --model fugaku.\n\n"
    "Examples:\n"
    "  revprof models\n"
    "      the list\n"
    "  revprof models orfeo machine.json\n"
    "      each call of a shipped model and of one of your own\n\n";

void show(const std::string& name) {
  const Model model = read_model(model_path(name));
  const Machine& machine = model.machine;
  std::cout << machine.name << (machine.description.empty() ? "" : ": " + machine.description)
            << '\n';
  for (const auto& [title, text] : {std::pair<const char*, std::string>{"MPI", machine.mpi},
                                    {"date", machine.date},
                                    {"ranks a node", std::to_string(machine.ranks_per_node)},
                                    {"times", machine.statistic},
                                    {"source", machine.source}}) {
    if (text.empty()) continue;
    const std::string label =
        std::string("  ") + title + std::string(14 - std::string(title).size(), ' ');
    std::cout << label << wrapped(text, label.size()) << '\n';
  }
  std::cout << '\n' << calls_table(model);
  for (const std::string& hint : model_hints(model)) {
    std::cout << "  note: " << wrapped(hint, 8) << '\n';
  }
}

}  // namespace

int models_command(const std::vector<std::string>& words) {
  po::options_description options("Options");
  options.add_options()("help,h", "this page");
  po::options_description all;
  all.add(options).add_options()("models", po::value<std::vector<std::string>>());
  po::positional_options_description positional;
  positional.add("models", -1);
  const po::variables_map chosen = parse_options("models", words, all, positional);
  if (chosen.count("help") != 0) {
    std::cout << models_usage << options;
    return 0;
  }
  if (chosen.count("models") != 0) {
    bool first = true;
    for (const std::string& name : chosen["models"].as<std::vector<std::string>>()) {
      if (!first) std::cout << '\n';
      show(name);
      first = false;
    }
    return 0;
  }
  std::vector<std::pair<std::string, Model>> models;
  for (const std::string& file : shipped_models()) {
    models.emplace_back(std::filesystem::path(file).stem().string(), read_model(file));
  }
  if (models.empty()) throw std::runtime_error("no models were installed with this revprof");
  std::cout << models_table(models);
  return 0;
}

}  // namespace revprof
