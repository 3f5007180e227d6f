// SPDX-License-Identifier: BSD-3-Clause
// Appends line by line, each handed to the operating system at once, so that a killed process has
// lost nothing that was measured.
#include "characterize/journal.hpp"

#include <cerrno>
#include <cmath>
#include <cstring>
#include <sstream>

#include "fit/file/new_file.hpp"
#include "fit/file/whole_file.hpp"
#include "fit/measurements/distance_name.hpp"
#include "fit/measurements/measurement_line.hpp"
#include "fit/measurements/measurements.hpp"

namespace revprof {

namespace {

constexpr std::string_view version_line = "# revprof-journal 4";
constexpr std::string_view layout_word = "layout";
constexpr std::size_t layout_fields = 8, entry_fields = 10;
constexpr std::string_view layout_expected =
    "\"layout\", block sizes, partner, eager limit, exact, at least or none, ranks apart, "
    "distances, and jumps";

std::vector<std::string_view> words_of(std::string_view text) {
  return text.empty() ? std::vector<std::string_view>() : split(text, ' ');
}

Layout read_layout(const std::vector<std::string_view>& fields, std::string_view line,
                   const LinePlace& place) {
  if (fields.size() != layout_fields) place.fail(layout_expected, line);
  Layout layout;
  for (const std::string_view block : words_of(fields[1])) {
    layout.block_sizes.push_back(read_number<int>(block, 1, layout_expected, place));
  }
  layout.partner = read_number<int>(fields[2], 0, layout_expected, place);
  for (const std::string_view ranks : words_of(fields[5])) {
    layout.ranks_apart.push_back(read_number<int>(ranks, 1, layout_expected, place));
  }
  const std::optional<DistanceMap> distances = distance_map_in(std::string(fields[6]));
  if (!distances) place.fail(layout_expected, line);
  layout.distances = *distances;
  for (const std::string_view bytes : words_of(fields[7])) {
    layout.jumps.push_back(read_number<std::int64_t>(bytes, 0, layout_expected, place));
  }
  if (fields[4] == "none") return layout;
  if (fields[4] != "exact" && fields[4] != "at least") place.fail(layout_expected, line);
  layout.eager_limit = FoundEagerLimit{
      read_number<std::int64_t>(fields[3], 0, layout_expected, place), fields[4] == "at least"};
  return layout;
}

std::vector<double> read_times(std::string_view text, const LinePlace& place) {
  std::vector<double> times;
  for (const std::string_view word : words_of(text)) times.push_back(read_seconds(word, place));
  return times;
}

JournalEntry read_entry(const std::vector<std::string_view>& fields, std::string_view line,
                        const LinePlace& place) {
  if (fields.size() != entry_fields) {
    place.fail(
        "call, class, processes, bytes, seconds spent, repetitions, late ones, times, process 0's "
        "times, overlaps",
        line);
  }
  JournalEntry entry;
  entry.call = fields[0];
  entry.within = read_within(fields[1], place);
  entry.processes = read_number<int>(fields[2], 1, "a number of processes of at least 1", place);
  entry.bytes = read_number<std::int64_t>(fields[3], 0, "a number of bytes of at least 0", place);
  entry.spent.seconds = read_number<double>(fields[4], 0, "a number of seconds", place);
  entry.spent.repetitions = read_number<long>(fields[5], 0, "a number of repetitions", place);
  entry.spent.late = read_number<long>(fields[6], 0, "a number of repetitions", place);
  entry.seconds = read_times(fields[7], place);
  entry.root_seconds = read_times(fields[8], place);
  entry.overlap = read_times(fields[9], place);
  return entry;
}

double whole_picoseconds(double seconds) { return std::round(seconds * 1e12) / 1e12; }

}  // namespace

Journal read_journal(const std::string& path) {
  const std::string kind = unreadable_kind(path);
  std::ifstream file;
  if (kind.empty()) file.open(path);
  if (!file.is_open()) {
    throw MeasurementError(path + ": cannot be read, expected the journal of a run" +
                           (kind.empty() ? "" : ", found " + kind));
  }
  Journal journal;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    const LinePlace place{path, number};
    if (file.eof()) break;  // cut short
    if (number == 1) {
      if (line != version_line) place.fail('"' + std::string(version_line) + '"', line);
    } else if (line.substr(0, 1) == "#") {
      journal.header.push_back(read_header_line(line, place));
    } else {
      const std::vector<std::string_view> fields = split(line, ',');
      if (fields.front() == layout_word) {
        journal.layout = read_layout(fields, line, place);
      } else {
        journal.entries.push_back(read_entry(fields, line, place));
      }
    }
  }
  if (journal.header.empty()) {
    throw MeasurementError(path + ":1: expected the journal of a run, found the end of the file");
  }
  return journal;
}

JournalWriter::JournalWriter(std::string path, const Journal& past)
    : path_(std::move(path)), file_() {
  try {
    NewFile made(path_);
    file_.open(made.name());
    file_ << version_line << '\n';
    for (const auto& [key, value] : past.header) file_ << header_line(key, value);
    if (past.layout) add(*past.layout);
    for (const JournalEntry& entry : past.entries) add(entry);
    check();
    made.put_in_place();
  } catch (const FileError& error) {
    throw MeasurementError(error.what());
  }
}

void JournalWriter::add(const Layout& layout) {
  const auto list = [&](const auto& numbers) {
    for (std::size_t i = 0; i < numbers.size(); ++i) file_ << (i == 0 ? "" : " ") << numbers[i];
  };
  file_ << layout_word << ',';
  list(layout.block_sizes);
  const FoundEagerLimit limit = layout.eager_limit.value_or(FoundEagerLimit{});
  const char* const kind = !layout.eager_limit ? "none" : limit.at_least ? "at least" : "exact";
  file_ << ',' << layout.partner << ',' << limit.bytes << ',' << kind << ',';
  list(layout.ranks_apart);
  file_ << ',' << text_of(layout.distances) << ',';
  list(layout.jumps);
  file_ << '\n';
  check();
}

void JournalWriter::add(const JournalEntry& entry) {
  file_ << entry.call << ',' << distance_name(entry.within) << ',' << entry.processes << ','
        << entry.bytes << ',' << shortest(whole_picoseconds(entry.spent.seconds)) << ','
        << entry.spent.repetitions << ',' << entry.spent.late;
  for (const std::vector<double>* const times :
       {&entry.seconds, &entry.root_seconds, &entry.overlap}) {
    const char* between = ",";
    if (times->empty()) file_ << between;
    for (const double seconds : *times) {
      file_ << between << shortest(whole_picoseconds(seconds));
      between = " ";
    }
  }
  file_ << '\n';
  check();
}

void JournalWriter::check() {
  file_.flush();
  if (file_) return;
  throw MeasurementError(path_ + ": cannot be written: " + std::strerror(errno));
}

}  // namespace revprof
