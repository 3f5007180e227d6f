// SPDX-License-Identifier: BSD-3-Clause
// From the samples that an importer has read to measurements; several measurements as one.
#include "fit/import/import.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <limits>

#include "fit/import/import_sample.hpp"
#include "fit/measurements/quantile.hpp"

namespace revprof {

namespace {

double median_of(const std::vector<ImportSample>& samples, double ImportSample::*time) {
  std::vector<double> values;
  for (const ImportSample& sample : samples) values.push_back(sample.*time);
  return quantile(values, 0.5);
}

bool says_scatter(const ImportSample& sample) { return sample.minimum < sample.maximum; }

// Of one launch.
Measurement cell_of(const std::vector<ImportSample>& samples, int launch) {
  const ImportSample& first = samples.front();
  Measurement cell{first.call, first.within, first.processes, first.bytes, 0, 0, 0, 0, 0, 0};
  cell.launch = launch;
  long repetitions = 0;
  for (const ImportSample& sample : samples) repetitions += sample.repetitions;
  cell.repetitions = static_cast<int>(std::min<long>(repetitions, std::numeric_limits<int>::max()));
  cell.median = median_of(samples, &ImportSample::median);
  if (samples.size() == 1 || std::all_of(samples.begin(), samples.end(), says_scatter)) {
    cell.minimum = median_of(samples, &ImportSample::minimum);
    cell.lower_quartile = median_of(samples, &ImportSample::lower_quartile);
    cell.upper_quartile = median_of(samples, &ImportSample::upper_quartile);
    cell.maximum = median_of(samples, &ImportSample::maximum);
    return cell;
  }
  std::vector<double> times;
  for (const ImportSample& sample : samples) times.push_back(sample.median);
  cell.minimum = quantile(times, 0);
  cell.lower_quartile = quantile(times, 0.25);
  cell.upper_quartile = quantile(times, 0.75);
  cell.maximum = quantile(times, 1);
  // Each time is the mean of many repetitions: what scatters is from one to the next.
  cell.repetitions = static_cast<int>(samples.size());
  return cell;
}

// Tables of one call, class and process count.
using Tables = std::tuple<std::string, int, int>;

// Where launches of the same are so far apart that they may not be the same.
class Disagreement {
 public:
  void add(const std::vector<ImportSample>& samples) {
    const auto less = [](const ImportSample& a, const ImportSample& b) {
      return a.median < b.median;
    };
    const auto [low, high] = std::minmax_element(samples.begin(), samples.end(), less);
    if (low->table == high->table || !(high->median > most_apart * low->median)) return;
    ++sizes_;
    const double apart = high->median / low->median;
    if (!(apart > worst_)) return;
    worst_ = apart, low_ = *low, high_ = *high;
  }
  void tell(std::vector<std::string>& notes) const {
    if (sizes_ == 0) return;
    char times[32];
    std::snprintf(times, sizeof times, "%.3g", worst_);
    notes.push_back(high_.place + ": " + with_class(high_.call, high_.within) + " for " +
                    std::to_string(high_.processes) + " processes and " +
                    std::to_string(high_.bytes) + " bytes took " + times +
                    " times as long as in another table (" + low_.place + "), and " +
                    std::to_string(sizes_ - 1) +
                    " other sizes differ by more than 2: taken for launches of the same; if they "
                    "are not (one node and several, another library), part them by "
                    "--ranks-per-node, --within or --drop");
  }

 private:
  static constexpr double most_apart = 2;
  static std::string with_class(const std::string& call, int within) {
    return within == 0 ? call : call + " (within " + std::to_string(within) + ")";
  }

  ImportSample low_, high_;
  double worst_ = 0;
  int sizes_ = 0;
};

std::string listed(const std::set<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : "; ") + word;
  return text;
}

// Header entries that say of each file how it came about.
bool adds_up(const std::string& key) {
  return key == "provenance" || key == "statistic" || key == "size_meaning" || key == "command";
}

// ... and those that a prediction goes by, or that tell machines apart.
bool is_of_machine(const std::string& key) {
  constexpr const char* keys[] = {"machine",   "mpi",    "ranks_per_node", "eager_limit_bytes",
                                  "distances", "caches", "simd_bytes",     "block_sizes"};
  return std::find(std::begin(keys), std::end(keys), key) != std::end(keys);
}

void join_header(const std::string& file, const std::pair<std::string, std::string>& entry,
                 Imported& all) {
  const auto& [key, value] = entry;
  auto& header = all.measurements.header;
  const auto known = std::find_if(header.begin(), header.end(),
                                  [&](const auto& other) { return other.first == entry.first; });
  if (known == header.end()) {
    header.push_back(entry);
  } else if (adds_up(key) && !value.empty() && known->second.find(value) == std::string::npos) {
    known->second += (known->second.empty() ? "" : "; ") + value;
  } else if (is_of_machine(key) && known->second != value) {
    all.notes.push_back(file + ": its " + key + " is \"" + value +
                        "\", and that of a file before \"" + known->second + "\", which is taken");
  }
}

// Each class "within b" is of a block, without which nothing would ask for it.
void say_nodes(const std::set<int>& ranks, Measurements& measurements,
               std::vector<std::string>& notes) {
  std::set<int> blocks = ranks;
  for (const Measurement& cell : measurements.cells) {
    if (cell.within > 0) blocks.insert(cell.within);
  }
  std::string sizes;
  for (const int block : blocks) sizes += (sizes.empty() ? "" : " ") + std::to_string(block);
  if (!blocks.empty()) measurements.header.emplace_back("block_sizes", sizes);
  if (ranks.empty()) return;
  const std::string most = std::to_string(*ranks.rbegin());
  measurements.header.emplace_back("ranks_per_node", most);
  if (ranks.size() == 1) return;
  notes.push_back(
      "the files have different numbers of ranks on a node: the machine's is taken to be " + most +
      ", the largest (--set ranks_per_node=R)");
}

}  // namespace

