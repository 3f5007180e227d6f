// SPDX-License-Identifier: BSD-3-Clause
// --import and what belongs to it.
#include "revprof/launch/model/import_options.hpp"

#include <algorithm>
#include <sstream>

#include "fit/import/import_call.hpp"
#include "fit/measurements/computation_name.hpp"
#include "fit/measurements/measurement_line.hpp"
#include "revprof/calls/known_call.hpp"
#include "revprof/launch/command.hpp"
#include "revprof/launch/model/dropped_cells.hpp"
#include "revprof/launch/options.hpp"

namespace revprof {

namespace po = boost::program_options;

namespace {

using Words = std::vector<std::string>;

constexpr const char* csv_columns[] = {"call",           "processes", "bytes",          "launch",
                                       "repetitions",    "minimum",   "lower_quartile", "median",
                                       "upper_quartile", "maximum"};
constexpr const char* csv_only[] = {"columns", "names", "where", "call", "unit", "sizes"};
constexpr const char* header_names[] = {"machine",     "description",    "mpi",
                                        "date",        "ranks_per_node", "eager_limit_bytes",
                                        "block_sizes", "provenance",     "statistic"};

struct TimeUnit {
  const char* name;
  double in_a_second;
};
constexpr TimeUnit time_units[] = {{"s", 1}, {"ms", 1e3}, {"us", 1e6}, {"ns", 1e9}};

template <std::size_t size>
bool is_one_of(const char* const (&names)[size], const std::string& name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

template <std::size_t size>
std::string listed(const char* const (&names)[size]) {
  std::string text;
  for (const char* name : names) text += (text.empty() ? "" : ", ") + std::string(name);
  return text;
}

Words split(const std::string& text) {
  Words words;
  std::istringstream stream(text);
  for (std::string word; std::getline(stream, word, ',');) words.push_back(word);
  return words;
}

// "name=value".
std::pair<std::string, std::string> pair_of(const std::string& option, const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw UsageError("fit: --" + option + ": expected NAME=VALUE, found \"" + text + "\"");
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

// "column=value", "column<=value", "column>=value".
CsvCondition condition(const std::string& text) {
  using Relation = CsvCondition::Relation;
  auto [column, value] = pair_of("where", text);
  Relation relation = Relation::equal;
  if (column.back() == '<') relation = Relation::at_most;
  if (column.back() == '>') relation = Relation::at_least;
  if (relation != Relation::equal) column.pop_back();
  return {column, relation, value};
}

CsvMapping csv_mapping(const po::variables_map& chosen) {
  CsvMapping mapping;
  for (const std::string& list : chosen["columns"].as<Words>()) {
    for (const std::string& word : split(list)) {
      const auto [meaning, column] = pair_of("columns", word);
      if (!is_one_of(csv_columns, meaning)) {
        throw UsageError("fit: --columns: expected one of " + listed(csv_columns) + ", found \"" +
                         meaning + "\"");
      }
      mapping.columns[meaning] = column;
    }
  }
  if (mapping.columns.count("median") == 0) {
    throw UsageError("fit: --columns: expected median=COLUMN");
  }
  if (chosen.count("names") != 0) mapping.names = split(chosen["names"].as<std::string>());
  if (chosen.count("where") != 0) {
    for (const std::string& word : chosen["where"].as<Words>()) {
      mapping.where.push_back(condition(word));
    }
  }
  if (chosen.count("call") != 0) mapping.call = chosen["call"].as<std::string>();
  if (mapping.call.empty() == (mapping.columns.count("call") == 0)) {
    throw UsageError("fit: expected either --call NAME or --columns call=COLUMN");
  }
  const ImportCall* one = mapping.call.empty() ? nullptr : find_import_call(mapping.call);
  if (mapping.columns.count("bytes") == 0 && one != nullptr &&
      one->name != std::string("Barrier")) {
    throw UsageError("fit: --columns: expected bytes=COLUMN");
  }
  if ((chosen.count("procs") == 0) == (mapping.columns.count("processes") == 0)) {
    throw UsageError("fit: expected either --procs N or --columns processes=COLUMN");
  }
  const std::string unit = chosen.count("unit") == 0 ? "us" : chosen["unit"].as<std::string>();
  const auto known = std::find_if(std::begin(time_units), std::end(time_units),
                                  [&](const TimeUnit& other) { return unit == other.name; });
  if (known == std::end(time_units)) {
    throw UsageError("fit: --unit: expected s, ms, us or ns, found \"" + unit + "\"");
  }
  mapping.units_per_second = known->in_a_second;
  const std::string sizes =
      chosen.count("sizes") == 0 ? "per-peer" : chosen["sizes"].as<std::string>();
  if (sizes != "per-peer" && sizes != "whole") {
    throw UsageError("fit: --sizes: expected per-peer or whole, found \"" + sizes + "\"");
  }
  mapping.whole_vector = sizes == "whole";
  return mapping;
}

// "64", or "FILE=64".
FileNumber file_number(const std::string& option, const po::variables_map& chosen) {
  FileNumber number;
  if (chosen.count(option) == 0) return number;
  for (const std::string& word : chosen[option].as<Words>()) {
    const std::size_t equals = word.rfind('=');
    if (equals == std::string::npos) {
      number.of_all = positive(option, word);
    } else {
      number.named.emplace_back(word.substr(0, equals), positive(option, word.substr(equals + 1)));
    }
  }
  return number;
}

// Each file is a run of its own: a band of runs that do not differ would be none.
void expect_each_once(Words files) {
  std::sort(files.begin(), files.end());
  const auto again = std::adjacent_find(files.begin(), files.end());
  if (again != files.end()) throw UsageError("fit: --import: " + *again + " is named twice");
}

Imported import_files(const Words& files, const po::variables_map& chosen) {
  expect_each_once(files);
  ImportOptions options;
  options.processes = file_number("procs", chosen);
  options.ranks_per_node = file_number("ranks-per-node", chosen);
  if (chosen.count("within") != 0) {
    options.within = positive("within", chosen["within"].as<std::string>());
  }
  const std::string tool = chosen["import"].as<std::string>();
  if (tool == "csv") {
    if (chosen.count("columns") == 0) {
      throw UsageError("fit: --import csv: expected --columns MEANING=COLUMN,...");
    }
    return import_csv(files, options, csv_mapping(chosen));
  }
  for (const char* option : csv_only) {
    if (chosen.count(option) != 0) {
      throw UsageError(std::string("fit: --") + option + " belongs to --import csv");
    }
  }
  if (tool == "osu") return import_osu(files, options);
  if (tool == "imb") return import_imb(files, options);
  throw UsageError("fit: --import: expected osu, imb or csv, found \"" + tool + "\"");
}

// As of a model: another name would be an equation that nothing reads.
void expect_known_calls(const std::string& file, const Measurements& read) {
  for (std::size_t i = 0; i < read.cells.size(); ++i) {
    const std::string& call = read.cells[i].call;
    if (is_known_call(call) || computation_name(call)) continue;
    LinePlace{file, line_of_cell(read, i)}.fail("the name of a call, such as " + nearest_call(call),
                                                call);
  }
}

Imported read_files(const Words& files, const po::variables_map& chosen) {
  for (const char* option : csv_only) {
    if (chosen.count(option) != 0)
      throw UsageError(std::string("fit: --") + option + " needs --import csv");
  }
  for (const char* option : {"procs", "within", "ranks-per-node"}) {
    if (chosen.count(option) != 0)
      throw UsageError(std::string("fit: --") + option + " needs --import");
  }
  std::vector<std::pair<std::string, Measurements>> read;
  for (const std::string& file : files) {
    read.emplace_back(file, read_measurements(file));
    expect_known_calls(file, read.back().second);
  }
  return joined(read);
}

void set_header(Measurements& measurements, const std::string& name, const std::string& value) {
  for (auto& [known, old] : measurements.header) {
    if (known != name) continue;
    old = value;
    return;
  }
  measurements.header.emplace_back(name, value);
}

}  // namespace

po::options_description import_options() {
  po::options_description options("Other benchmarks' output");
  options.add_options()("import", po::value<std::string>()->value_name("osu|imb|csv"),
                        "FILES are output of the OSU micro-benchmarks, of the Intel MPI "
                        "Benchmarks, or tables")("procs",
                                                 po::value<Words>()->value_name("N|FILE=N"),
                                                 "the number of processes where the files do not "
                                                 "say it, of all or of one (\"*_full.out=64\"); "
                                                 "again for each")(
      "ranks-per-node", po::value<Words>()->value_name("R|FILE=R"),
      "consecutive ranks on each node: what R processes or fewer do is in class \"within R\"; file "
      "names like intranode, 2nodes, ppn1 go first")(
      "within", po::value<std::string>()->value_name("B"),
      "all was measured inside a block of B consecutive ranks (a node): class \"within B\"")(
      "drop", po::value<Words>()->value_name("p=N"),
      "leave out cells: p, d, launch, call or class, with =, <= or >= (\"p<=24\"); again for each")(
      "set", po::value<Words>()->value_name("NAME=VALUE"),
      "what the model says of the machine: machine, description, mpi, date, ranks_per_node, "
      "eager_limit_bytes, block_sizes (\"4 64\"), provenance, statistic; again for each")(
      "save", po::value<std::string>()->value_name("FILE"),
      "write the measurements, in the format of characterize; -o may then be left out")(
      "columns", po::value<Words>()->value_name("MEANING=COLUMN,..."),
      "csv: which column is what: call, processes, bytes, launch, repetitions, minimum, "
      "lower_quartile, "
      "median (or any other time that is to be taken), upper_quartile, maximum")(
      "names", po::value<std::string>()->value_name("A,B,..."),
      "csv: names of the columns, where the file has no line with them")(
      "where", po::value<Words>()->value_name("COLUMN=VALUE"),
      "csv: only rows with this value; again for each; also COLUMN<=NUMBER and COLUMN>=NUMBER")(
      "call", po::value<std::string>()->value_name("NAME"),
      "csv: the call of all rows (MPI_Bcast, transit, ...)")(
      "unit", po::value<std::string>()->value_name("s|ms|us|ns"),
      "csv: of the times (default: us)")(
      "sizes", po::value<std::string>()->value_name("per-peer|whole"),
      "csv: sizes are those of one peer, or of all together (default: per-peer)");
  return options;
}

Imported read_or_import(const Words& files, const po::variables_map& chosen) {
  Imported result =
      chosen.count("import") != 0 ? import_files(files, chosen) : read_files(files, chosen);
  if (chosen.count("drop") != 0) {
    for (const std::string& word : chosen["drop"].as<Words>()) {
      result.notes.push_back(drop_cells(result.measurements, word));
    }
  }
  if (chosen.count("set") == 0) return result;
  for (const std::string& word : chosen["set"].as<Words>()) {
    const auto [name, value] = pair_of("set", word);
    if (!is_one_of(header_names, name)) {
      throw UsageError("fit: --set: expected one of " + listed(header_names) + ", found \"" + name +
                       "\"");
    }
    set_header(result.measurements, name, value);
  }
  return result;
}

}  // namespace revprof
