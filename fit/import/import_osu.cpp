// SPDX-License-Identifier: BSD-3-Clause
// Output of the OSU micro-benchmarks 5 ... 7: a title, perhaps notes, a line of columns, one row
// for each size. How many processes there were it does not say.
#include <optional>
#include <regex>

#include "fit/import/import_notes.hpp"
#include "fit/import/import_osu_benchmark.hpp"
#include "fit/import/import_place.hpp"
#include "fit/import/import_sample.hpp"
#include "fit/import/import_text.hpp"

namespace revprof {

namespace {

constexpr std::string_view osu_output =
    "output of the OSU micro-benchmarks (a line \"# OSU MPI ... Test v...\" or \"# OSU OpenSHMEM "
    "... Test v...\")";

using Unit = OsuBenchmark::Unit;

// The column that is taken for the time, the first of these that the table has: what comes nearest
// to the median of the latest process.
struct OsuTimeColumn {
  const char* name;
  const char* statistic;
};
constexpr OsuTimeColumn osu_time_columns[] = {
    {"maxlatency(us)", "mean of the slowest process (OSU, maximum)"},
    {"maxcomm.(us)", "mean of the slowest process (OSU, maximum)"},
    {"p50taillat(us)", "median (OSU, P50)"},
    {"avglatency(us)", "mean over the processes (OSU, average)"},
    {"latency(us)", "mean (OSU, latency)"},
    {"purecomm.(us)", "mean over the processes (OSU, pure communication)"},
};
constexpr const char* bandwidth_columns[] = {"bandwidth(mb/s)", "mb/s"};

struct OsuTable {
  const OsuBenchmark* benchmark = nullptr;  // nullptr: its rows are left out
  std::string call;                         // in the model
  std::string otherwise;                    // what the model does not mean by it
  int number = 0;                           // of all tables
  int processes = 0;                        // 0: not known yet
  std::vector<std::string> columns;         // empty: its line has not come yet
  std::size_t time = 0;
};

bool is_of_imb(const TextLine& line) {
  return line.text.find("Intel(R) MPI Benchmarks") != std::string::npos ||
         line.text.find("Intel (R) MPI Benchmark") != std::string::npos;
}

class OsuReader {
 public:
  OsuReader(const ImportOptions& options, std::vector<std::string>& notes)
      : options_(options), notes_(notes) {}

  ImportSamples samples;
  std::set<std::string> statistics;

  void read(const std::string& file) {
    bool found = false, imb = false;
    strangers_ = 0;
    in_table_ = false;
    const std::vector<TextLine> lines = read_lines(file, osu_output);
    for (const TextLine& line : lines) {
      try {
        found = read(line) || found;
      } catch (const WrongOption&) {
        throw;
      } catch (const MeasurementError& error) {
        passed_over_.add(error.what());
      }
      imb = imb || is_of_imb(line);
    }
    passed_over_.tell(file, notes_);
    if (!found) {
      notes_.push_back(first_words(file, lines).message(osu_output) +
                       (imb ? " (import this with --import imb)" : "") + "; passed over");
    } else if (strangers_ > 0) {
      notes_.push_back(first_stranger_ + ": " + std::to_string(strangers_) +
                       " lines that belong to no table were passed over");
    }
  }

 private:
  // Is it the title of a table?
  bool read(const TextLine& line) {
    std::smatch match;
    static const std::regex title("# ?OSU ([A-Za-z]*MPI\\S*.*|OpenSHMEM .*) Test(?: v(\\S+))?");
    if (std::regex_match(line.text, match, title)) {
      in_table_ = true;
      begin(line, match[1].str());
      return true;
    }
    if (is_of_imb(line)) in_table_ = false;
    if (!line.text.empty() && line.text[0] == '#') {
      if (in_table_) comment(line);
    } else if (!line.text.empty()) {
      row(line);
    }
    return false;
  }

  // "MPI-CUDA Non-blocking Allgather Latency" -> "nonblockingallgatherlatency".
  void begin(const TextLine& line, const std::string& title) {
    static const std::regex prefix("^MPI(-[A-Z]+)?");
    std::smatch variant;
    std::string name = std::regex_replace(title, prefix, "");
    name =
        lower_without_blanks(std::regex_replace(name, std::regex("Non-blocking"), "nonblocking"));
    const int number = table_.number + 1;
    table_ = OsuTable{};
    table_.number = number;
    table_.benchmark = find_osu_benchmark(name);
    if (table_.benchmark == nullptr) {
      leave_out(line, "\"" + title + "\" is left out: no equation of a model has its meaning");
      return;
    }
    if (std::regex_search(title, variant, prefix) && variant[1].matched) {
      table_.otherwise = "of buffers of a GPU (" + variant[0].str() + ")";
    }
    if (table_.benchmark->unit == Unit::operations) return;
    const std::string spelled = name.substr(0, 11) == "nonblocking"
                                    ? std::string("I") + table_.benchmark->call
                                    : table_.benchmark->call;
    table_.call = model_name(*find_import_call(spelled), spelled);
  }

  void leave_out(const TextLine& line, const std::string& why) {
    table_.benchmark = nullptr;
    notes_.push_back(line.place() + ": " + why);
  }

