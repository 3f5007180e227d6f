// SPDX-License-Identifier: BSD-3-Clause
// A jump of one call at one number of processes is looked for in all of its row: others have it
// nearby, and what is between their numbers is interpolated between equal sizes.
#include "revprof/launch/simulate/refined_grid.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <tuple>

#include "fit/measurements/refinement.hpp"

namespace revprof {

namespace {

constexpr std::size_t enough_sizes = 8;
constexpr double known_jump = 0.05;  // of log t

// Of a row of the grid, which may be measured in several runs.
struct MeasuredRow {
  std::string processes;
  std::size_t sizes = 0, sizes_of_a_run = 0;
};

std::size_t sizes_in(const std::string& list) {
  return 1 + static_cast<std::size_t>(std::count(list.begin(), list.end(), ','));
}

// Where a message's time jumps others' are looked for first: to its sides, instead of the middle.
std::set<std::int64_t> sizes_within(const SizeInterval& interval,
                                    const std::vector<std::int64_t>& jumps) {
  std::set<std::int64_t> sides;
  for (const std::int64_t last : jumps) {
    if (last >= interval.low && last < interval.high) sides.insert({last, last + 1});
  }
  sides.erase(interval.low);
  sides.erase(interval.high);
  return sides;
}

void add_sizes(const std::map<std::int64_t, SizeTime>& cells,
               const std::vector<std::int64_t>& jumps, std::set<std::int64_t>& added) {
  std::vector<SizeTime> line;
  for (const auto& [bytes, time] : cells) line.push_back(time);
  for (const SizeInterval& interval : jumps_of(line, known_jump)) {
    added.merge(sizes_within(interval, jumps));
  }
  for (const SizeInterval& interval : jumps_of(line)) {
    if (is_wide(interval) && sizes_within(interval, jumps).empty()) {
      added.insert(middle_of(interval));
    }
  }
}

std::set<std::int64_t> sizes_beside(const std::string& calls, const Measurements& times,
                                    const std::vector<std::int64_t>& jumps) {
  std::set<std::string> names;
  std::istringstream words(calls);
  for (std::string name; std::getline(words, name, ',');) names.insert(name);
  std::map<std::tuple<std::string, int, int>, std::map<std::int64_t, SizeTime>> lines;
  std::set<std::int64_t> known, added;
  for (const Measurement& cell : times.cells) {
    if (names.count(cell.call) == 0) continue;
    // Of a simulated machine every repetition is the same.
    lines[{cell.call, cell.within, cell.processes}][cell.bytes] = {cell.bytes, cell.median, 0};
    known.insert(cell.bytes);
  }
  for (const auto& [key, cells] : lines) add_sizes(cells, jumps, added);
  for (const std::int64_t bytes : known) added.erase(bytes);
  return added;
}

}  // namespace

std::vector<GridLine> refined_grid(const std::vector<GridLine>& grid, const Measurements& times) {
  std::map<std::string, MeasuredRow> rows;
  for (const GridLine& line : grid) {
    MeasuredRow& row = rows[line.calls];
    row.processes = line.processes;
    row.sizes += sizes_in(line.bytes);
    row.sizes_of_a_run = std::max(row.sizes_of_a_run, sizes_in(line.bytes));
  }
  std::vector<std::int64_t> jumps;
  std::istringstream found(times.header_value("jumps"));
  for (std::int64_t bytes = 0; found >> bytes;) jumps.push_back(bytes);
  std::vector<GridLine> more;
  for (const auto& [calls, row] : rows) {
    if (row.sizes < enough_sizes) continue;
    std::size_t in_run = row.sizes_of_a_run;
    for (const std::int64_t bytes : sizes_beside(calls, times, jumps)) {
      if (in_run++ == row.sizes_of_a_run) {
        more.push_back({calls, row.processes, std::to_string(bytes)});
        in_run = 1;
      } else {
        more.back().bytes += ',' + std::to_string(bytes);
      }
    }
  }
  return more;
}

}  // namespace revprof
