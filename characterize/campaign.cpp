// SPDX-License-Identifier: BSD-3-Clause
// Rounds: the first gives every cell its few repetitions, each further one doubles those of the
// cells that are still noisy. So what changes while everything is measured spreads over all cells.
#include "characterize/campaign.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "characterize/header.hpp"
#include "characterize/interruption.hpp"
#include "fit/measurements/refinement.hpp"

namespace revprof {

namespace {

// Clocks are learnt anew before each block of cells; sooner at first, while their drift is unknown.
constexpr double first_block_seconds = 0.02, block_seconds = 1;

ScheduledCell at_size(ScheduledCell cell, std::int64_t bytes) {
  cell.bytes = bytes;
  cell.times = CellTimes();
  return cell;
}

CellTimes times_of(const JournalEntry& entry) {
  CellTimes times;
  times.latest.add(entry.seconds);
  times.root.add(entry.root_seconds);
  times.overlap.add(entry.overlap);
  return times;
}

}  // namespace

Campaign::Campaign(const Options& options, std::string command, Experiment& experiment,
                   int processes, const Past& past,
                   std::function<double(int graphs)> finishing_seconds)
    : options_(options),
      command_(std::move(command)),
      date_(date_now()),
      experiment_(experiment),
      processes_(processes),
      begin_(MPI_Wtime()),
      block_seconds_(first_block_seconds),
      finishing_seconds_(std::move(finishing_seconds)),
      past_(past),
      begun_(std::chrono::steady_clock::now()),
      written_(begun_) {}

double Campaign::elapsed_seconds() const { return past_.spent().seconds + (MPI_Wtime() - begin_); }

double Campaign::left_seconds() const {
  return options_.time_budget_seconds - kept_seconds_ - elapsed_seconds();
}

// At most half of what is left: a datasheet of few measurements would be worth little.
void Campaign::keep_time_to_finish() {
  const double wanted = finishing_seconds_(graphs_of(schedule_));
  kept_seconds_ = std::max(0.0, std::min(wanted, left_seconds() / 2));
}

LaunchSpent Campaign::spent() const {
  const LaunchSpent before = past_.spent();
  const Attempts& attempts = experiment_.attempts();
  return {elapsed_seconds(), before.repetitions + attempts.repetitions,
          before.late + attempts.late};
}

bool Campaign::over() const { return interrupted() || left_seconds() <= 0; }

StopRule Campaign::rule(double seconds) const {
  return {options_.warm_up, options_.min_repetitions, options_.max_repetitions, options_.precision,
          seconds};
}

CellTimes Campaign::order(const Order& order) {
  if (options_.agreed_clock &&
      (clocks_learnt_ == 0 || MPI_Wtime() - clocks_learnt_ > block_seconds_)) {
    Order clocks;
    clocks.kind = Order::Kind::learn_clocks;
    pass_on(clocks);
    experiment_.carry_out(clocks);
    if (clocks_learnt_ != 0) block_seconds_ = std::min(2 * block_seconds_, block_seconds);
    clocks_learnt_ = MPI_Wtime();
  }
  Order next = order;
  pass_on(next);
  return experiment_.carry_out(next);
}

Sample Campaign::pair(int operation, const Ranks& ranks, std::int64_t bytes, const StopRule& rule) {
  return order({Order::Kind::measure_cell, operation, ranks, 2, bytes, 1, rule, 0}).latest;
}

void Campaign::take_over_samples() {
  std::map<std::tuple<std::string, int, int>, std::map<std::int64_t, std::size_t>> places;
  std::vector<ScheduledCell>& cells = schedule_.cells;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    places[{name_of(cells[i]), cells[i].within, cells[i].processes}][cells[i].bytes] = i;
  }
  // The cell of that size; made where a refinement had added it. Nothing where no such line is
  // measured.
  const auto cell_of = [&](const auto& entry) -> ScheduledCell* {
    const auto line = places.find({entry.call, entry.within, entry.processes});
    if (line == places.end()) return nullptr;
    const std::size_t known = line->second.begin()->second;
    const auto [place, added] = line->second.insert({entry.bytes, cells.size()});
    if (added) cells.push_back(at_size(cells[known], entry.bytes));
    return &cells[place->second];
  };
  for (const Measurement& earlier : past_.earlier) cell_of(earlier);
  for (const JournalEntry& entry : past_.journal.entries) {
    if (ScheduledCell* const cell = cell_of(entry)) cell->times.add(times_of(entry));
  }
}

void Campaign::measure(ScheduledCell& cell, StopRule rule) {
  const Operation& operation = operation_of(cell);
  const double begun = elapsed_seconds();
  const int have = cell.times.latest.size();
  rule.max_repetitions -= have;
  rule.min_repetitions = std::min(std::max(rule.min_repetitions, have), rule.max_repetitions);
  const bool wants_overlap =
      options_.overlap && operation.overlaps && cell.ranks.count > 1 && cell.times.overlap.empty();
  if (wants_overlap) rule.seconds /= 2;
  CellTimes more = order({Order::Kind::measure_cell, cell.operation, cell.ranks, cell.processes,
                          cell.bytes, cell.shift, rule, 0});
  if (wants_overlap && !more.latest.empty()) {
    more.overlap = overlap(cell, more.latest.median(), rule);
  }
  cell.times.add(more);
  if (operation.computes()) computation_seconds_ += elapsed_seconds() - begun;
  journal_->add({name_of(cell), cell.within, cell.processes, cell.bytes, spent(),
                 more.latest.seconds(), more.root.seconds(), more.overlap.seconds()});
  write_now_and_then();
}

