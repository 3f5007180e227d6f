// SPDX-License-Identifier: BSD-3-Clause
// What an importer reads, one time after the other, and how cells are made of it.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "fit/import.hpp"
#include "fit/import_call.hpp"

namespace revprof {

// One row of a tool's table, in seconds. Where the tool does not say how its repetitions scatter,
// all five times are the same.
struct Sample {
  std::string call;
  int within = 0;
  int processes = 0;
  std::int64_t bytes = 0;
  int repetitions = 1;
  double minimum = 0, lower_quartile = 0, median = 0, upper_quartile = 0, maximum = 0;
};

// All five times of a sample.
void set_time(Sample& sample, double seconds);

// Collects samples. A cell that comes several times (another launch, another file, raw repetitions)
// gets the median of them, and of each of the other times.
class Samples {
 public:
  void add(Sample sample) {
    cells_[{sample.call, sample.within, sample.processes, sample.bytes}].push_back(
        std::move(sample));
  }
  bool has(const Sample& sample) const {
    return cells_.count({sample.call, sample.within, sample.processes, sample.bytes}) != 0;
  }
  bool empty() const { return cells_.empty(); }
  std::vector<Measurement> cells() const;

 private:
  std::map<std::tuple<std::string, int, int, std::int64_t>, std::vector<Sample>> cells_;
};

// A size as the tool gives it -> d as the model means it (DESIGN section 2). Negative: no such
// cell, as nothing is sent.
std::int64_t model_bytes(const ImportCall& call, std::int64_t bytes, int processes, bool whole);

// The header, the cells and the notes; throws MeasurementError where no cell is left.
Imported imported(const Samples& samples, const std::string& tool,
                  const std::vector<std::string>& files, const std::set<std::string>& statistics,
                  std::vector<std::string> notes);

}  // namespace revprof
