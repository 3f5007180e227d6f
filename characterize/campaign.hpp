// SPDX-License-Identifier: BSD-3-Clause
// Process 0's part: decides what is measured next, within the time budget, and keeps the results.
#pragma once

#include <chrono>
#include <vector>

#include "characterize/eager_limit.hpp"
#include "characterize/experiment.hpp"
#include "characterize/measurements.hpp"
#include "characterize/options.hpp"
#include "characterize/progress.hpp"
#include "characterize/schedule.hpp"

namespace revprof {

class Campaign {
 public:
  Campaign(const Options& options, std::string command, Experiment& experiment, int processes);

  // Measures everything; ends early when interrupted. The measurement file is always up to date
  // within seconds. Throws MeasurementError where it cannot be written.
  Measurements run();

 private:
  Sample order(int operation, const Ranks& ranks, int processes, std::int64_t bytes,
               const Rule& rule, int shift = 1);
  void find_blocks();
  void find_eager_limit();
  void first_round();
  bool another_round();  // false: nothing is left to do
  void measure(ScheduledCell& cell, Rule rule);
  Rule rule(double seconds) const;

  double elapsed_seconds() const;
  double left_seconds() const { return options_.time_budget_seconds - elapsed_seconds(); }
  bool over() const;

  std::string files_in() const;
  std::vector<int> measured_blocks() const;
  Measurements measurements() const;
  void write();
  void write_now_and_then();

  const Options& options_;
  std::string command_, date_;
  Experiment& experiment_;
  int processes_;
  double begin_, clocks_measured_ = 0;
  std::vector<int> block_sizes_;
  int partner_ = 0;
  EagerLimit eager_limit_;
  bool eager_limit_known_ = false;
  Schedule schedule_;
  Progress progress_;
  std::chrono::steady_clock::time_point begun_, written_;
};

}  // namespace revprof
