// SPDX-License-Identifier: BSD-3-Clause
// Reads the command line, and the option file that it may name, with Boost.Program_options.
#include "characterize/options.hpp"

#include <algorithm>
#include <boost/program_options.hpp>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "characterize/job_script.hpp"
#include "characterize/option_text.hpp"
#include "characterize/subject.hpp"
#include "fit/file/option_value.hpp"
#include "fit/file/whole_file.hpp"

namespace revprof {

namespace {

namespace po = boost::program_options;

std::string temporary_directory() {
  const char* const named = std::getenv("TMPDIR");
  return named != nullptr && *named != '\0' ? named : "/tmp";
}

struct Texts {
  std::string calls, processes, bytes, max_bytes, max_memory, blocks, synchroniser, cache,
      scheduler;
};

po::options_description describe(Options& options, Texts& texts) {
  po::options_description all("Options");
  auto add = all.add_options();
  add("help,h", "print this page");
  add("output,o", po::value(&options.output)->default_value(options.output),
      "the model; the measurements and the datasheet stand beside it; earlier measurements there "
      "are kept under another name (machine.old.csv)");
  add("resume", po::value(&options.resume),
      "a measurement file: go on with the run that was interrupted or killed, by its settings, in "
      "what is left of its time budget (or in --time-budget seconds more)");
  add("append", po::value(&options.append),
      "a measurement file: measure everything once more, by its settings, as a further launch");
  add("options", po::value<std::string>(), "a file of options, one \"option = value\" a line");
  add("name", po::value(&options.name)->default_value(""), "the machine's name");
  add("description", po::value(&options.description)->default_value(""),
      "a sentence about the machine, for the datasheet");
  add("calls", po::value(&texts.calls)->default_value("all"),
      "what to time: MPI calls, transit, gap, exchange, operation.float_add.chain, memory.L2.read, "
      "... (a wrong name lists them all)");
  add("processes,p", po::value(&texts.processes)->default_value("default"),
      "numbers of processes; default: 1,2,3,4,6,8,12,..., cubes and all");
  add("bytes,d", po::value(&texts.bytes)->default_value("default"),
      "message sizes (k, M, G are understood); default: 0 and the powers of two up to --max-bytes");
  add("max-bytes", po::value(&texts.max_bytes)->default_value("1M"), "the largest default size");
  add("max-memory", po::value(&texts.max_memory)->default_value("256M"),
      "bytes that a process's buffers, or the file of all, may take; cells that need more are left "
      "out and named");
  add("blocks", po::value(&texts.blocks)->default_value("find"),
      "sizes of the blocks of ranks that are equally far apart: find, none, or a list such as "
      "4,64");
  add("io-directory", po::value(&options.io_directory)->default_value(temporary_directory()),
      "where MPI_File_... is measured, in a directory of its own that is removed again; name one "
      "of the file system that the programs of interest write to (default: $TMPDIR or /tmp)");
  add("time-budget", po::value(&options.time_budget_seconds)->default_value(180),
      "seconds in all, for the measurements, of which every call gets its share, and for the model "
      "and its datasheet");
  add("precision", po::value(&options.precision)->default_value(0.05, "0.05"),
      "repeat until the 95 % confidence interval of the median is within this part of it");
  add("warm-up", po::value(&options.warm_up)->default_value(2),
      "repetitions before those that count");
  add("min-repetitions", po::value(&options.min_repetitions)->default_value(10),
      "of each cell, unless they are all the same or the time is up");
  add("max-repetitions", po::value(&options.max_repetitions)->default_value(300), "of each cell");
  add("sync", po::value(&texts.synchroniser)->default_value("agreed"),
      "how processes start together: agreed (at a time on a common clock) or barrier");
  add("cache", po::value(&texts.cache)->default_value("warm"),
      "what a repetition finds in the caches: warm (what the last one left there) or cold (nothing "
      "of it)");
  add("seed", po::value(&options.seed)->default_value(1), "shuffles the order of the cells");
  add("job-script", po::value(&texts.scheduler),
      "print a batch job that measures a cluster, for slurm or pbs, and do nothing else");
  if (subject().library != nullptr) {
    add("with-mpi", po::bool_switch(), "time MPI's calls, too");
  }
  add("no-computation", po::bool_switch(), "time calls alone, and no computation on a node");
  add("no-overlap", po::bool_switch(),
      "do not time how much of nonblocking calls a computation hides");
  add("blas", po::value(&options.blas)->default_value("find"),
      "the BLAS library whose dgemm, dgemv, ddot and daxpy are timed: a file, find (libblas.so.3, "
      "OpenBLAS, MKL, BLIS: the first that is there) or none; it takes as many threads as it is "
      "told by its own variables");
  add("no-fit", po::bool_switch(), "stop at the measurements");
  return all;
}

void read_texts(const Texts& texts, Options& options) {
  constexpr std::int64_t most_bytes = std::int64_t{1} << 31, most_memory = std::int64_t{1} << 46;
  if (texts.calls != "all") options.calls = read_calls(texts.calls);
  if (texts.processes != "default") {
    options.processes = read_numbers<int>("processes", texts.processes, 1, 1 << 30);
  }
  if (texts.bytes != "default") {
    options.bytes = read_numbers<std::int64_t>("bytes", texts.bytes, 0, most_bytes - 1);
  }
  options.max_bytes = read_number("max-bytes", texts.max_bytes, 1, most_bytes - 1);
  options.max_memory = read_number("max-memory", texts.max_memory, 1, most_memory);
  options.find_blocks = texts.blocks == "find";
  if (!options.find_blocks && texts.blocks != "none") {
    options.block_sizes = read_numbers<int>("blocks", texts.blocks, 2, 1 << 30);
  }
  options.agreed_clock = texts.synchroniser == "agreed";
  expect(options.agreed_clock || texts.synchroniser == "barrier", "sync",
         "agreed or barrier, found \"" + texts.synchroniser + "\"");
  options.cold_cache = texts.cache == "cold";
  expect(options.cold_cache || texts.cache == "warm", "cache",
         "warm or cold, found \"" + texts.cache + "\"");
}

// The option that a header entry is the value of; empty: it is no setting.
std::string option_of(const std::string& key) {
  if (key == "machine") return "name";
  if (key == "description") return key;
  const Header settings = Options().settings();
  const bool known = std::any_of(settings.begin(), settings.end(),
                                 [&](const auto& setting) { return setting.first == key; });
  if (!known) return "";
  std::string option = key;
  std::replace(option.begin(), option.end(), '_', '-');
  return option;
}

po::parsed_options settings_of(const Header& past, const po::options_description& all) {
  po::parsed_options settings(&all);
  for (const auto& [key, value] : past) {
    const std::string option = option_of(key);
    if (!option.empty()) settings.options.emplace_back(option, std::vector<std::string>{value});
  }
  return settings;
}

// Measurements by different settings do not belong together.
void expect_same_settings(const Options& options, const Header& past) {
  Header now = options.settings();
  now.emplace_back("machine", options.name);
  now.emplace_back("description", options.description);
  for (const auto& [key, value] : past) {
    if (key == "time_budget") continue;
    for (const auto& [other, found] : now) {
      if (key != other || value == found) continue;
      throw OptionError("--" + option_of(key) + ": expected \"" + value +
                        "\", as in the run that is gone on with (leave the option out), found \"" +
                        found + "\"");
    }
  }
}

// The files that are gone on with are those that are written.
void name_output(Options& options, bool output_given) {
  expect(options.resume.empty() || options.append.empty(), "resume", "no --append beside it");
  const bool resumes = !options.resume.empty();
  const std::string& file = resumes ? options.resume : options.append;
  if (file.empty()) return;
  const std::string option = resumes ? "resume" : "append";
  expect(file.size() > 4 && file.substr(file.size() - 4) == ".csv", option,
         "a measurement file, which ends in .csv, found \"" + file + "\"");
  const std::string output = file.substr(0, file.size() - 4) + ".json";
  expect(!output_given || options.output == output, "output",
         "nothing or " + output + " beside --" + option + ", found \"" + options.output + "\"");
  options.output = output;
}

void check(const Options& options) {
  expect(options.time_budget_seconds > 0 && options.time_budget_seconds < 1e9, "time-budget",
         "a number of seconds above 0");
  expect(options.precision > 0 && options.precision < 1, "precision", "a number between 0 and 1");
  expect(options.warm_up >= 0, "warm-up", "a number of at least 0");
  expect(options.min_repetitions >= 1, "min-repetitions", "a number of at least 1");
  expect(options.max_repetitions >= options.min_repetitions, "max-repetitions",
         "at least --min-repetitions");
  const std::string& file = options.output;
  expect(file.size() > 5 && file.substr(file.size() - 5) == ".json", "output",
         "a file name that ends in .json, found \"" + file + "\"");
}

}  // namespace

Options parse_options(int argc, const char* const* argv, const Header& past) {
  Options options;
  Texts texts;
  const po::options_description all = describe(options, texts);
  po::variables_map given;
  try {
    po::store(po::command_line_parser(argc, argv).options(all).positional({}).run(), given);
    if (given.count("options") != 0) {
      const auto file = given["options"].as<std::string>();
      const std::string kind = unreadable_kind(file);  // every process reads it
      std::ifstream stream;
      if (kind.empty()) stream.open(file);
      if (!stream.is_open()) {
        throw OptionError("--options: expected a readable file, found \"" + file + "\"" +
                          (kind.empty() ? "" : ", " + kind));
      }
      po::store(po::parse_config_file(stream, all), given);
    }
    options.more_time = !given["time-budget"].defaulted();
    po::store(settings_of(past, all), given);
    po::notify(given);
  } catch (const po::error& error) {
    const bool is_value = dynamic_cast<const po::invalid_option_value*>(&error) != nullptr;
    throw OptionError(std::string(error.what()) + (is_value ? expected_value : "") + " (" +
                      subject().program + " --help lists the options)");
  }
  if (given.count("help") != 0) {
    std::ostringstream text;
    text << subject().introduction << all;
    throw HelpRequest{text.str()};
  }
  options.fit = !given["no-fit"].as<bool>();
  options.computation = !given["no-computation"].as<bool>();
  options.overlap = !given["no-overlap"].as<bool>();
  options.mpi = subject().library == nullptr || given["with-mpi"].as<bool>();
  read_texts(texts, options);
  name_output(options, !given["output"].defaulted());
  check(options);
  if (!texts.scheduler.empty()) {
    const std::string script =
        job_script(texts.scheduler, subject().program, options.time_budget_seconds);
    expect(!script.empty(), "job-script", "slurm or pbs, found \"" + texts.scheduler + "\"");
    throw HelpRequest{script};
  }
  expect_same_settings(options, past);
  return options;
}

Header Options::settings() const {
  const std::string blocks = find_blocks ? "find" : joined(block_sizes, "none");
  Header all = {{"calls", joined(calls, "all")},
                {"processes", joined(processes, "default")},
                {"bytes", joined(bytes, "default")},
                {"max_bytes", std::to_string(max_bytes)},
                {"max_memory", std::to_string(max_memory)},
                {"blocks", blocks},
                {"io_directory", io_directory},
                {"time_budget", text_of(time_budget_seconds)},
                {"precision", text_of(precision)},
                {"warm_up", std::to_string(warm_up)},
                {"min_repetitions", std::to_string(min_repetitions)},
                {"max_repetitions", std::to_string(max_repetitions)},
                {"sync", agreed_clock ? "agreed" : "barrier"},
                {"cache", cold_cache ? "cold" : "warm"},
                {"seed", std::to_string(seed)},
                {"no_computation", computation ? "false" : "true"},
                {"no_overlap", overlap ? "false" : "true"},
                {"blas", blas}};
  if (subject().library != nullptr) all.push_back({"with_mpi", mpi ? "true" : "false"});
  return all;
}

std::string Options::measurements_file() const {
  return output.substr(0, output.size() - 5) + ".csv";
}

std::string Options::journal_file() const {
  return output.substr(0, output.size() - 5) + ".journal";
}

}  // namespace revprof
