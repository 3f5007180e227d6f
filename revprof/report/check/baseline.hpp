// SPDX-License-Identifier: BSD-3-Clause
// A run's prediction against that of an earlier run of the same program: which call has become
// slower, more frequent or larger.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "revprof/report/check/verdict.hpp"
#include "revprof/trace/results/summary.hpp"

namespace revprof {

// Computation or a call, over all processes on lane 0, in both runs. Where both know their call
// sites, a call at one place.
struct ChangedPart {
  struct Side {
    std::int64_t count = 0, bytes = 0;
    double seconds = 0, waiting_seconds = 0;
    double mean_bytes() const {
      return count > 0 ? static_cast<double>(bytes) / static_cast<double>(count) : 0;
    }
    double own_seconds() const { return seconds - waiting_seconds; }
  };
  std::string name;  // "computation", "MPI_Send" or "MPI_Send, stencil.cpp:120"
  Side before, now;

  double added_seconds() const { return now.seconds - before.seconds; }
  bool more_often() const { return now.count > before.count; }
  bool larger() const { return before.count > 0 && now.mean_bytes() > before.mean_bytes(); }
};

struct Baseline {
  std::string file;
  Summary summary;
  double tolerance = 0;  // 0.02: the run may take 2 % longer
};

struct BaselineComparison {
  std::string file;
  double tolerance = 0;
  double before_seconds = 0, now_seconds = 0;  // predicted, on lane 0
  double all_processes_seconds = 0;            // of the earlier run
  std::vector<ChangedPart> parts;              // that differ, the greatest increase first
  std::vector<std::string> notes;              // what else differs, and may be the reason

  double change() const;  // 0.1: 10 % longer
  bool slower() const { return now_seconds > before_seconds * (1 + tolerance); }
  // What the increase comes from: a part that does more than before goes before one that waits for
  // it. nullptr where nothing has increased.
  const ChangedPart* cause() const;
};

// Why the two cannot be held against each other, such as "it is of 4 processes, this run of 8";
// empty where they can. What `run` does not know yet (program, machine, lanes) is left out.
std::string why_not_comparable(const Summary& baseline, const Summary& run);

BaselineComparison compare_with_baseline(const Baseline& baseline, const Summary& run);

// Table and sentences, at most 80 columns.
std::string baseline_text(const BaselineComparison& comparison);

std::string baseline_check_name(double tolerance);  // "predicted <= baseline + 2 %"
Verdict verdict_of(const BaselineComparison& comparison);

}  // namespace revprof
