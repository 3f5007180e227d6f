// SPDX-License-Identifier: BSD-3-Clause
// Output of the OSU micro-benchmarks 5 ... 7: a title, perhaps notes, a line of columns, one row
// for each size. How many processes there were it does not say.
#include <filesystem>
#include <optional>
#include <regex>

#include "fit/import_sample.hpp"
#include "fit/import_text.hpp"

namespace revprof {

namespace {

constexpr std::string_view expected_file =
    "output of the OSU micro-benchmarks (a line \"# OSU MPI ... Test v...\")";

enum class Unit { latency, bandwidth, message_rate };

struct Benchmark {
  const char* title;  // small, without blanks, as between "# OSU MPI" and "Test"
  const char* call;
  Unit unit;
  bool pair;           // by two processes
  bool whole = false;  // sizes are those of all peers together
};

constexpr Benchmark benchmarks[] = {
    {"latency", "transit", Unit::latency, true},
    {"bandwidth", "gap", Unit::bandwidth, true},
    {"multiplebandwidth/messagerate", "gap", Unit::message_rate, true},
    {"_putlatency", "Put", Unit::latency, true},
    {"_getlatency", "Get", Unit::latency, true},
    {"_accumulatelatency", "Accumulate", Unit::latency, true},
    {"_get_accumulatelatency", "Get_accumulate", Unit::latency, true},
    {"_fetch_and_oplatency", "Fetch_and_op", Unit::latency, true},
    {"_compare_and_swaplatency", "Compare_and_swap", Unit::latency, true},
    {"barrierlatency", "Barrier", Unit::latency, false},
    {"broadcastlatency", "Bcast", Unit::latency, false},
    {"gatherlatency", "Gather", Unit::latency, false},
    {"gathervlatency", "Gatherv", Unit::latency, false},
    {"scatterlatency", "Scatter", Unit::latency, false},
    {"scattervlatency", "Scatterv", Unit::latency, false},
    {"allgatherlatency", "Allgather", Unit::latency, false},
    {"allgathervlatency", "Allgatherv", Unit::latency, false},
    {"all-to-allpersonalizedexchangelatency", "Alltoall", Unit::latency, false},
    {"all-to-allvpersonalizedexchangelatency", "Alltoallv", Unit::latency, false},
    {"all-to-allwpersonalizedexchangelatency", "Alltoallw", Unit::latency, false},
    {"all-to-alllatency", "Alltoall", Unit::latency, false},
    {"all-to-allvlatency", "Alltoallv", Unit::latency, false},
    {"all-to-allwlatency", "Alltoallw", Unit::latency, false},
    {"reducelatency", "Reduce", Unit::latency, false},
    {"allreducelatency", "Allreduce", Unit::latency, false},
    {"reduce_scatterlatency", "Reduce_scatter", Unit::latency, false, true},
    {"reduce_scatter_blocklatency", "Reduce_scatter_block", Unit::latency, false, true},
};

// The column that is taken for the time, the first of these that the table has: what comes nearest
// to the median of the latest process.
struct TimeColumn {
  const char* name;
  const char* statistic;
};
constexpr TimeColumn time_columns[] = {
    {"maxlatency(us)", "mean of the slowest process (OSU, maximum)"},
    {"maxcomm.(us)", "mean of the slowest process (OSU, maximum)"},
    {"p50taillat(us)", "median (OSU, P50)"},
    {"avglatency(us)", "mean over the processes (OSU, average)"},
    {"latency(us)", "mean (OSU, latency)"},
    {"purecomm.(us)", "mean over the processes (OSU, pure communication)"},
};
constexpr const char* bandwidth_columns[] = {"bandwidth(mb/s)", "mb/s"};

struct Table {
  const Benchmark* benchmark = nullptr;  // nullptr: its rows are left out
  std::string call;                      // in the model
  int processes = 0;                     // 0: not known yet
  int pairs = 1;
  std::vector<std::string> columns;  // empty: its line has not come yet
  std::size_t time = 0;
};

const Benchmark* find_benchmark(const std::string& title) {
  const std::string wanted = title.substr(0, 11) == "nonblocking" ? title.substr(11) : title;
  for (const Benchmark& benchmark : benchmarks) {
    if (wanted == benchmark.title) return &benchmark;
  }
  return nullptr;
}

// "osu_bcast_np64.out", "bcast-64procs.txt", "p64/osu_bcast.out".
std::optional<int> processes_in_name(const std::string& file) {
  static const std::regex before("(?:^|[^a-z])(?:np|p|procs|processes|ranks|tasks)[-_=]?([0-9]+)",
                                 std::regex::icase);
  static const std::regex behind(
      "(?:^|[^0-9])([0-9]+)[-_]?(?:np|p|procs|processes|ranks|tasks)(?![a-z])", std::regex::icase);
  const std::filesystem::path path(file);
  for (const std::string& name : {path.stem().string(), path.parent_path().filename().string()}) {
    std::smatch match;
    if (!std::regex_search(name, match, before) && !std::regex_search(name, match, behind))
      continue;
    const std::optional<std::int64_t> count = to_count(match[1].str());
    if (count && *count > 0 && *count < 1000000000) return static_cast<int>(*count);
  }
  return std::nullopt;
}

class Reader {
 public:
  Reader(const ImportOptions& options, Samples& samples, std::set<std::string>& statistics,
         std::vector<std::string>& notes)
      : options_(options), samples_(samples), statistics_(statistics), notes_(notes) {}

