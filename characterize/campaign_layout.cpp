// SPDX-License-Identifier: BSD-3-Clause
// Before the rounds: which ranks are near each other, and up to which size a sender waits for
// nobody.
#include <algorithm>
#include <utility>

#include "characterize/blocks.hpp"
#include "characterize/campaign.hpp"
#include "characterize/distances.hpp"
#include "characterize/interruption.hpp"
#include "characterize/jumps.hpp"

namespace revprof {

namespace {

int eager_probe() {
  const std::vector<Operation>& table = operations();
  const auto found = std::find_if(table.begin(), table.end(), [](const Operation& operation) {
    return operation.timing == Timing::probe;
  });
  return static_cast<int>(found - table.begin());
}

}  // namespace

double Campaign::seconds_between(int a, int b) {
  constexpr std::int64_t bytes = 8;  // distance is latency
  constexpr double seconds = 0.02;
  const int transit = find_operation("transit");
  const Sample sample = pair(transit, {a, b - a, 2}, bytes, {1, 10, 30, 0.02, seconds});
  progress_.show("finding blocks", 0, 0, left_seconds());
  return sample.empty() ? 1e30 : sample.median();
}

void Campaign::find_blocks() {
  const PairTime pair_time = [&](int a, int b) { return seconds_between(a, b); };
  layout_.block_sizes =
      with_block(revprof::find_blocks(processes_, pair_time), experiment_.node_block());
  layout_.partner = typical_partner(processes_, layout_.block_sizes, pair_time);
  layout_.ranks_apart = ranks_apart(processes_, layout_.block_sizes, pair_time);
}

bool Campaign::times_pairs() const {
  const auto transit = static_cast<std::size_t>(find_operation("transit"));
  return selected(options_, operations()[transit]);
}

// Calls between pairs are told apart by it, and no others.
bool Campaign::wants_map() const { return !layout_.ranks_apart.empty() && times_pairs(); }

// It may take a quarter of the time that is left; where that is too little there is none.
void Campaign::find_distances() {
  const double enough = 0.75 * left_seconds();
  bool in_time = true;
  const PairTime pair_time = [&](int a, int b) {
    in_time = in_time && !interrupted() && left_seconds() > enough;
    return in_time ? seconds_between(a, b) : 1;
  };
  DistanceMap map = map_distances(processes_, layout_.ranks_apart, pair_time);
  if (in_time) layout_.distances = std::move(map);
}

// Of the nearest pair that no block holds, the one that is not process 0.
int Campaign::beyond_blocks() const {
  return layout_.block_sizes.empty() ? 1 : layout_.block_sizes.back();
}

// It may take a quarter of the time that is left; where that is too little it stays unknown.
void Campaign::find_eager_limit() {
  // Several tries, because a sender may be held up by other programs; one that returns early proves
  // the point.
  const int partner = beyond_blocks();
  const double enough = 0.75 * left_seconds();
  bool known = true;
  const auto eager = [&](std::int64_t bytes) {
    for (int tries = 0; known && tries < 4; ++tries) {
      known = !interrupted() && left_seconds() > enough;
      const Sample sample = pair(eager_probe(), {0, partner, 2}, bytes, {0, 3, 3, 1, 0.1});
      if (!sample.empty() && sample.quantile(0) < eager_probe_delay_seconds / 2) return true;
    }
    return false;
  };
  const std::int64_t largest = std::max(options_.max_bytes, message_sizes(options_).back());
  const FoundEagerLimit limit =
      revprof::find_eager_limit(std::min(largest, options_.max_memory / 2), eager);
  if (known) layout_.eager_limit = limit;
}

// They may take a tenth of the time that is left; where that is too little there are none.
void Campaign::find_jumps() {
  const double enough = 0.9 * left_seconds();
  const int transit = find_operation("transit"), partner = beyond_blocks();
  bool in_time = true;
  const auto time = [&](std::int64_t bytes) -> SizeTime {
    in_time = in_time && !interrupted() && left_seconds() > enough;
    const Sample sample =
        in_time ? pair(transit, {0, partner, 2}, bytes, {1, 10, 30, 0.01, 0.05}) : Sample();
    progress_.show("finding jumps", 0, 0, left_seconds());
    if (sample.empty()) return {bytes, 1, 1};
    if (sample.identical()) return {bytes, sample.median(), 0};
    return {bytes, sample.median(), std::min(sample.relative_error(), 1.0)};
  };
  std::vector<std::int64_t> jumps =
      revprof::find_jumps(std::min(options_.max_bytes, options_.max_memory / 2), time);
  if (in_time) layout_.jumps = std::move(jumps);
}

// A run that goes on, and a further launch, take over what was found.
void Campaign::find_layout() {
  if (past_.journal.layout) return;
  std::vector<int>& blocks = layout_.block_sizes;
  blocks = options_.block_sizes;
  while (!blocks.empty() && blocks.back() >= processes_) blocks.pop_back();
  if (processes_ >= 2) {
    if (options_.find_blocks) find_blocks();
    if (wants_map() && processes_ <= most_mapped) find_distances();
    find_eager_limit();
    if (times_pairs()) find_jumps();
  }
  if (!interrupted()) journal_->add(layout_);
}

}  // namespace revprof
