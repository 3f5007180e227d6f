// SPDX-License-Identifier: BSD-3-Clause
// What an importer reads, one time after the other, and how cells are made of it.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "fit/import/import.hpp"
#include "fit/import/import_call.hpp"

namespace revprof {

// One row of a tool's table, in seconds. Where the tool does not say how its repetitions scatter,
// all five times are the same.
struct ImportSample {
  std::string call;
  int within = 0;
  int processes = 0;
  std::int64_t bytes = 0;
  int repetitions = 1;
  double minimum = 0, lower_quartile = 0, median = 0, upper_quartile = 0, maximum = 0;
  int table = 0;          // of which start of the benchmark it is
  std::string place;      // file and line
  std::string otherwise;  // what it is that a model does not mean, such as "buffers of a GPU": it
                          // serves where the call has no other times; empty: nothing
};

// All five times of a sample.
void set_time(ImportSample& sample, double seconds);

// Collects samples. Each table is a launch; a cell that comes several times in one (raw
// repetitions) gets the median of them, and of each of the other times.
class ImportSamples {
 public:
  void add(ImportSample sample) {
    cells_[{sample.call, sample.within, sample.processes, sample.bytes}].push_back(
        std::move(sample));
  }
  bool has(const ImportSample& sample) const {
    return cells_.count({sample.call, sample.within, sample.processes, sample.bytes}) != 0;
  }
  bool empty() const { return cells_.empty(); }
  // Without the samples that are no call's choice.
  ImportSamples chosen(std::vector<std::string>& notes) const;
  // Also says where tables that are taken for launches of the same are too far apart for that.
  std::vector<Measurement> cells(std::vector<std::string>& notes) const;

 private:
  std::map<std::tuple<std::string, int, int, std::int64_t>, std::vector<ImportSample>> cells_;
};

// A size as the tool gives it -> d as the model means it, the call's own count (per peer, or per
// process). Negative: no such cell, as nothing is sent.
std::int64_t model_bytes(const ImportCall& call, std::int64_t bytes, int processes, bool whole);

// The header, the cells and the notes; throws MeasurementError where no cell is left.
Imported imported(const ImportSamples& samples, const std::string& tool,
                  const std::vector<std::string>& files, const std::set<std::string>& statistics,
                  const ImportOptions& options, std::vector<std::string> notes);

}  // namespace revprof
