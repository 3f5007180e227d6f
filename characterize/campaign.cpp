// SPDX-License-Identifier: BSD-3-Clause
// Rounds: the first gives every cell its share of the budget, the next ones go to the cells that
// are still noisy.
#include "characterize/campaign.hpp"

#include <algorithm>
#include <cstdio>

#include "characterize/blocks.hpp"
#include "characterize/header.hpp"
#include "characterize/interruption.hpp"
#include "characterize/io_directory.hpp"

namespace revprof {

namespace {

constexpr double clocks_hold_seconds = 1;  // drift of 1 us at the usual part in a million

int eager_probe() {
  const std::vector<Operation>& table = operations();
  const auto found = std::find_if(table.begin(), table.end(), [](const Operation& operation) {
    return operation.timing == Timing::probe;
  });
  return static_cast<int>(found - table.begin());
}

}  // namespace

Campaign::Campaign(const Options& options, std::string command, Experiment& experiment,
                   int processes)
    : options_(options),
      command_(std::move(command)),
      date_(date_now()),
      experiment_(experiment),
      processes_(processes),
      begin_(MPI_Wtime()),
      block_sizes_(options.block_sizes),
      begun_(std::chrono::steady_clock::now()),
      written_(begun_) {}

double Campaign::elapsed_seconds() const { return MPI_Wtime() - begin_; }

bool Campaign::over() const { return interrupted() || left_seconds() <= 0; }

Rule Campaign::rule(double seconds) const {
  return {options_.warm_up, options_.min_repetitions, options_.max_repetitions, options_.precision,
          seconds};
}

Sample Campaign::order(int operation, const Ranks& ranks, int processes, std::int64_t bytes,
                       const Rule& rule, int shift) {
  if (options_.agreed_clock &&
      (clocks_measured_ == 0 || MPI_Wtime() - clocks_measured_ > clocks_hold_seconds)) {
    Order clocks;
    clocks.kind = Order::Kind::measure_clocks;
    pass_on(clocks);
    experiment_.carry_out(clocks);
    clocks_measured_ = MPI_Wtime();
  }
  Order next{Order::Kind::measure_cell, operation, ranks, processes, bytes, shift, rule};
  pass_on(next);
  return experiment_.carry_out(next);
}

void Campaign::find_blocks() {
  constexpr std::int64_t bytes = 8;  // distance is latency
  constexpr double seconds = 0.02;
  const int transit = find_operation("transit");
  const PairTime pair_time = [&](int a, int b) {
    const Sample sample = order(transit, {a, b - a, 2}, 2, bytes, {1, 10, 30, 0.02, seconds});
    progress_.show("finding blocks", 0, 0, left_seconds());
    return sample.empty() ? 1e30 : sample.median();
  };
  block_sizes_ = revprof::find_blocks(processes_, pair_time);
  partner_ = typical_partner(processes_, block_sizes_, pair_time);
}

void Campaign::find_eager_limit() {
  // Between the nearest pair that no block holds. Several tries, because a sender may be held up by
  // other programs; one that returns early proves the point.
  const int partner = block_sizes_.empty() ? 1 : block_sizes_.back();
  const auto eager = [&](std::int64_t bytes) {
    for (int tries = 0; tries < 4; ++tries) {
      const Sample sample = order(eager_probe(), {0, partner, 2}, 2, bytes, {0, 3, 3, 1, 0.1});
      if (!sample.empty() && sample.quantile(0) < eager_probe_delay_seconds / 2) return true;
    }
    return false;
  };
  const std::int64_t largest = std::max(options_.max_bytes, message_sizes(options_).back());
  eager_limit_ = revprof::find_eager_limit(std::min(largest, options_.max_memory / 2), eager);
  eager_limit_known_ = true;
}

void Campaign::measure(ScheduledCell& cell, Rule rule) {
  const int have = cell.sample.size();
  rule.max_repetitions -= have;
  rule.min_repetitions = std::min(std::max(rule.min_repetitions, have), rule.max_repetitions);
  const Sample more =
      order(cell.operation, cell.ranks, cell.processes, cell.bytes, rule, cell.shift);
  cell.sample.add(more.seconds());
  write_now_and_then();
}

void Campaign::first_round() {
  const double begin = elapsed_seconds();
  std::vector<ScheduledCell>& cells = schedule_.cells;
  for (std::size_t i = 0; i < cells.size() && !over(); ++i) {
    // A part of the budget is for those that turn out to be noisy.
    constexpr double part = 0.8;
    const double left = static_cast<double>(cells.size() - i);
    measure(cells[i], rule(part * left_seconds() / left));
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begun_;
    const double at_this_pace = spent.count() / static_cast<double>(i + 1) * left;
    progress_.show("first round", i + 1, cells.size(),
                   std::min(std::max(at_this_pace, 0.0), begin + left_seconds()));
  }
}

bool Campaign::another_round() {
  std::vector<ScheduledCell*> noisy;
  for (ScheduledCell& cell : schedule_.cells) {
    if (!cell.sample.enough(rule(0))) noisy.push_back(&cell);
  }
  if (noisy.empty()) return false;
  std::stable_sort(noisy.begin(), noisy.end(), [](const auto* a, const auto* b) {
    return a->sample.relative_error() > b->sample.relative_error();
  });
  for (std::size_t i = 0; i < noisy.size() && !over(); ++i) {
    const double left = static_cast<double>(noisy.size() - i);
    measure(*noisy[i], rule(left_seconds() / left));
    progress_.show("repeating what is noisy", i + 1, noisy.size(), left_seconds());
  }
  return true;
}

Measurements Campaign::run() {
  write();  // says at once if the file cannot be written
  while (!block_sizes_.empty() && block_sizes_.back() >= processes_) block_sizes_.pop_back();
  if (processes_ >= 2) {
    if (options_.find_blocks) find_blocks();
    find_eager_limit();
  }
  schedule_ = make_schedule(options_, processes_, block_sizes_, partner_);
  first_round();
  write();
  while (!over() && another_round()) write();
  write();
  progress_.finish();
  return measurements();
}

std::string Campaign::files_in() const {
  const auto files = [](const ScheduledCell& cell) {
    return operations()[static_cast<std::size_t>(cell.operation)].files;
  };
  const std::vector<ScheduledCell>& cells = schedule_.cells;
  const bool any = std::any_of(cells.begin(), cells.end(), files);
  return any ? with_file_system(options_.io_directory) : "";
}

// A process with itself is a block of its own where that was measured.
std::vector<int> Campaign::measured_blocks() const {
  std::vector<int> blocks = block_sizes_;
  const auto to_itself = [](const ScheduledCell& cell) { return cell.within == 1; };
  const std::vector<ScheduledCell>& cells = schedule_.cells;
  if (std::any_of(cells.begin(), cells.end(), to_itself)) blocks.insert(blocks.begin(), 1);
  return blocks;
}

Measurements Campaign::measurements() const {
  Measurements all;
  all.header =
      make_header(options_, {command_, date_, processes_, measured_blocks(), eager_limit_known_,
                             eager_limit_, schedule_.left_out, experiment_.crowded(), files_in(),
                             experiment_.ranks_per_node(), experiment_.attempts().late,
                             experiment_.attempts().repetitions});
  std::vector<const ScheduledCell*> cells;
  for (const ScheduledCell& cell : schedule_.cells) {
    if (!cell.sample.empty()) cells.push_back(&cell);
  }
  std::sort(cells.begin(), cells.end(), [](const auto* a, const auto* b) {
    return std::tie(a->operation, a->within, a->processes, a->bytes) <
           std::tie(b->operation, b->within, b->processes, b->bytes);
  });
  for (const ScheduledCell* cell : cells) {
    Measurement one = measurement(cell->sample, experiment_.clock_traits().resolution_seconds);
    one.call = operations()[static_cast<std::size_t>(cell->operation)].name;
    one.within = cell->within;
    one.processes = cell->processes;
    one.bytes = cell->bytes;
    all.cells.push_back(one);
  }
  return all;
}

void Campaign::write() {
  write_measurements(measurements(), options_.measurements_file());
  written_ = std::chrono::steady_clock::now();
}

void Campaign::write_now_and_then() {
  constexpr std::chrono::seconds period(10);
  if (std::chrono::steady_clock::now() - written_ > period) write();
}

}  // namespace revprof
