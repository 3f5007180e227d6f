// SPDX-License-Identifier: BSD-3-Clause
// Process 0's part: decides what is measured next, within the time budget, and keeps the results.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <vector>

#include "characterize/experiment.hpp"
#include "characterize/journal.hpp"
#include "characterize/options.hpp"
#include "characterize/past.hpp"
#include "characterize/progress.hpp"
#include "characterize/schedule.hpp"
#include "fit/measurements/measurements.hpp"

namespace revprof {

class Campaign {
 public:
  // finishing_seconds: what the model and a datasheet of so many graphs are likely to take after
  // it; a part of the time budget.
  Campaign(const Options& options, std::string command, Experiment& experiment, int processes,
           const Past& past, std::function<double(int graphs)> finishing_seconds);

  // Measures everything; ends early when interrupted. The measurement file is always up to date
  // within seconds, the journal after each cell. Throws MeasurementError where it cannot be
  // written.
  Measurements run();

  // What the schedule left out, and what no time was left for.
  std::vector<std::string> left_out() const;
  std::size_t calls() const;                // that the schedule has
  std::size_t calls_without_times() const;  // in this launch and all before it

 private:
  CellTimes order(const Order& next);
  Sample pair(int operation, const Ranks& ranks, std::int64_t bytes, const StopRule& rule);
  void find_layout();
  double seconds_between(int a, int b);  // 1e30: not measured
  void find_blocks();
  bool times_pairs() const;
  bool wants_map() const;
  void find_distances();
  void find_eager_limit();
  void find_jumps();
  int beyond_blocks() const;
  void take_over_samples();
  void first_round();
  void measure_few(ScheduledCell& cell, double cells_left);
  void refine();
  bool add_sizes();      // false: there are none to add
  bool another_round();  // false: nothing is left to do
  void measure(ScheduledCell& cell, StopRule rule);
  Sample overlap(const ScheduledCell& cell, double alone_seconds, const StopRule& rule);
  StopRule rule(double seconds) const;

  double elapsed_seconds() const;
  double left_seconds() const;
  void keep_time_to_finish();
  bool over() const;
  bool computation_has_its_share() const;

  LaunchSpent spent() const;
  Header header() const;
  Header journal_header() const;
  std::string files_in() const;
  Header node() const;
  std::vector<int> measured_blocks() const;
  Measurements measurements() const;
  void write();
  void write_now_and_then();

  const Options& options_;
  std::string command_, date_;
  Experiment& experiment_;
  int processes_;
  double begin_, clocks_learnt_ = 0, block_seconds_;
  std::function<double(int)> finishing_seconds_;
  double kept_seconds_ = 0;  // of the budget, for what follows
  double computation_seconds_ = 0;
  const Past& past_;
  std::optional<JournalWriter> journal_;
  Layout layout_;
  Schedule schedule_;
  Progress progress_;
  std::chrono::steady_clock::time_point begun_, written_;
};

}  // namespace revprof