  void read(const std::string& file) {
    bool found = false;
    strangers_ = 0;
    in_table_ = false;
    const std::vector<TextLine> lines = read_lines(file, expected_file);
    for (const TextLine& line : lines) {
      if (line.text.find("Intel(R) MPI Benchmarks") != std::string::npos ||
          line.text.find("Intel (R) MPI Benchmark") != std::string::npos) {
        line.fail("the OSU micro-benchmarks' output alone (import this with --import imb)");
      }
      std::smatch match;
      static const std::regex title("# ?OSU ([A-Za-z]*MPI\\S*.*) Test(?: v(\\S+))?");
      if (std::regex_match(line.text, match, title)) {
        begin(line, match[1].str());
        found = in_table_ = true;
      } else if (!line.text.empty() && line.text[0] == '#') {
        if (in_table_) comment(line);
      } else if (!line.text.empty()) {
        row(line);
      }
    }
    if (!found) {
      TextLine{file, 1, lines.empty() ? "an empty file" : lines.front().text}.fail(expected_file);
    }
    if (strangers_ > 0) {
      notes_.push_back(first_stranger_ + ": " + std::to_string(strangers_) +
                       " lines that belong to no table were passed over");
    }
  }

 private:
  // "MPI-CUDA Non-blocking Allgather Latency" -> "nonblockingallgatherlatency".
  void begin(const TextLine& line, const std::string& title) {
    std::string name = std::regex_replace(title, std::regex("^MPI(-[A-Z]+)?"), "");
    name =
        lower_without_blanks(std::regex_replace(name, std::regex("Non-blocking"), "nonblocking"));
    table_ = Table{};
    table_.benchmark = find_benchmark(name);
    if (table_.benchmark == nullptr) {
      leave_out(line, "\"" + title + "\" is left out: no equation of a model has its meaning");
      return;
    }
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
      table_.pairs = static_cast<int>(to_count(match[1].str()).value_or(1));
      if (table_.pairs > 1) {
        leave_out(line, "a stream of " + std::to_string(table_.pairs) +
                            " pairs is left out: `gap` is that of one pair alone");
      }
    } else if (std::regex_match(line.text, match, synchronisation)) {
      if (match[1].str() != "MPI_Win_flush") {
        leave_out(line, "a transfer with " + match[1].str() +
                            " is left out: a model's is the one with MPI_Win_flush");
      }
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
    const bool bandwidth = table_.benchmark->unit != Unit::latency;
    if (!bandwidth) {
      for (const TimeColumn& wanted : time_columns) {
        if (!find_column(wanted.name)) continue;
        statistics_.insert(wanted.statistic);
        return;
      }
    }
    for (const char* wanted : bandwidth_columns) {
      if (!bandwidth || !find_column(wanted)) continue;
      statistics_.insert("mean (OSU, bandwidth)");
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

  int processes_of(const TextLine& line) {
    if (table_.benchmark->pair) return 2;
    if (options_.processes > 0) return options_.processes;
    const std::optional<int> named = processes_in_name(line.file);
    if (!named) {
      line.fail(
          "the number of processes, which an OSU table does not say: give --procs N, or a name "
          "like osu_bcast_np64.out");
    }
    return *named;
  }

  void row(const TextLine& line) {
    const std::vector<std::string> words = split_words(line.text);
    if (!in_table_ || !to_number(words[0])) {
      if (strangers_++ == 0) first_stranger_ = line.place();
      return;
    }
    if (table_.benchmark == nullptr) return;
    if (table_.columns.empty())
      line.fail("a line of columns (\"# Size ...\") before the first row");
    if (words.size() != table_.columns.size()) {
      if (!line.whole) {
        notes_.push_back(line.place() + ": the file ends within this row, which is left out");
        return;
      }
      line.fail(std::to_string(table_.columns.size()) + " columns");
    }
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (table_.columns[i] == "validation" && words[i] != "Pass" && words[i] != "pass") {
        notes_.push_back(line.place() + ": left out, as the benchmark's own check failed");
        return;
      }
    }
    add(line, words);
  }

  void add(const TextLine& line, const std::vector<std::string>& words) {
    const bool has_size = table_.columns[0] == "size";
    const std::optional<std::int64_t> size = has_size ? to_count(words[0]) : 0;
    if (!size) line.fail("a size in bytes", words[0]);
    const std::optional<double> value = to_number(words[table_.time]);
    if (!value || *value < 0) line.fail("a time or bandwidth of at least 0", words[table_.time]);
    const bool latency = table_.benchmark->unit == Unit::latency;
    if (!latency && (*value == 0 || *size == 0)) return;  // nothing was sent
    Sample sample;
    sample.call = table_.call;
    sample.within = options_.within;
    sample.processes = processes_of(line);
    sample.bytes = model_bytes(*find_import_call(table_.call), *size, sample.processes,
                               table_.benchmark->whole);
    if (sample.bytes < 0) return;
    constexpr double mega = 1e6;
    set_time(sample, latency ? *value / mega : static_cast<double>(*size) / (*value * mega));
    samples_.add(sample);
  }

  const ImportOptions& options_;
  Samples& samples_;
  std::set<std::string>& statistics_;
  std::vector<std::string>& notes_;
  Table table_;
  bool in_table_ = false;
  int strangers_ = 0;
  std::string first_stranger_;
};

}  // namespace

Imported import_osu(const std::vector<std::string>& files, const ImportOptions& options) {
  Samples samples;
  std::set<std::string> statistics;
  std::vector<std::string> notes;
  Reader reader(options, samples, statistics, notes);
  for (const std::string& file : files) reader.read(file);
  return imported(samples, "the OSU micro-benchmarks", files, statistics, std::move(notes));
}

}  // namespace revprof