// Once for a cell, and not for long: it describes the library more than the machine.
Sample Campaign::overlap(const ScheduledCell& cell, double alone_seconds, const StopRule& rule) {
  Sample parts;
  if (alone_seconds <= 0 || interrupted()) return parts;
  StopRule few = rule;
  few.min_repetitions = few.max_repetitions = std::min(options_.min_repetitions, 10);
  const CellTimes both = order({Order::Kind::measure_cell, cell.operation, cell.ranks,
                                cell.processes, cell.bytes, cell.shift, few, alone_seconds});
  for (const double seconds : both.latest.seconds()) {
    parts.add({overlap_part(alone_seconds, seconds)});
  }
  return parts;
}

// In the first round, where a budget may be too short for all: calls come before it.
bool Campaign::computation_has_its_share() const {
  constexpr double share = 0.15;
  return computation_seconds_ > share * (options_.time_budget_seconds - kept_seconds_);
}

void Campaign::measure_few(ScheduledCell& cell, double cells_left) {
  // A part of the budget is for those that turn out to be noisy.
  constexpr double part = 0.8;
  StopRule few = rule(part * left_seconds() / cells_left);
  few.max_repetitions = few.min_repetitions;
  measure(cell, few);
}

void Campaign::first_round() {
  const double begin = elapsed_seconds();
  std::vector<ScheduledCell>& cells = schedule_.cells;
  for (std::size_t i = 0; i < cells.size() && !over(); ++i) {
    if (!cells[i].times.latest.empty()) continue;  // taken over
    if (operation_of(cells[i]).computes() && computation_has_its_share()) continue;
    const double left = static_cast<double>(cells.size() - i);
    measure_few(cells[i], left);
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begun_;
    const double at_this_pace = spent.count() / static_cast<double>(i + 1) * left;
    progress_.show("first round", i + 1, cells.size(),
                   std::min(std::max(at_this_pace, 0.0), begin + left_seconds()));
  }
}

// Sizes that were asked for are measured, and no others; a further launch has those of the first.
void Campaign::refine() {
  constexpr int most_passes = 4;
  if (!options_.bytes.empty() || past_.launch > 1) return;
  for (int pass = 0; pass < most_passes && !over() && add_sizes(); ++pass) {
  }
}

bool Campaign::add_sizes() {
  std::vector<ScheduledCell>& cells = schedule_.cells;
  std::map<std::tuple<int, int, int>, std::vector<const ScheduledCell*>> lines;
  for (const ScheduledCell& cell : cells) {
    if (cell.times.latest.empty() || operation_of(cell).computes()) continue;
    lines[{cell.operation, cell.within, cell.processes}].push_back(&cell);
  }
  std::vector<ScheduledCell> more;
  for (auto& [key, line] : lines) {
    std::sort(line.begin(), line.end(),
              [](const auto* a, const auto* b) { return a->bytes < b->bytes; });
    std::vector<SizeTime> times;
    for (const ScheduledCell* cell : line) {
      const double error = std::min(cell->times.latest.relative_error(), 1.0);
      times.push_back({cell->bytes, cell->times.latest.median(), error});
    }
    const std::int64_t unit = operation_of(*line.front()).unit_bytes;
    for (const std::int64_t bytes : sizes_to_add(times)) {
      if (bytes % unit == 0) more.push_back(at_size(*line.front(), bytes));
    }
  }
  for (std::size_t i = 0; i < more.size() && !over(); ++i) {
    // One share each, as in the first round, and one for each cell that may turn out to be noisy.
    const auto left = static_cast<double>(cells.size() + more.size() - i);
    cells.push_back(more[i]);
    measure_few(cells.back(), left);
    progress_.show("adding sizes", i + 1, more.size(), left_seconds());
  }
  return !more.empty();
}

bool Campaign::another_round() {
  std::vector<ScheduledCell*> noisy;
  for (ScheduledCell& cell : schedule_.cells) {
    if (!cell.times.latest.enough(rule(0))) noisy.push_back(&cell);
  }
  if (noisy.empty()) return false;
  std::stable_sort(noisy.begin(), noisy.end(), [](const auto* a, const auto* b) {
    return a->times.latest.relative_error() > b->times.latest.relative_error();
  });
  for (std::size_t i = 0; i < noisy.size() && !over(); ++i) {
    const double left = static_cast<double>(noisy.size() - i);
    StopRule more = rule(left_seconds() / left);
    const int twice = std::max(2 * noisy[i]->times.latest.size(), more.min_repetitions);
    more.max_repetitions = std::min(more.max_repetitions, twice);
    measure(*noisy[i], more);
    progress_.show("repeating what is noisy", i + 1, noisy.size(), left_seconds());
  }
  return true;
}

Measurements Campaign::run() {
  if (past_.journal.layout) layout_ = *past_.journal.layout;
  // Says at once if the file cannot be written; but keeps what it holds of this launch.
  if (past_.journal.entries.empty()) write();
  journal_.emplace(options_.journal_file(),
                   Journal{journal_header(), past_.journal.layout, past_.journal.entries});
  find_layout();
  schedule_ =
      make_schedule(options_, processes_, layout_.block_sizes, layout_.partner, layout_.ranks_apart,
                    experiment_.node_ranks(), layout_.distances, layout_.jumps);
  take_over_samples();
  keep_time_to_finish();
  first_round();
  refine();
  write();
  while (!over() && another_round()) write();
  write();
  progress_.finish();
  return measurements();
}

}  // namespace revprof
