// SPDX-License-Identifier: BSD-3-Clause
// Two models of a machine beside each other: which calls got slower or faster, and where in (p, d).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fit/model/model.hpp"

namespace revprof {

struct DiffPoint {
  int processes = 0;
  std::int64_t bytes = 0;
  double before = 0, after = 0;  // seconds
  bool beyond = false;           // the bands do not meet, and the change is not too small to matter

  double ratio() const { return after / before; }
};

// One call in one distance class, where both models have been measured.
struct CallDiff {
  std::string call;
  int within = 0;
  std::vector<int> processes;       // ascending
  std::vector<std::int64_t> bytes;  // ascending
  std::vector<DiffPoint> points;    // a row of sizes for each number of processes
  std::size_t least = 0, most = 0;  // of the ratio: places in `points`
  double median_ratio = 1;
  int slower = 0, faster = 0;  // points beyond the bands

  std::string label() const;  // "MPI_Bcast (within 4)"
};

struct ModelDiff {
  std::string before, after;    // the machines' names
  std::vector<CallDiff> calls;  // the most slowed down first
  std::vector<std::string> only_before, only_after;
  double at_least = 0;             // smaller changes count as none
  std::vector<std::string> notes;  // calls measured at different p or d, other blocks, ...

  bool is_unchanged(const CallDiff& call) const;
};

// `at_least`: a change smaller than this share is none, however narrow the bands.
ModelDiff diff_models(const Model& before, const Model& after, double at_least);

// A table of the calls that changed and, for each call with points beyond the bands, where they
// are.
std::string diff_text(const ModelDiff& diff);

// For each call a map of p and d, red where it got slower.
std::string diff_svg(const ModelDiff& diff);

}  // namespace revprof
