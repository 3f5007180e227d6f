// SPDX-License-Identifier: BSD-3-Clause
// `revprof fit`: from a file of measurements to a machine model and its datasheet.
#include "fit/fit/fit.hpp"

#include <filesystem>
#include <iostream>

#include "fit/datasheet/datasheet.hpp"
#include "fit/file/whole_file.hpp"
#include "fit/fit/profile_fit.hpp"
#include "fit/measurements/segment_times.hpp"
#include "fit/model/model_json.hpp"
#include "revprof/launch/command.hpp"
#include "revprof/launch/model/fit_table.hpp"
#include "revprof/launch/model/import_options.hpp"
#include "revprof/launch/model/pdf.hpp"
#include "revprof/launch/model/profile_table.hpp"
#include "revprof/launch/options.hpp"
#include "revprof/launch/output_place.hpp"

namespace revprof {

namespace fs = std::filesystem;
namespace po = boost::program_options;

namespace {

constexpr const char* fit_usage =
    "Usage: revprof fit MEASUREMENTS.csv... -o MODEL.json [options]\n"
    "       revprof fit --import osu|imb|csv FILES -o MODEL.json [options]\n\n"
    "Fits an equation to every call that was measured and writes the machine model and its\n"
    "datasheet. The table shows, for every call, how far the equations are from the measured\n"
    "points (relative error; and where each process count in turn is left out of the fit) and how\n"
    "many of the points lie inside the band.\n\n"
    "Several files of measurements become one model. With --import the files are what another\n"
    "benchmark printed; what of them has no meaning for a model is named and left out.\n\n"
    "Examples:\n"
    "  revprof fit machine.csv -o machine.json\n"
    "      fits what characterize measured; writes machine.json, machine.tex and machine.pdf\n"
    "  revprof fit machine.csv -o howell.json --fit howell --no-datasheet\n"
    "      Howell's recipe of 1996, literally, and both fits beside each other\n"
    "  revprof fit app.profile -o app.profile.json\n"
    "      the segments of a program, as `revprof profile` has timed them: what --profile takes\n"
    "  revprof fit --import imb imb.out -o machine.json\n"
    "      a model of a log of the Intel MPI Benchmarks\n"
    "  revprof fit --import osu osu_allreduce_np64.out osu_latency.out -o machine.json\n"
    "      OSU's tables do not say how many processes ran: the name does, or --procs 64\n"
    "  revprof fit --import csv bench.csv --call MPI_Bcast --save bcast.csv\n"
    "      --columns processes=np,bytes=size,median=avg_us --where algorithm=0\n"
    "      reads a table; revprof fit bcast.csv allreduce.csv -o machine.json then joins two\n\n";

FitResult fitted(const Measurements& measurements, FitOptions::Method method, double confidence) {
  FitOptions options;
  options.method = method;
  options.confidence = confidence;
  return fit_model(measurements, options);
}

po::options_description fit_options() {
  po::options_description options("Options");
  options.add_options()("output,o", po::value<std::string>()->value_name("FILE"),
                        "the model to write; an existing one is replaced")(
      "fit", po::value<std::string>()->default_value("revprof")->value_name("revprof|howell"),
      "how to fit: robustly on log t with regimes found by search, or as in the paper")(
      "confidence", po::value<double>()->default_value(0.95, "0.95")->value_name("SHARE"),
      "share of points that the band is meant to hold")(
      "datasheet", po::bool_switch(),
      "build the datasheet's PDF, however many graphs it has (the default up to 150)")(
      "no-datasheet", po::bool_switch(), "write the model only")("help,h", "this page");
  return options;
}

void check(const po::variables_map& chosen) {
  if (chosen.count("measurements") == 0) {
    throw UsageError("fit: expected a file of measurements (machine.csv)");
  }
  if (chosen.count("output") == 0 && chosen.count("save") == 0) {
    throw UsageError("fit: expected -o MODEL.json (or --save MEASUREMENTS.csv)");
  }
  if (chosen["datasheet"].as<bool>() && chosen["no-datasheet"].as<bool>()) {
    throw UsageError("fit: --datasheet and --no-datasheet exclude each other");
  }
  const std::string method = chosen["fit"].as<std::string>();
  if (method != "revprof" && method != "howell") {
    throw UsageError("fit: --fit: expected revprof or howell, found \"" + method + "\"");
  }
  const double confidence = chosen["confidence"].as<double>();
  if (!(confidence > 0 && confidence < 1)) {
    throw UsageError("fit: --confidence: expected a number between 0 and 1");
  }
}

// Beside the model, which is there already. Without LaTeX there is the .tex file alone, which is no
// error; and so where nobody asked for what takes LaTeX minutes.
void print_datasheet(const Model& model, const Measurements& measurements,
                     const std::string& model_file, bool asked) {
  constexpr std::size_t most_graphs_unasked = 150;  // a minute on two cores
  const std::string file = std::filesystem::path(model_file).replace_extension(".tex").string();
  const std::size_t graphs = write_datasheet(model, &measurements, file);
  std::cout << "Wrote " << file << std::endl;
  if (graphs > most_graphs_unasked && !asked) {
    std::cerr << "revprof: note: no PDF: LaTeX takes minutes for " << graphs
              << " graphs; --datasheet builds it, or revprof model datasheet " << model_file
              << '\n';
    return;
  }
  try {
    const std::string pdf = pdf_or_warning(file);
    if (!pdf.empty()) std::cout << "Wrote " << pdf << '\n';
  } catch (const PdflatexMissing& missing) {
    std::cerr << "revprof: no PDF: " << missing.what() << '\n';
  }
}

void write_fitted(const Measurements& measurements, const po::variables_map& chosen) {
  const std::string output = chosen["output"].as<std::string>();
  const double confidence = chosen["confidence"].as<double>();
  const FitResult robust = fitted(measurements, FitOptions::Method::revprof, confidence);
  FitResult result = robust;
  if (chosen["fit"].as<std::string>() == "howell") {
    result = fitted(measurements, FitOptions::Method::howell, confidence);
    std::cout << fit_table(measurements, {{"revprof", &robust.model}, {"howell", &result.model}});
  } else {
    std::cout << fit_table(measurements, {{"revprof", &robust.model}});
  }
  for (const std::string& warning : result.warnings) {
    std::cerr << "revprof: warning: " << warning << '\n';
  }
  write_model(result.model, output);
  std::cout << "Wrote " << output << std::endl;  // before LaTeX, which takes its time
  if (chosen["no-datasheet"].as<bool>()) return;
  print_datasheet(result.model, measurements, output, chosen["datasheet"].as<bool>());
}

// The model, its datasheet and the measurements.
std::vector<std::string> written_files(const po::variables_map& chosen) {
  std::vector<std::string> files;
  if (chosen.count("save") != 0) files.push_back(chosen["save"].as<std::string>());
  if (chosen.count("output") == 0) return files;
  fs::path output = chosen["output"].as<std::string>();
  files.push_back(output.string());
  if (chosen["no-datasheet"].as<bool>()) return files;
  for (const char* extension : {".tex", ".pdf"}) {
    files.push_back(output.replace_extension(extension).string());
  }
  return files;
}

// The one file that is to be fitted, where it holds the segments of a program.
std::optional<Measurements> one_profile(const po::variables_map& chosen) {
  const auto files = chosen["measurements"].as<std::vector<std::string>>();
  if (files.size() != 1 || chosen.count("import") != 0 || !fs::is_regular_file(files[0])) return {};
  if (!is_unfitted(read_file(files[0]))) return {};
  Measurements measurements = read_measurements(files[0]);
  if (!holds_segments(measurements)) return {};
  return measurements;
}

int write_profile(const Measurements& measurements, const po::variables_map& chosen) {
  if (chosen.count("output") == 0) throw UsageError("fit: expected -o PROFILE.json");
  FitOptions options;
  options.confidence = chosen["confidence"].as<double>();
  const ProfileFit fit = fit_profile(measurements, options);
  std::cout << profile_table(measurements, fit);
  const std::string output = chosen["output"].as<std::string>();
  write_file(output, to_json(fit.profile));
  std::cout << "Wrote " << output << '\n';
  return 0;
}

}  // namespace

int fit_command(const std::vector<std::string>& words) {
  const po::options_description options = fit_options(), imports = import_options();
  po::options_description all;
  all.add(options).add(imports).add_options()("measurements",
                                              po::value<std::vector<std::string>>());
  po::positional_options_description positional;
  positional.add("measurements", -1);
  const po::variables_map chosen = parse_options("fit", words, all, positional);
  if (chosen.count("help") != 0) {
    std::cout << fit_usage << options << '\n' << imports;
    return 0;
  }
  check(chosen);
  expect_inputs_kept("fit", chosen["measurements"].as<std::vector<std::string>>(),
                     written_files(chosen));
  if (const auto profile = one_profile(chosen)) return write_profile(*profile, chosen);

  const Imported read =
      read_or_import(chosen["measurements"].as<std::vector<std::string>>(), chosen);
  for (const std::string& note : read.notes) std::cerr << "revprof: note: " << note << '\n';
  if (chosen.count("save") != 0) {
    const std::string file = chosen["save"].as<std::string>();
    write_measurements(read.measurements, file);
    std::cout << "Wrote " << file << '\n';
  }
  if (chosen.count("output") != 0) write_fitted(read.measurements, chosen);
  return 0;
}

}  // namespace revprof
