// SPDX-License-Identifier: BSD-3-Clause
// From the samples that an importer has read to measurements; several measurements as one.
#include "fit/import.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

#include "fit/import_sample.hpp"
#include "fit/quantile.hpp"

namespace revprof {

namespace {

double median_of(const std::vector<Sample>& samples, double Sample::*time) {
  std::vector<double> values;
  for (const Sample& sample : samples) values.push_back(sample.*time);
  return quantile(values, 0.5);
}

bool says_scatter(const Sample& sample) { return sample.minimum < sample.maximum; }

Measurement cell_of(const std::vector<Sample>& samples) {
  const Sample& first = samples.front();
  Measurement cell{first.call, first.within, first.processes, first.bytes, 0, 0, 0, 0, 0, 0};
  long repetitions = 0;
  for (const Sample& sample : samples) repetitions += sample.repetitions;
  cell.repetitions = static_cast<int>(std::min<long>(repetitions, std::numeric_limits<int>::max()));
  cell.median = median_of(samples, &Sample::median);
  if (samples.size() == 1 || std::all_of(samples.begin(), samples.end(), says_scatter)) {
    cell.minimum = median_of(samples, &Sample::minimum);
    cell.lower_quartile = median_of(samples, &Sample::lower_quartile);
    cell.upper_quartile = median_of(samples, &Sample::upper_quartile);
    cell.maximum = median_of(samples, &Sample::maximum);
    return cell;
  }
  std::vector<double> times;
  for (const Sample& sample : samples) times.push_back(sample.median);
  cell.minimum = quantile(times, 0);
  cell.lower_quartile = quantile(times, 0.25);
  cell.upper_quartile = quantile(times, 0.75);
  cell.maximum = quantile(times, 1);
  // Each time is the mean of many repetitions: what scatters is the launch.
  cell.repetitions = static_cast<int>(samples.size());
  return cell;
}

std::string listed(const std::set<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : "; ") + word;
  return text;
}

// Header entries that say of each file how it came about.
bool adds_up(const std::string& key) {
  return key == "provenance" || key == "statistic" || key == "size_meaning" || key == "command";
}

void join_header(Measurements& all, const std::pair<std::string, std::string>& entry) {
  const auto& [key, value] = entry;
  const auto known = std::find_if(all.header.begin(), all.header.end(),
                                  [&](const auto& other) { return other.first == entry.first; });
  if (known == all.header.end()) {
    all.header.push_back(entry);
  } else if (adds_up(key) && !value.empty() && known->second.find(value) == std::string::npos) {
    known->second += (known->second.empty() ? "" : "; ") + value;
  }
}

}  // namespace

void set_time(Sample& sample, double seconds) {
  sample.minimum = sample.lower_quartile = sample.median = sample.upper_quartile = sample.maximum =
      seconds;
}

std::vector<Measurement> Samples::cells() const {
  std::vector<Measurement> cells;
  for (const auto& [key, samples] : cells_) cells.push_back(cell_of(samples));
  return cells;
}

std::int64_t model_bytes(const ImportCall& call, std::int64_t bytes, int processes, bool whole) {
  if (whole && call.bytes_each_peer) {
    bytes = static_cast<std::int64_t>(
        std::llround(static_cast<double>(bytes) / static_cast<double>(processes)));
  }
  return bytes == 0 && call.collective ? -1 : bytes;
}

Imported imported(const Samples& samples, const std::string& tool,
                  const std::vector<std::string>& files, const std::set<std::string>& statistics,
                  std::vector<std::string> notes) {
  if (samples.empty()) {
    throw MeasurementError(files.front() + ": nothing to import" +
                           (notes.empty() ? "" : "; " + notes.front()));
  }
  Imported result;
  std::string names;
  for (const std::string& file : files) {
    names += (names.empty() ? "" : ", ") + std::filesystem::path(file).filename().string();
  }
  result.measurements.header = {{"provenance", "imported from " + tool + ": " + names},
                                {"statistic", listed(statistics)},
                                {"size_meaning", "per peer"}};
  result.measurements.cells = samples.cells();
  result.notes = std::move(notes);
  return result;
}

Measurements joined(const std::vector<std::pair<std::string, Measurements>>& files) {
  Measurements all;
  std::map<std::tuple<std::string, int, int, std::int64_t, int>, std::string> origin;
  for (const auto& [file, measurements] : files) {
    for (const auto& entry : measurements.header) join_header(all, entry);
    for (const Measurement& cell : measurements.cells) {
      const auto [known, is_new] =
          origin.insert({{cell.call, cell.within, cell.processes, cell.bytes, cell.launch}, file});
      if (!is_new) {
        throw MeasurementError(file + ": expected cells that no other file has, found " +
                               cell.call + " for " + std::to_string(cell.processes) +
                               " processes and " + std::to_string(cell.bytes) + " bytes, as in " +
                               known->second);
      }
      all.cells.push_back(cell);
    }
  }
  return all;
}

}  // namespace revprof
