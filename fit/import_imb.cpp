// SPDX-License-Identifier: BSD-3-Clause
// Output of the Intel MPI Benchmarks 2017 ... 2021: for each benchmark and number of processes a
// heading, a line of columns, one row for each size.
#include <optional>
#include <regex>

#include "fit/import_sample.hpp"
#include "fit/import_text.hpp"

namespace revprof {

namespace {

constexpr std::string_view expected_file =
    "output of the Intel MPI Benchmarks (a line \"# Benchmarking ...\")";

struct Benchmark {
  const char* name;
  const char* call;    // nullptr: left out, and
  const char* reason;  // why
};

// Every other name is a collective's own, also of its nonblocking twin and with "_pure".
constexpr Benchmark benchmarks[] = {
    {"PingPong", "transit", nullptr},
    {"PingPongSpecificSource", "transit", nullptr},
    {"PingPongAnySource", nullptr, "receives from anybody; a model's transit is of a named source"},
    {"PingPing", nullptr, "two messages that meet; Sendrecv says the same of `exchange`"},
    {"PingPingSpecificSource", nullptr,
     "two messages that meet; Sendrecv says the same of `exchange`"},
    {"PingPingAnySource", nullptr, "two messages that meet; Sendrecv says the same of `exchange`"},
    {"Sendrecv", "exchange", nullptr},
    {"Exchange", nullptr, "two messages each way; a model's `exchange` is one, as in Sendrecv"},
    {"Uniband", "gap", nullptr},
    {"Biband", nullptr, "streams both ways; a model's `gap` is of one"},
    {"Unidir_put", "Put", nullptr},
    {"Unidir_get", "Get", nullptr},
    {"Accumulate", "Accumulate", nullptr},
    {"Get_accumulate", "Get_accumulate", nullptr},
    {"Fetch_and_op", "Fetch_and_op", nullptr},
    {"Compare_and_swap", "Compare_and_swap", nullptr},
};

struct TimeColumn {
  const char* name;
  const char* statistic;
};
constexpr TimeColumn time_columns[] = {
    {"t_max[usec]", "mean of the slowest process (IMB, t_max)"},
    {"t[usec]", "mean (IMB, t)"},
    {"t_pure[usec]", "mean of the slowest process (IMB, t_pure)"},
    {"Msg/sec", "mean (IMB, message rate)"},
};

constexpr const char* failures[] = {"out-of-mem.", "time-out.", "int-overflow."};

struct Table {
  std::string name, call;
  std::string left_out;  // why; empty: it is taken
  int processes = 0, groups = 1;
  std::vector<std::string> columns;
  std::size_t time = 0;
};

class Reader {
 public:
  Reader(const ImportOptions& options, std::vector<std::string>& notes)
      : options_(options), notes_(notes) {}

  Samples samples;
  std::set<std::string> statistics;

  void read(const std::string& file) {
    bool found = false;
    state_ = State::outside;
    const std::vector<TextLine> lines = read_lines(file, expected_file);
    for (const TextLine& line : lines) {
      if (line.text.substr(0, 6) == "# OSU ") {
        line.fail("the Intel MPI Benchmarks' output alone (import this with --import osu)");
      }
      found = read(line) || found;
    }
    if (!found) {
      TextLine{file, 1, lines.empty() ? "an empty file" : lines.front().text}.fail(expected_file);
    }
  }

  // Groups at the same time stand where the call alone was not measured.
  void take_groups() {
    for (const auto& [key, sample] : slowest_group_) {
      if (!samples.has(sample)) samples.add(sample);
    }
  }

 private:
  enum class State { outside, heading, rows };

  // Is it the heading of a table?
  bool read(const TextLine& line) {
    static const std::regex heading("# Benchmarking +(\\S+).*");
    static const std::regex processes("# #processes = ([0-9]+).*");
    static const std::regex groups(
        "# \\( *([0-9]+) groups of ([0-9]+) processes each running simultaneous.*");
    static const std::regex mode("# +MODE: *(\\S+).*");
    std::smatch match;
    const bool columns = line.text.find("#repetitions") != std::string::npos;
    if (std::regex_match(line.text, match, heading)) {
      begin(line, match[1].str());
      return true;
    }
    if (state_ == State::heading && std::regex_match(line.text, match, processes)) {
      table_.processes = count(line, match[1].str());
    } else if (state_ == State::heading && std::regex_match(line.text, match, groups)) {
      table_.groups = count(line, match[1].str());
      table_.processes = count(line, match[2].str());
    } else if (state_ == State::heading && std::regex_match(line.text, match, mode)) {
      if (match[1].str() == "AGGREGATE") {
        leave_out(line, "many transfers for each synchronisation; a model's has its own");
      }
    } else if (state_ == State::heading && columns) {
      read_columns(line);
    } else if (state_ == State::rows && line.text.empty()) {
      state_ = State::outside;
    } else if (state_ == State::rows && line.text[0] != '#') {
      row(line);
    }
    return false;
  }

  static int count(const TextLine& line, const std::string& text) {
    const std::optional<std::int64_t> value = to_count(text);
    if (!value || *value < 1 || *value > 1000000000) line.fail("a number of processes", text);
    return static_cast<int>(*value);
  }

