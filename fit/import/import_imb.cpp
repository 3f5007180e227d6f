// SPDX-License-Identifier: BSD-3-Clause
// Output of the Intel MPI Benchmarks 2017 ... 2021: for each benchmark and number of processes a
// heading, a line of columns, one row for each size.
#include <algorithm>
#include <optional>
#include <regex>

#include "fit/import/import_imb_benchmark.hpp"
#include "fit/import/import_notes.hpp"
#include "fit/import/import_place.hpp"
#include "fit/import/import_sample.hpp"
#include "fit/import/import_text.hpp"

namespace revprof {

namespace {

constexpr std::string_view imb_output =
    "output of the Intel MPI Benchmarks (a line \"# Benchmarking ...\")";

struct ImbTimeColumn {
  const char* name;
  const char* statistic;
};
constexpr ImbTimeColumn imb_time_columns[] = {
    {"t_max[usec]", "mean of the slowest process (IMB, t_max)"},
    {"t[usec]", "mean (IMB, t)"},
    {"t_pure[usec]", "mean of the slowest process (IMB, t_pure)"},
    {"Msg/sec", "mean (IMB, message rate)"},
};

constexpr const char* failures[] = {"out-of-mem.", "time-out.", "int-overflow."};

struct ImbTable {
  std::string name, call;
  std::string left_out;  // why; empty: it is taken
  int number = 0;        // of all tables
  int processes = 0, groups = 1;
  int waiting = 0;  // processes beside them
  std::vector<std::string> columns;
  std::size_t time = 0;
};

class ImbReader {
 public:
  ImbReader(const ImportOptions& options, std::vector<std::string>& notes)
      : options_(options), notes_(notes) {}

  ImportSamples samples;
  std::set<std::string> statistics;

  void read(const std::string& file) {
    bool found = false, osu = false;
    state_ = State::outside;
    const std::vector<TextLine> lines = read_lines(file, imb_output);
    for (const TextLine& line : lines) {
      if (line.text.substr(0, 6) == "# OSU ") {
        osu = true;
        state_ = State::outside;
      }
      try {
        found = read(line) || found;
      } catch (const WrongOption&) {
        throw;
      } catch (const MeasurementError& error) {
        passed_over_.add(error.what());
      }
    }
    passed_over_.tell(file, notes_);
    if (!found) {
      notes_.push_back(first_words(file, lines).message(imb_output) +
                       (osu ? " (import this with --import osu)" : "") + "; passed over");
    }
  }

  // Groups at the same time stand where the call alone was not measured.
  void take_groups() {
    const ImportSamples alone = samples;
    for (const auto& [key, sample] : slowest_group_) {
      if (!alone.has(sample)) samples.add(sample);
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
    static const std::regex waiting(
        "# \\( *([0-9]+) additional process(?:es)? waiting in MPI_Barrier *\\).*");
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
    } else if (state_ == State::heading && std::regex_match(line.text, match, waiting)) {
      table_.waiting = count(line, match[1].str());
    } else if (state_ == State::heading && std::regex_match(line.text, match, mode)) {
      if (match[1].str() == "AGGREGATE") {
        leave_out(line, "many transfers for each synchronisation; a model's has its own");
      }
    } else if (state_ == State::heading && columns) {
      read_columns(line);
    } else if (state_ == State::rows && !line.text.empty() && line.text[0] != '#') {
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
    const int number = table_.number + 1;
    table_ = ImbTable{};
    table_.number = number;
    table_.name = heading;
    state_ = State::heading;
    static const std::regex affixes("^Multi-|_pure$");
    const std::string name = std::regex_replace(heading, affixes, "");
    if (const ImbBenchmark* benchmark = find_imb_benchmark(name)) {
      if (benchmark->call == nullptr) {
        leave_out(line, benchmark->reason);
      } else {
        table_.call = model_name(*find_import_call(benchmark->call), benchmark->call);
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
    if (table_.processes == 0) table_.processes = options_.processes.of(line.file);
    if (table_.processes == 0) {
      leave_out(line, "\"# #processes = N\" before the table is missing (--procs N, FILE=N)");
      return;
    }
    tell_neighbours(line);
    if (table_.call == "gap" && table_.processes > 2) {
      leave_out(line, "streams of " + std::to_string(table_.processes / 2) +
                          " pairs; a model's `gap` is that of one pair alone");
      return;
    }
    for (const ImbTimeColumn& wanted : imb_time_columns) {
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
    leave_out(line, "expected a column t_max[usec], t[usec], t_pure[usec] or Msg/sec");
  }

  // Processes 0 and 1 of many are hardly on two nodes.
  void tell_neighbours(const TextLine& line) {
    const bool several = options_.within > 0 || options_.ranks_per_node.of(line.file) > 0 ||
                         nodes_in_name(line.file) != Nodes::unknown;
    if (table_.waiting == 0 || table_.processes > 2 || several || told_neighbours_) return;
    told_neighbours_ = true;
    notes_.push_back(line.place() + ": " + table_.name + " is of processes 0 and 1 of " +
                     std::to_string(table_.processes + table_.waiting) +
                     ", which one node may hold: --ranks-per-node R says how many it holds, and "
                     "makes class \"within R\" of what R processes or fewer do");
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
      line.fail("a row of the table");
    }
    if (!line.whole) {
      notes_.push_back(line.cut_note());
      return;
    }
    if (words.size() != table_.columns.size()) {
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
    ImportSample sample;
    sample.call = table_.call;
    sample.processes = table_.processes;
    sample.table = table_.number;
    sample.place = line.place();
    place(sample, line.file, options_);
    sample.repetitions = static_cast<int>(
        std::clamp<std::int64_t>(in_column(line, words, "#repetitions", 1), 1, 1000000000));
    // Only of MPI_Reduce_scatter the size is that of the whole vector.
    const bool whole = table_.call == "MPI_Reduce_scatter" || table_.call == "MPI_Ireduce_scatter";
    sample.bytes = model_bytes(*find_import_call(table_.call), size, sample.processes, whole);
    if (sample.bytes < 0) return;
    const double time = rate ? 1 / *value : *value / us_in_a_second;
    set_time(sample, plausible_seconds(time, line, words[table_.time]));
    keep(sample);
    if (sample.call == "exchange" && sample.processes == 2) {
      sample.call = "MPI_Sendrecv";
      keep(sample);
    }
  }

  void keep(const ImportSample& sample) {
    if (table_.groups == 1) {
      samples.add(sample);
      return;
    }
    const auto [slowest, is_new] = slowest_group_.insert(
        {{sample.call, sample.processes, sample.bytes, sample.table}, sample});
    if (!is_new && slowest->second.median < sample.median) slowest->second = sample;
  }

  const ImportOptions& options_;
  std::vector<std::string>& notes_;
  State state_ = State::outside;
  ImbTable table_;
  PassedOver passed_over_;
  bool told_neighbours_ = false;
  std::map<std::tuple<std::string, int, std::int64_t, int>, ImportSample> slowest_group_;
};

}  // namespace

Imported import_imb(const std::vector<std::string>& files, const ImportOptions& options) {
  std::vector<std::string> notes;
  ImbReader reader(options, notes);
  for (const std::string& file : files) reader.read(file);
  reader.take_groups();
  return imported(reader.samples, "the Intel MPI Benchmarks", files, reader.statistics, options,
                  std::move(notes));
}

}  // namespace revprof
