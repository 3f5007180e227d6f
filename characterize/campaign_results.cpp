// SPDX-License-Identifier: BSD-3-Clause
// What a campaign has found so far, as a file of measurements.
#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "characterize/campaign.hpp"
#include "characterize/distances.hpp"
#include "characterize/header.hpp"
#include "characterize/io_directory.hpp"
#include "characterize/node/node.hpp"

namespace revprof {

std::string Campaign::files_in() const {
  const auto files = [](const ScheduledCell& cell) { return operation_of(cell).files; };
  const std::vector<ScheduledCell>& cells = schedule_.cells;
  const bool any = std::any_of(cells.begin(), cells.end(), files);
  return any ? with_file_system(options_.io_directory) : "";
}

// A process with itself is a block of its own where that was measured.
std::vector<int> Campaign::measured_blocks() const {
  std::vector<int> blocks = layout_.block_sizes;
  const auto to_itself = [](const ScheduledCell& cell) { return cell.within == 1; };
  const std::vector<ScheduledCell>& cells = schedule_.cells;
  if (std::any_of(cells.begin(), cells.end(), to_itself)) blocks.insert(blocks.begin(), 1);
  return blocks;
}

Header Campaign::node() const {
  const auto computes = [](const ScheduledCell& cell) { return operation_of(cell).computes(); };
  const std::vector<ScheduledCell>& cells = schedule_.cells;
  return std::any_of(cells.begin(), cells.end(), computes) ? node_findings() : Header();
}

std::size_t Campaign::calls() const {
  std::set<std::string> all;
  for (const ScheduledCell& cell : schedule_.cells) all.insert(name_of(cell));
  return all.size();
}

std::size_t Campaign::calls_without_times() const {
  std::set<std::string> timed;
  for (const Measurement& cell : past_.earlier) timed.insert(cell.call);
  std::set<std::string> missing;
  for (const ScheduledCell& cell : schedule_.cells) {
    (cell.times.latest.empty() ? missing : timed).insert(name_of(cell));
  }
  for (const std::string& name : timed) missing.erase(name);
  return missing.size();
}

std::vector<std::string> Campaign::left_out() const {
  std::vector<std::string> all = schedule_.left_out;
  if (wants_map() && layout_.distances.places() == 0) {
    all.push_back("the map of distances (of at most " + std::to_string(most_mapped) +
                  " processes, in a quarter of --time-budget)");
  }
  std::map<std::string, int> unmeasured;
  for (const ScheduledCell& cell : schedule_.cells) {
    if (cell.times.latest.empty()) ++unmeasured[name_of(cell)];
  }
  for (const auto& [call, cells] : unmeasured) {
    all.push_back(std::to_string(cells) + (cells == 1 ? " cell of " : " cells of ") + call +
                  " (--time-budget)");
  }
  return all;
}

Header Campaign::header() const {
  const LaunchSpent now = spent();
  return make_header(
      options_,
      {command_, date_, processes_, past_.launch, measured_blocks(), layout_.partner,
       layout_.ranks_apart, layout_.distances, layout_.jumps, layout_.eager_limit, left_out(),
       experiment_.crowded(), files_in(), node(), experiment_.ranks_per_node(), now.late,
       now.repetitions, experiment_.clock().residuals(), experiment_.start_skews()});
}

Header Campaign::journal_header() const {
  Header all = header();
  all.insert(all.begin(), {"launch", std::to_string(past_.launch)});
  return all;
}

Measurements Campaign::measurements() const {
  Measurements all{header(), past_.earlier};
  for (const ScheduledCell& cell : schedule_.cells) {
    if (cell.times.latest.empty()) continue;
    Measurement one = measurement(cell.times);
    one.call = name_of(cell);
    one.within = cell.within;
    one.processes = cell.processes;
    one.bytes = cell.bytes;
    one.launch = past_.launch;
    all.cells.push_back(one);
  }
  const auto place = [](const Measurement& cell) {
    return std::tuple(find_operation(cell.call), cell.within, cell.processes, cell.bytes,
                      cell.launch);
  };
  std::sort(all.cells.begin(), all.cells.end(),
            [&](const auto& a, const auto& b) { return place(a) < place(b); });
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