  void begin(const TextLine& line, const std::string& heading) {
    table_ = Table{};
    table_.name = heading;
    state_ = State::heading;
    static const std::regex affixes("^Multi-|_pure$");
    const std::string name = std::regex_replace(heading, affixes, "");
    for (const Benchmark& benchmark : benchmarks) {
      if (name != benchmark.name) continue;
      if (benchmark.call == nullptr) {
        leave_out(line, benchmark.reason);
      } else {
        table_.call = model_name(*find_import_call(benchmark.call), benchmark.call);
      }
      return;
    }
    const ImportCall* call = find_import_call(name);
    if (call == nullptr || !(call->collective || std::string_view(call->name) == "Barrier")) {
      leave_out(line, "no equation of a model has its meaning");
      return;
    }
    table_.call = model_name(*call, name);
  }

  void leave_out(const TextLine& line, const std::string& why) {
    table_.left_out = why;
    notes_.push_back(line.place() + ": " + table_.name + " is left out: " + why);
  }

  void read_columns(const TextLine& line) {
    table_.columns = split_words(line.text);
    state_ = State::rows;
    if (!table_.left_out.empty()) return;
    if (table_.processes == 0 && options_.processes > 0) table_.processes = options_.processes;
    if (table_.processes == 0) {
      line.fail("\"# #processes = N\" before the table, or --procs N");
    }
    if (table_.call == "gap" && table_.processes > 2) {
      leave_out(line, "streams of " + std::to_string(table_.processes / 2) +
                          " pairs; a model's `gap` is that of one pair alone");
      return;
    }
    for (const TimeColumn& wanted : time_columns) {
      for (std::size_t i = 0; i < table_.columns.size(); ++i) {
        if (table_.columns[i] != wanted.name) continue;
        table_.time = i;
        statistics.insert(wanted.statistic);
        if (table_.groups > 1) {
          notes_.push_back(line.place() + ": " + table_.name + ": " +
                           std::to_string(table_.groups) +
                           " groups at the same time; the slowest one's time is taken where the "
                           "call was not measured alone");
        }
        return;
      }
    }
    line.fail("a column t_max[usec], t[usec], t_pure[usec] or Msg/sec");
  }

  void row(const TextLine& line) {
    const std::vector<std::string> words = split_words(line.text);
    if (!table_.left_out.empty()) return;
    for (const std::string& word : words) {
      for (const char* failure : failures) {
        if (word.rfind(failure, 0) != 0) continue;
        notes_.push_back(line.place() + ": " + table_.name + " of " + words[0] + " bytes for " +
                         std::to_string(table_.processes) + " processes: " + failure);
        return;
      }
    }
    if (!to_number(words[0])) {
      notes_.push_back(line.place() +
                       ": passed over, as it is no row of the table: " + line.text.substr(0, 60));
      return;
    }
    if (words.size() != table_.columns.size()) {
      if (!line.whole) {
        notes_.push_back(line.place() + ": the file ends within this row, which is left out");
        return;
      }
      line.fail(std::to_string(table_.columns.size()) + " columns");
    }
    add(line, words);
  }

  std::int64_t in_column(const TextLine& line, const std::vector<std::string>& words,
                         std::string_view column, std::int64_t otherwise) const {
    for (std::size_t i = 0; i < table_.columns.size(); ++i) {
      if (table_.columns[i] != column) continue;
      const std::optional<std::int64_t> value = to_count(words[i]);
      if (!value) line.fail("a whole number in column " + std::string(column), words[i]);
      return *value;
    }
    return otherwise;
  }

  void add(const TextLine& line, const std::vector<std::string>& words) {
    const std::int64_t size = in_column(line, words, "#bytes", 0);
    const std::optional<double> value = to_number(words[table_.time]);
    if (!value || *value < 0) line.fail("a number of at least 0", words[table_.time]);
    constexpr double us_in_a_second = 1e6;
    const bool rate = table_.columns[table_.time] == "Msg/sec";
    if (rate && *value == 0) return;
    Sample sample;
    sample.call = table_.call;
    sample.within = options_.within;
    sample.processes = table_.processes;
    sample.repetitions =
        static_cast<int>(std::max<std::int64_t>(1, in_column(line, words, "#repetitions", 1)));
    // Only of MPI_Reduce_scatter the size is that of the whole vector.
    const bool whole = table_.call == "MPI_Reduce_scatter" || table_.call == "MPI_Ireduce_scatter";
    sample.bytes = model_bytes(*find_import_call(table_.call), size, sample.processes, whole);
    if (sample.bytes < 0) return;
    set_time(sample, rate ? 1 / *value : *value / us_in_a_second);
    keep(sample);
    if (sample.call == "exchange" && sample.processes == 2) {
      sample.call = "MPI_Sendrecv";
      keep(sample);
    }
  }

  void keep(const Sample& sample) {
    if (table_.groups == 1) {
      samples.add(sample);
      return;
    }
    const auto [slowest, is_new] =
        slowest_group_.insert({{sample.call, sample.processes, sample.bytes}, sample});
    if (!is_new && slowest->second.median < sample.median) slowest->second = sample;
  }

  const ImportOptions& options_;
  std::vector<std::string>& notes_;
  State state_ = State::outside;
  Table table_;
  std::map<std::tuple<std::string, int, std::int64_t>, Sample> slowest_group_;
};

}  // namespace

Imported import_imb(const std::vector<std::string>& files, const ImportOptions& options) {
  std::vector<std::string> notes;
  Reader reader(options, notes);
  for (const std::string& file : files) reader.read(file);
  reader.take_groups();
  return imported(reader.samples, "the Intel MPI Benchmarks", files, reader.statistics,
                  std::move(notes));
}

}  // namespace revprof
