// SPDX-License-Identifier: BSD-3-Clause
// Tables in CSV: the user says which column is what.
#include <algorithm>
#include <optional>

#include "fit/import/import_notes.hpp"
#include "fit/import/import_place.hpp"
#include "fit/import/import_sample.hpp"
#include "fit/import/import_text.hpp"

namespace revprof {

namespace {

using Fields = std::vector<std::string>;

bool meets(const std::string& text, const CsvCondition& wanted) {
  if (wanted.relation == CsvCondition::Relation::equal) return text == wanted.value;
  const std::optional<double> value = to_number(text), limit = to_number(wanted.value);
  if (!value || !limit) return false;
  return wanted.relation == CsvCondition::Relation::at_most ? *value <= *limit : *value >= *limit;
}

class CsvReader {
 public:
  CsvReader(const ImportOptions& options, const CsvMapping& mapping)
      : options_(options), mapping_(mapping) {}

  ImportSamples samples;
  std::vector<std::string> notes;

  void read(const std::string& file) {
    const std::vector<TextLine> lines = read_lines(file, "a table in CSV");
    names_ = mapping_.names;
    ++file_;
    const std::size_t before = rows_;
    try {
      if (!names_.empty() && !lines.empty()) check_columns(lines.front());
      for (const TextLine& line : lines) {
        if (line.text.empty() || line.text[0] == '#') continue;
        if (names_.empty()) {
          names_ = split_fields(line);
          check_columns(line);
        } else {
          row_or_note(line);
        }
      }
      if (names_.empty()) TextLine{file, 1, "an empty file"}.fail("a line that names the columns");
    } catch (const WrongOption&) {
      throw;
    } catch (const MeasurementError& error) {
      notes.push_back(std::string(error.what()) + "; the file is passed over");
      return;
    }
    passed_over_.tell(file, notes);
    if (rows_ == before) notes.push_back(file + ": no row is the one that was asked for");
  }

 private:
  std::optional<std::size_t> place_of(const std::string& name) const {
    const auto found = std::find(names_.begin(), names_.end(), name);
    if (found == names_.end()) return std::nullopt;
    return static_cast<std::size_t>(found - names_.begin());
  }

  void check_columns(const TextLine& line) const {
    for (const auto& [meaning, name] : mapping_.columns) {
      if (!place_of(name)) line.fail("a column \"" + name + "\" (" + meaning + ")");
    }
    for (const CsvCondition& wanted : mapping_.where) {
      if (!place_of(wanted.column)) line.fail("a column \"" + wanted.column + "\"");
    }
  }

  void row_or_note(const TextLine& line) {
    try {
      row(line);
    } catch (const WrongOption&) {
      throw;
    } catch (const MeasurementError& error) {
      passed_over_.add(error.what());
    }
  }

  // nullptr: no column has this meaning.
  const std::string* field(const Fields& fields, const std::string& meaning) const {
    const auto column = mapping_.columns.find(meaning);
    return column == mapping_.columns.end() ? nullptr : &fields[*place_of(column->second)];
  }

  std::int64_t count(const TextLine& line, const Fields& fields, const std::string& meaning,
                     std::int64_t at_least) const {
    const std::string& text = *field(fields, meaning);
    const std::optional<std::int64_t> value = to_count(text);
    if (!value || *value < at_least || *value > 1000000000000) {
      line.fail(meaning + ", a whole number of at least " + std::to_string(at_least), text);
    }
    return *value;
  }

  double seconds(const TextLine& line, const Fields& fields, const std::string& meaning,
                 double otherwise) const {
    const std::string* text = field(fields, meaning);
    if (text == nullptr) return otherwise;
    const std::optional<double> value = to_number(*text);
    if (!value || *value < 0) line.fail(meaning + ", a time of at least 0", *text);
    return plausible_seconds(*value / mapping_.units_per_second, line, *text);
  }

