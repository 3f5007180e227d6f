// SPDX-License-Identifier: BSD-3-Clause
// `revprof trace`: other formats of a run's traces.
#include <iomanip>
#include <iostream>
#include <sstream>
#include <tuple>

#include "revprof/launch/command.hpp"
#include "revprof/launch/options.hpp"
#include "revprof/launch/output_place.hpp"
#include "revprof/launch/run/conversions.hpp"
#include "revprof/trace/plain/factory.hpp"
#include "revprof/trace/results/run_directory.hpp"

namespace revprof {

namespace po = boost::program_options;

namespace {

std::string trace_usage() {
  std::ostringstream text;
  text
      << "Usage: revprof trace DIR --to FORMATS [options]\n\n"
         "Converts the traces of a run for other tools. Also works for a run that was interrupted, "
         "and\n"
         "on the traces of some processes or some time only (here, or with `revprof run\n"
         "--trace-processes` and `--trace-window`). Formats:\n";
  for (const ConvertedFormat& format : all_converted_formats()) {
    text << "  " << std::left << std::setw(8) << format.name << std::setw(64) << format.what
         << "DIR/" << format.output << '\n';
  }
  text << "\n`revprof run --trace chrome,otf2` does the same at the end of the run.\n\n"
          "Examples:\n"
          "  revprof trace revprof-out --to chrome\n"
          "      writes revprof-out/trace.json\n"
          "  revprof trace revprof-out --to otf2 -o stencil --processes 0-3,7\n"
          "      an archive of five processes; open stencil/traces.otf2\n"
          "  revprof trace revprof-out --to chrome --window 1.5ms-2ms\n"
          "      what happens, or goes on, in that half of a millisecond of predicted time\n\n";
  return text.str();
}

// "chrome, otf2, paje".
std::string names_of_formats() {
  std::string names;
  for (const ConvertedFormat& format : all_converted_formats()) {
    names += (names.empty() ? "" : ", ") + std::string(format.name);
  }
  return names;
}

// What a parser of another folder refuses, as an error of this option.
template <class Parse>
auto parsed(const std::string& option, const std::string& text, Parse parse) {
  try {
    return parse(text);
  } catch (const std::runtime_error& error) {
    throw UsageError("trace: --" + option + ": " + error.what());
  }
}

std::vector<std::string> wanted_formats(const po::variables_map& chosen) {
  if (chosen.count("to") == 0) {
    throw UsageError("trace: expected --to and a format: " + names_of_formats());
  }
  try {
    return parse_list(converted_formats(trace_formats()), chosen["to"].as<std::string>());
  } catch (const std::runtime_error& error) {
    throw UsageError(std::string("trace: --to: ") + error.what());
  }
}

}  // namespace

int trace_command(const std::vector<std::string>& words) {
  po::options_description options("Options");
  options.add_options()("to", po::value<std::string>()->value_name("FORMATS"),
                        (names_of_formats() + "; several between commas").c_str())(
      "output,o", po::value<std::string>()->value_name("FILE"),
      "write there (for otf2 a directory); an older conversion is replaced")(
      "processes", po::value<std::string>()->value_name("RANKS")->default_value("all"),
      "only these, such as 0-3,7")(
      "window", po::value<std::string>()->value_name("FROM-TO")->default_value("all"),
      "only what touches that stretch of predicted time, such as 0.1s-0.2s or 150us-")("help,h",
                                                                                       "this page");
  po::options_description all;
  all.add(options).add_options()("directory", po::value<std::string>());
  po::positional_options_description positional;
  positional.add("directory", 1);
  const po::variables_map chosen = parse_options("trace", words, all, positional);
  if (chosen.count("help") != 0) {
    std::cout << trace_usage() << options;
    return 0;
  }
  if (chosen.count("directory") == 0) throw UsageError("trace: expected the directory of a run");
  const std::vector<std::string> formats = wanted_formats(chosen);
  if (formats.size() > 1 && chosen.count("output") != 0) {
    throw UsageError("trace: --output names one file: expected one format");
  }
  Selection selection;
  selection.ranks = parsed("processes", chosen["processes"].as<std::string>(), parse_ranks);
  std::tie(selection.from, selection.to) =
      parsed("window", chosen["window"].as<std::string>(), parse_window);

  const std::string directory = chosen["directory"].as<std::string>();
  const std::string beyond = why_beyond_the_end(directory, selection.from);
  if (!beyond.empty()) throw UsageError("trace: --window: " + beyond);
  if (chosen.count("output") != 0) {
    expect_inputs_kept("trace", files_of_run(directory), {chosen["output"].as<std::string>()});
  }
  const RunTraces traces = traces_of(directory, selection);
  const Target target = target_of(directory, "");
  for (const std::string& format : formats) {
    const std::string output = chosen.count("output") != 0 ? chosen["output"].as<std::string>()
                                                           : default_output(directory, format);
    const std::string made = convert(traces, target, format, output);
    std::cout << "Wrote " << made << '\n';
  }
  return 0;
}

}  // namespace revprof
