// SPDX-License-Identifier: BSD-3-Clause
// Reads what --resume and --append go on from.
#include "characterize/past.hpp"

#include <algorithm>
#include <filesystem>
#include <sstream>

namespace revprof {

namespace {

constexpr const char* launch_key = "launch";

std::string value_in(const Header& header, const std::string& key) {
  return Measurements{header, {}}.header_value(key);
}

std::int64_t number_in(const Header& header, const std::string& key, const std::string& file) {
  const std::string text = value_in(header, key);
  std::istringstream stream(text);
  std::int64_t value = 0;
  if (stream >> value && stream.eof() && value >= 0) return value;
  throw MeasurementError(file + ": header \"" + key + "\": expected a number, as characterize " +
                         "writes it, found \"" + text + '"');
}

// The further launch takes over what the first one found out, so that their cells are the same.
Layout layout_in(const Header& header, const std::string& file) {
  Layout layout;
  std::istringstream blocks(value_in(header, "block_sizes"));
  for (int size = 0; blocks >> size;) {
    if (size > 1) layout.block_sizes.push_back(size);
  }
  if (!value_in(header, "partner").empty()) {
    layout.partner = static_cast<int>(number_in(header, "partner", file));
  }
  std::istringstream ranks_apart(value_in(header, "ranks_apart"));
  for (int ranks = 0; ranks_apart >> ranks;) layout.ranks_apart.push_back(ranks);
  std::istringstream jumps(value_in(header, "jumps"));
  for (std::int64_t bytes = 0; jumps >> bytes;) layout.jumps.push_back(bytes);
  layout.distances = distance_map_in(value_in(header, "distances")).value_or(DistanceMap());
  if (!value_in(header, "eager_limit_bytes").empty()) {
    layout.eager_limit = FoundEagerLimit{number_in(header, "eager_limit_bytes", file),
                                         !value_in(header, "eager_limit_note").empty()};
  }
  return layout;
}

// Of a file that is not understood nobody knows.
bool holds_times(const std::string& file) {
  if (!std::filesystem::is_regular_file(file)) return false;
  try {
    return !read_measurements(file).cells.empty();
  } catch (const MeasurementError&) {
    return true;
  }
}

}  // namespace

Past read_past(const Options& options, int processes) {
  Past past;
  const bool resumes = !options.resume.empty();
  if (!resumes && options.append.empty()) return past;
  const Measurements known = read_measurements(options.measurements_file());
  std::string file = options.measurements_file();
  if (resumes) {
    file = options.journal_file();
    past.journal = read_journal(file);
    past.launch = static_cast<int>(number_in(past.journal.header, launch_key, file));
  } else {
    for (const Measurement& cell : known.cells) {
      past.launch = std::max(past.launch, cell.launch + 1);
    }
    past.journal.header = known.header;
    past.journal.layout = layout_in(known.header, file);
  }
  const std::int64_t started = number_in(past.journal.header, "started_processes", file);
  if (started != processes) {
    throw OptionError(std::string(resumes ? "--resume" : "--append") + ": expected " +
                      std::to_string(started) + " processes, as in " + file + ", found " +
                      std::to_string(processes));
  }
  for (const Measurement& cell : known.cells) {
    if (cell.launch != past.launch) past.earlier.push_back(cell);
  }
  return past;
}

std::string keep_earlier(const Options& options) {
  namespace fs = std::filesystem;
  const bool goes_on = !options.resume.empty() || !options.append.empty();
  if (goes_on || !holds_times(options.measurements_file())) return "";
  Options kept = options;
  const std::string old = fs::path(options.output).replace_extension(".old").string();
  for (int number = 1; number == 1 || fs::exists(kept.measurements_file()); ++number) {
    kept.output = old + (number == 1 ? "" : "." + std::to_string(number)) + ".json";
  }
  fs::rename(options.measurements_file(), kept.measurements_file());
  if (fs::exists(options.journal_file())) fs::rename(options.journal_file(), kept.journal_file());
  return kept.measurements_file();
}

}  // namespace revprof