void set_time(ImportSample& sample, double seconds) {
  sample.minimum = sample.lower_quartile = sample.median = sample.upper_quartile = sample.maximum =
      seconds;
}

ImportSamples ImportSamples::chosen(std::vector<std::string>& notes) const {
  std::set<std::string> calls;  // that have times of what the model means
  std::map<std::pair<std::string, std::string>, std::string> told;
  for (const auto& [key, samples] : cells_) {
    for (const ImportSample& sample : samples) {
      if (sample.otherwise.empty()) {
        calls.insert(sample.call);
      } else {
        told.insert({{sample.call, sample.otherwise}, sample.place});
      }
    }
  }
  for (const auto& [what, place] : told) {
    const auto& [call, otherwise] = what;
    notes.push_back(place + ": " + call + " is " + otherwise + ": " +
                    (calls.count(call) == 0 ? "taken, as the call has no other times"
                                            : "left out, as the call has other times"));
  }
  ImportSamples result;
  for (const auto& [key, samples] : cells_) {
    for (const ImportSample& sample : samples) {
      if (sample.otherwise.empty() || calls.count(sample.call) == 0) result.add(sample);
    }
  }
  return result;
}

std::vector<Measurement> ImportSamples::cells(std::vector<std::string>& notes) const {
  std::map<Tables, std::set<int>> tables;
  std::map<Tables, Disagreement> disagreements;
  const auto tables_of = [](const ImportSample& sample) {
    return Tables{sample.call, sample.within, sample.processes};
  };
  for (const auto& [key, samples] : cells_) {
    for (const ImportSample& sample : samples) tables[tables_of(sample)].insert(sample.table);
    disagreements[tables_of(samples.front())].add(samples);
  }
  for (const auto& [key, disagreement] : disagreements) disagreement.tell(notes);
  std::vector<Measurement> cells;
  for (const auto& [key, samples] : cells_) {
    std::map<int, std::vector<ImportSample>> launches;
    for (const ImportSample& sample : samples) launches[sample.table].push_back(sample);
    const std::set<int>& known = tables.at(tables_of(samples.front()));
    for (const auto& [table, of_it] : launches) {
      const auto before = std::distance(known.begin(), known.find(table));
      cells.push_back(cell_of(of_it, static_cast<int>(before) + 1));
    }
  }
  return cells;
}

std::int64_t model_bytes(const ImportCall& call, std::int64_t bytes, int processes, bool whole) {
  if (whole && call.bytes_each_peer) {
    bytes = static_cast<std::int64_t>(
        std::llround(static_cast<double>(bytes) / static_cast<double>(processes)));
  }
  return bytes == 0 && call.collective ? -1 : bytes;
}

Imported imported(const ImportSamples& samples, const std::string& tool,
                  const std::vector<std::string>& files, const std::set<std::string>& statistics,
                  const ImportOptions& options, std::vector<std::string> notes) {
  if (samples.empty()) {
    throw MeasurementError(files.front() + ": nothing to import" +
                           (notes.empty() ? "" : "; " + notes.front()));
  }
  Imported result;
  std::string names;
  std::set<int> ranks;  // of a node, as the files have them
  for (const std::string& file : files) {
    names += (names.empty() ? "" : ", ") + std::filesystem::path(file).filename().string();
    if (const int of_file = options.ranks_per_node.of(file)) ranks.insert(of_file);
  }
  Measurements& measurements = result.measurements;
  measurements.header = {{"provenance", "imported from " + tool + ": " + names},
                         {"statistic", listed(statistics)},
                         {"size_meaning", "per peer"}};
  measurements.cells = samples.chosen(notes).cells(notes);
  say_nodes(ranks, measurements, notes);
  const auto again = [](const Measurement& cell) { return cell.launch > 1; };
  if (std::none_of(measurements.cells.begin(), measurements.cells.end(), again)) {
    notes.push_back(
        "every call was run once: what differs from one run to the next is not measured, and "
        "taken as 5 % (standard deviation) for the band; files of further runs tell");
  }
  result.notes = std::move(notes);
  return result;
}

Imported joined(const std::vector<std::pair<std::string, Measurements>>& files) {
  Imported all;
  std::map<std::tuple<std::string, int, int, std::int64_t, int>, std::string> origin;
  for (const auto& [file, measurements] : files) {
    for (const auto& entry : measurements.header) join_header(file, entry, all);
    for (const Measurement& cell : measurements.cells) {
      const auto [known, is_new] =
          origin.insert({{cell.call, cell.within, cell.processes, cell.bytes, cell.launch}, file});
      if (!is_new) {
        throw MeasurementError(file + ": expected cells that no other file has, found " +
                               cell.call + " for " + std::to_string(cell.processes) +
                               " processes and " + std::to_string(cell.bytes) + " bytes, as in " +
                               known->second);
      }
      all.measurements.cells.push_back(cell);
    }
  }
  return all;
}

}  // namespace revprof