  void comment(const TextLine& line) {
    std::smatch match;
    static const std::regex pairs("#.*\\[ *pairs: *([0-9]+) *\\].*");
    static const std::regex synchronisation("# ?Synchronization: *(\\S+).*");
    if (table_.benchmark == nullptr) return;
    if (std::regex_match(line.text, match, pairs)) {
      if (to_count(match[1].str()).value_or(1) > 1) {
        leave_out(line, "a stream of " + match[1].str() +
                            " pairs is left out: `gap` is that of one pair alone");
      }
    } else if (std::regex_match(line.text, match, synchronisation)) {
      if (match[1].str() != "MPI_Win_flush") {
        leave_out(line, "a transfer with " + match[1].str() +
                            " is left out: a model's is the one with MPI_Win_flush");
      }
    } else if (line.text.find("on DEVICE") != std::string::npos) {
      table_.otherwise = "of buffers of a GPU (DEVICE)";
    } else if (line.text.find("(us)") != std::string::npos ||
               line.text.find("(us )") != std::string::npos ||
               line.text.find("MB/s") != std::string::npos) {
      columns(line);
    }
  }

  void columns(const TextLine& line) {
    for (const std::string& column : split_columns(line.text.substr(1))) {
      if (!column.empty()) table_.columns.push_back(lower_without_blanks(column));
    }
    const bool bandwidth = table_.benchmark->unit == Unit::bandwidth;
    if (!bandwidth) {
      for (const OsuTimeColumn& wanted : osu_time_columns) {
        if (!find_column(wanted.name)) continue;
        statistics.insert(wanted.statistic);
        return;
      }
    }
    for (const char* wanted : bandwidth_columns) {
      if (!bandwidth || !find_column(wanted)) continue;
      statistics.insert("mean (OSU, bandwidth)");
      return;
    }
    line.fail(bandwidth ? "a column of MB/s" : "a column of times in us");
  }

  bool find_column(std::string_view name) {
    for (std::size_t i = 0; i < table_.columns.size(); ++i) {
      if (table_.columns[i] != name) continue;
      table_.time = i;
      return true;
    }
    return false;
  }

  bool is_operation(const std::string& word) const {
    return table_.benchmark != nullptr && table_.benchmark->unit == Unit::operations &&
           word.substr(0, 6) == "shmem_";
  }

  // As the options or the file's name say; 0: neither does, and the table is left out.
  int processes_of(const TextLine& line) {
    if (table_.benchmark->pair) return 2;
    if (const int given = options_.processes.of(line.file)) return given;
    if (const std::optional<int> named = processes_in_name(line.file)) return *named;
    notes_.push_back(
        line.message("the number of processes, which an OSU table does not say: give --procs N, "
                     "--procs FILE=N or a name like osu_bcast_np64.out") +
        "; the table is left out");
    table_.benchmark = nullptr;
    return 0;
  }

  void row(const TextLine& line) {
    const std::vector<std::string> words = split_words(line.text);
    if (!in_table_ || !(to_number(words[0]) || is_operation(words[0]))) {
      if (strangers_++ == 0) first_stranger_ = line.place();
      return;
    }
    if (table_.benchmark == nullptr) return;
    if (table_.columns.empty())
      line.fail("a line of columns (\"# Size ...\") before the first row");
    if (!line.whole) {
      notes_.push_back(line.cut_note());
      return;
    }
    if (words.size() != table_.columns.size()) {
      line.fail(std::to_string(table_.columns.size()) + " columns");
    }
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (table_.columns[i] == "validation" && words[i] != "Pass" && words[i] != "pass") {
        notes_.push_back(line.place() + ": left out, as the benchmark's own check failed");
        return;
      }
    }
    if (table_.processes == 0) table_.processes = processes_of(line);
    if (table_.processes > 0) add(line, words);
  }

  void add(const TextLine& line, const std::vector<std::string>& words) {
    const bool has_size = table_.columns[0] == "size";
    const std::optional<std::int64_t> size = has_size ? to_count(words[0]) : 0;
    if (!size) line.fail("a size in bytes", words[0]);
    const std::optional<double> value = to_number(words[table_.time]);
    if (!value || *value < 0) line.fail("a time or bandwidth of at least 0", words[table_.time]);
    const bool latency = table_.benchmark->unit != Unit::bandwidth;
    if (!latency && (*value == 0 || *size == 0)) return;  // nothing was sent
    ImportSample sample;
    sample.call = table_.call;
    if (table_.benchmark->unit == Unit::operations) {
      const char* const call = find_osu_operation(words[0]);
      if (call == nullptr) {
        passed_over_.add(line.place() + ": expected an atomic operation, found \"" + words[0] +
                         "\"");
        return;
      }
      sample.call = call;
    }
    sample.processes = table_.processes;
    sample.bytes = model_bytes(*find_import_call(sample.call), *size, sample.processes,
                               table_.benchmark->whole);
    if (sample.bytes < 0) return;
    sample.table = table_.number;
    sample.place = line.place();
    sample.otherwise = table_.otherwise;
    place(sample, line.file, options_);
    constexpr double mega = 1e6;
    const double time = latency ? *value / mega : static_cast<double>(*size) / (*value * mega);
    set_time(sample, plausible_seconds(time, line, words[table_.time]));
    samples.add(sample);
  }

  const ImportOptions& options_;
  std::vector<std::string>& notes_;
  PassedOver passed_over_;
  OsuTable table_;
  bool in_table_ = false;
  int strangers_ = 0;
  std::string first_stranger_;
};

}  // namespace

Imported import_osu(const std::vector<std::string>& files, const ImportOptions& options) {
  std::vector<std::string> notes;
  OsuReader reader(options, notes);
  for (const std::string& file : files) reader.read(file);
  return imported(reader.samples, "the OSU micro-benchmarks", files, reader.statistics, options,
                  std::move(notes));
}

}  // namespace revprof
