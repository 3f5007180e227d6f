// SPDX-License-Identifier: BSD-3-Clause
// Ways to foretell a call's time from cells that are known.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "fit/measurements/measurements.hpp"
#include "fit/model/model.hpp"

namespace revprof {

using Times = std::vector<Measurement>;
// Seconds at (p, d); nothing where the method makes no statement.
using Foretell = std::function<std::optional<double>(int, std::int64_t)>;

struct DataSet {
  std::string file, label;
  Measurements header;  // without cells
  Times cells;
};

// What is not to be foretold, and the default fit to it.
struct Known {
  const DataSet& series;
  const Times& cells;
  std::optional<DistanceClass> equations;
};

// The default fit; nothing where there are too few cells.
Known known_of(const DataSet& series, const Times& cells);

struct Method {
  const char* name;
  Foretell (*make)(const Known&);
};
const std::vector<Method>& methods();

}  // namespace revprof
