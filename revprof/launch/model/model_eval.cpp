// SPDX-License-Identifier: BSD-3-Clause
// The paper's pencil and paper: estimates beside what was measured there.
#include "revprof/launch/model/model_eval.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <sstream>
#include <vector>

#include "fit/measurements/computation_name.hpp"
#include "fit/measurements/measurements.hpp"
#include "fit/model/estimate.hpp"
#include "fit/model/model_json.hpp"
#include "revprof/calls/call.hpp"
#include "revprof/calls/known_call.hpp"
#include "revprof/calls/mpi_calls.hpp"
#include "revprof/calls/serving.hpp"
#include "revprof/launch/command.hpp"
#include "revprof/launch/look/call_classes.hpp"
#include "revprof/launch/model/equation_code.hpp"
#include "revprof/launch/model/shipped_models.hpp"
#include "revprof/launch/options.hpp"
#include "revprof/report/text/amount.hpp"
#include "revprof/report/text/quantity.hpp"
#include "revprof/report/text/text_table.hpp"

namespace revprof {

namespace po = boost::program_options;

namespace {

std::vector<std::string> split_list(const std::string& text) {
  std::vector<std::string> words;
  std::istringstream stream(text);
  for (std::string word; std::getline(stream, word, ',');) words.push_back(word);
  return words;
}

// That reads back as the same number.
std::string shortest(double value) {
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

// "8", "1K", "4 KiB", "1M", "2GiB".
std::int64_t size_of(const std::string& text) {
  std::string unit;
  std::size_t digits = 0;
  while (digits < text.size() && std::isdigit(static_cast<unsigned char>(text[digits])) != 0) {
    ++digits;
  }
  for (const char character : text.substr(digits)) {
    if (character != ' ')
      unit += static_cast<char>(std::toupper(static_cast<unsigned char>(character)));
  }
  const std::string units = "BKMGT";
  const bool known = unit.empty() || unit == "B" ||
                     (units.find(unit[0]) != std::string::npos && unit[0] != 'B' &&
                      (unit.size() == 1 || unit.substr(1) == "B" || unit.substr(1) == "IB"));
  if (!known || digits == 0 || digits > 15) {
    throw UsageError("model eval: -d: expected sizes such as 8,1K,4MiB, found \"" + text + "\"");
  }
  const std::size_t power = unit.empty() ? 0 : units.find(unit[0]);
  const double bytes = std::stod(text.substr(0, digits)) * std::pow(1024, power);
  if (bytes > 1e15) throw UsageError("model eval: -d: expected at most 1e15 bytes, found " + text);
  return static_cast<std::int64_t>(bytes);
}

// Of the model, or of its stand-in: name and equations.
struct Served {
  std::string call;
  std::vector<DistanceClass> classes;
};

Served served_computation(const Model& model, const std::string& name) {
  if (model.computation) {
    const auto found = model.computation->times.find(name);
    if (found != model.computation->times.end()) return {name, {found->second}};
  }
  throw UsageError("model eval: the model does not have " + name);
}

Served served(const Model& model, const std::string& call) {
  if (computation_name(call)) return served_computation(model, call);
  if (!is_known_call(call)) {
    throw UsageError("model eval: unknown call \"" + call + "\", did you mean " +
                     nearest_call(call) + "?");
  }
  if (model.has_equation(call)) return {call, model.calls.at(call)};
  for (int i = 0; i < call_count; ++i) {
    if (call != call_traits[i].name) continue;
    const int serving =
        serving_row(mpi_calls(), i, [&](const char* name) { return model.has_equation(name); });
    if (serving < 0) break;
    const char* name = call_traits[serving].name;
    std::cerr << "revprof: note: the model has no equation for " << call << "; " << name
              << " stands in\n";
    return {name, model.calls.at(name)};
  }
  throw UsageError("model eval: the model has no equation for " + call + ", nor a stand-in");
}

// The least and the most that any launch measured in a cell.
struct Measured {
  double minimum = HUGE_VAL, maximum = 0;
  bool exists() const { return minimum <= maximum; }
};

Measured measured(const Measurements& measurements, const std::string& call, int within,
                  int processes, std::int64_t bytes) {
  Measured result;
  for (const Measurement& cell : measurements.cells) {
    if (cell.call != call || cell.within != within || cell.processes != processes ||
        cell.bytes != bytes) {
      continue;
    }
    result.minimum = std::min(result.minimum, cell.minimum);
    result.maximum = std::max(result.maximum, cell.maximum);
  }
  return result;
}

// Those that were asked for; else those beside the model, as characterize leaves them.
Measurements read_times(const std::string& model_file, const po::variables_map& chosen) {
  if (chosen.count("measurements") != 0) {
    return read_measurements(chosen["measurements"].as<std::string>());
  }
  const std::string beside = std::filesystem::path(model_file).replace_extension(".csv").string();
  try {
    if (std::filesystem::is_regular_file(beside)) return read_measurements(beside);
  } catch (const MeasurementError&) {
    // A file of that name that is something else.
  }
  return {};
}

struct Row {
  const DistanceClass* equations;
  int processes;
  std::int64_t bytes;
  Estimate estimate;
  Measured measured;
};

void print_csv(const std::string& call, const std::vector<Row>& rows) {
  std::cout << "call,class,processes,bytes,low,mean,high,equation,minimum,maximum,extrapolated\n";
  for (const Row& row : rows) {
    const Estimate& e = row.estimate;
    std::cout << call << ',' << distance_name(row.equations->within) << ',' << row.processes << ','
              << row.bytes << ',' << shortest(e.low) << ',' << shortest(e.mean) << ','
              << shortest(e.high) << ',' << shortest(e.equation) << ','
              << (row.measured.exists() ? shortest(row.measured.minimum) : "") << ','
              << (row.measured.exists() ? shortest(row.measured.maximum) : "") << ','
              << (e.extrapolated ? 1 : 0) << '\n';
  }
}

void print_table(const std::string& call, const std::vector<Row>& rows) {
  using A = Align;
  TextTable table({A::right, A::right, A::left, A::right, A::right, A::right, A::right, A::right,
                   A::right, A::left});
  table.add({"p", "d", "class", "low", "mean", "high", "equation", "minimum", "maximum", ""});
  for (const Row& row : rows) {
    const Estimate& e = row.estimate;
    const bool known = row.measured.exists();
    table.add(
        {count_text(row.processes), amount_text(call, row.bytes),
         distance_name(row.equations->within), time_text(e.low), time_text(e.mean),
         time_text(e.high), time_text(e.equation), known ? time_text(row.measured.minimum) : "-",
         known ? time_text(row.measured.maximum) : "-", e.extrapolated ? "extrapolated" : ""});
  }
  std::cout << table.text(0);
}

// At which p and d; without them at the cells that were measured, of the largest class.
std::vector<int> process_counts_of(const std::vector<DistanceClass>& classes,
                                   const po::variables_map& chosen) {
  std::vector<int> counts;
  if (chosen.count("processes") != 0) {
    for (const std::string& word : split_list(chosen["processes"].as<std::string>())) {
      counts.push_back(positive("processes", word));
    }
    return counts;
  }
  const DistanceClass& largest = distance_class(classes, 0);
  if (largest.cells) return largest.cells->processes;
  return {largest.regimes.front().min_processes, largest.regimes.back().max_processes};
}

std::vector<std::int64_t> sizes_of(const std::vector<DistanceClass>& classes,
                                   const po::variables_map& chosen) {
  std::vector<std::int64_t> sizes;
  if (chosen.count("bytes") != 0) {
    for (const std::string& word : split_list(chosen["bytes"].as<std::string>())) {
      sizes.push_back(size_of(word));
    }
    return sizes;
  }
  const DistanceClass& largest = distance_class(classes, 0);
  if (largest.cells) return largest.cells->bytes;
  return {largest.regimes.front().min_bytes, largest.regimes.back().max_bytes};
}

// Of pairs a row for each class, whatever p; else the class that p consecutive ranks are in.
std::vector<Row> rows_of(const Model& model, const Served& call, const Measurements& times,
                         const po::variables_map& chosen) {
  const std::vector<ServingClass> serving = serving_classes(model, call.classes);
  const bool pairs = is_of_pairs(call.classes);
  std::vector<Row> rows;
  for (const int processes : process_counts_of(call.classes, chosen)) {
    for (const std::int64_t bytes : sizes_of(call.classes, chosen)) {
      for (const ServingClass& each : serving) {
        if (each.up_to_processes && processes > *each.up_to_processes) continue;
        const DistanceClass& equations = *each.equations;
        rows.push_back({&equations, processes, bytes, estimate(equations, processes, bytes),
                        measured(times, call.call, equations.within, processes, bytes)});
        if (!pairs) break;
      }
    }
  }
  return rows;
}

}  // namespace

po::options_description eval_options() {
  po::options_description options("Options of eval");
  options.add_options()("processes,p", po::value<std::string>()->value_name("P,..."),
                        "process counts (default: those that were measured)")(
      "bytes,d", po::value<std::string>()->value_name("D,..."),
      "sizes in bytes, or as 1K, 4MiB (default: those that were measured)")(
      "measurements", po::value<std::string>()->value_name("FILE"),
      "measured times, for minimum and maximum (default: MACHINE.csv beside MACHINE.json)")(
      "csv", po::bool_switch(), "the table in CSV, in seconds")(
      "python", po::bool_switch(), "the call's equations as a function in Python")(
      "gnuplot", po::bool_switch(), "... in gnuplot")("latex", po::bool_switch(), "... in LaTeX");
  return options;
}

int eval_model(const std::string& machine, const std::string& call,
               const po::variables_map& chosen) {
  const std::string file = model_path(machine);
  const Model model = read_model(file);
  const bool csv = chosen["csv"].as<bool>(), python = chosen["python"].as<bool>(),
             gnuplot = chosen["gnuplot"].as<bool>(), latex = chosen["latex"].as<bool>();
  if (csv + python + gnuplot + latex > 1) {
    throw UsageError("model eval: expected one of --csv, --python, --gnuplot and --latex");
  }
  const Served found = served(model, call);
  if (python || gnuplot || latex) {
    const Notation notation = python    ? Notation::python
                              : gnuplot ? Notation::gnuplot
                                        : Notation::latex;
    std::cout << equation_code(found.call, model, found.classes, notation);
    return 0;
  }
  const std::vector<Row> rows = rows_of(model, found, read_times(file, chosen), chosen);
  if (csv) {
    print_csv(found.call, rows);
  } else {
    print_table(found.call, rows);
  }
  return 0;
}

}  // namespace revprof