  // A barrier has none: no column of them, or nothing in it.
  std::int64_t bytes_of(const TextLine& line, const Fields& fields, const std::string& call) const {
    const std::string* text = field(fields, "bytes");
    const bool barrier = call == "MPI_Barrier" || call == "MPI_Ibarrier";
    if (barrier && (text == nullptr || to_count(*text).value_or(0) == 0)) return 0;
    if (text == nullptr) line.fail("--columns bytes=COLUMN for " + call);
    return count(line, fields, "bytes", 0);
  }

  // Each file is one; of a file with a column that says so each of its values.
  int launch_of(const Fields& fields) {
    const std::string* said = field(fields, "launch");
    const auto next = static_cast<int>(launches_.size()) + 1;
    return launches_.insert({{file_, said == nullptr ? "" : *said}, next}).first->second;
  }

  void row(const TextLine& line) {
    const Fields fields = split_fields(line);
    if (!line.whole) {
      notes.push_back(line.cut_note());
      return;
    }
    if (fields.size() != names_.size()) line.fail(std::to_string(names_.size()) + " columns");
    for (const CsvCondition& wanted : mapping_.where) {
      if (!meets(fields[*place_of(wanted.column)], wanted)) return;
    }
    ++rows_;
    const std::string* spelled = field(fields, "call");
    const std::string call_name = spelled == nullptr ? mapping_.call : *spelled;
    const ImportCall* call = find_import_call(call_name);
    if (call == nullptr) line.fail("the name of a call, as MPI_Bcast, bcast or transit", call_name);
    ImportSample sample;
    sample.call = model_name(*call, call_name);
    sample.place = line.place();
    sample.table = launch_of(fields);
    sample.processes = field(fields, "processes") == nullptr
                           ? options_.processes.of(line.file)
                           : static_cast<int>(std::min<std::int64_t>(
                                 count(line, fields, "processes", 1), 1000000000));
    if (sample.processes == 0) line.fail("the number of processes: --procs N, or FILE=N");
    place(sample, line.file, options_);
    if (field(fields, "repetitions") != nullptr) {
      sample.repetitions = static_cast<int>(
          std::min<std::int64_t>(count(line, fields, "repetitions", 1), 1000000000));
    }
    const std::int64_t bytes = bytes_of(line, fields, sample.call);
    sample.bytes = model_bytes(*call, bytes, sample.processes, mapping_.whole_vector);
    if (sample.bytes < 0) return;
    sample.median = seconds(line, fields, "median", 0);
    sample.lower_quartile = seconds(line, fields, "lower_quartile", sample.median);
    sample.minimum = seconds(line, fields, "minimum", sample.lower_quartile);
    sample.upper_quartile = seconds(line, fields, "upper_quartile", sample.median);
    sample.maximum = seconds(line, fields, "maximum", sample.upper_quartile);
    if (!(sample.minimum <= sample.lower_quartile && sample.lower_quartile <= sample.median &&
          sample.median <= sample.upper_quartile && sample.upper_quartile <= sample.maximum)) {
      line.fail("minimum <= lower_quartile <= median <= upper_quartile <= maximum");
    }
    samples.add(sample);
  }

  const ImportOptions& options_;
  const CsvMapping& mapping_;
  Fields names_;
  PassedOver passed_over_;
  std::map<std::pair<int, std::string>, int> launches_;
  int file_ = 0;
  std::size_t rows_ = 0;
};

std::string statistic_of(const CsvMapping& mapping) {
  return "column \"" + mapping.columns.at("median") + "\" of the table";
}

}  // namespace

Imported import_csv(const std::vector<std::string>& files, const ImportOptions& options,
                    const CsvMapping& mapping) {
  CsvReader reader(options, mapping);
  for (const std::string& file : files) reader.read(file);
  return imported(reader.samples, "a table", files, {statistic_of(mapping)}, options,
                  std::move(reader.notes));
}

}  // namespace revprof
