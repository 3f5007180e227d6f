// SPDX-License-Identifier: BSD-3-Clause
// A table: calls by sizes, each at the largest number of processes.
#include "fit/datasheet/datasheet_overlap.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "fit/datasheet/datasheet_text.hpp"

namespace revprof {

namespace {

constexpr std::size_t most_sizes = 7;

// Of one call at one number of processes: by size, of each launch.
using Overlaps = std::map<std::int64_t, std::vector<double>>;

// Of each call at the most processes; there beyond all blocks, or in the largest.
std::map<std::string, std::pair<int, Overlaps>> widest(const Measurements& measurements) {
  using Width = std::tuple<int, bool, int>;
  std::map<std::string, std::map<Width, Overlaps>> all;
  for (const Measurement& cell : measurements.cells) {
    if (!cell.overlap) continue;
    const Width width{cell.processes, cell.within == 0, cell.within};
    all[cell.call][width][cell.bytes].push_back(*cell.overlap);
  }
  std::map<std::string, std::pair<int, Overlaps>> result;
  for (const auto& [call, widths] : all) {
    const auto& [width, overlaps] = *widths.rbegin();
    result[call] = {std::get<0>(width), overlaps};
  }
  return result;
}

// Some of them, evenly, with the first and the last.
std::vector<std::int64_t> some(const std::set<std::int64_t>& sizes) {
  const std::vector<std::int64_t> all(sizes.begin(), sizes.end());
  if (all.size() <= most_sizes) return all;
  std::vector<std::int64_t> chosen;
  for (std::size_t i = 0; i < most_sizes; ++i) {
    chosen.push_back(all[i * (all.size() - 1) / (most_sizes - 1)]);
  }
  return chosen;
}

std::string mean_text(const Overlaps& overlaps, std::int64_t bytes) {
  const auto found = overlaps.find(bytes);
  if (found == overlaps.end()) return "--";
  double sum = 0;
  for (const double overlap : found->second) sum += overlap;
  return fixed(100 * sum / static_cast<double>(found->second.size()), 0) + "~\\%";
}

}  // namespace

TagList overlap_pages(const Measurements* measurements) {
  if (measurements == nullptr) return {};
  const auto calls = widest(*measurements);
  std::set<std::int64_t> sizes;
  for (const auto& [call, found] : calls) {
    // A call without sizes (MPI_Ibarrier) has a single one: 0.
    const bool sized = found.second.size() > 1 || calls.size() == 1;
    for (const auto& [bytes, overlaps] : found.second) {
      if (sized) sizes.insert(bytes);
    }
  }
  if (calls.empty()) return {};
  const std::vector<std::int64_t> shown = some(sizes);
  std::string head = " & $p$", columns = "@{}L{52mm}R{9mm}";
  for (const std::int64_t bytes : shown) {
    head += " & " + size_text(bytes);
    columns += "R{16mm}";
  }
  TagList rows;
  for (const auto& [call, found] : calls) {
    const auto& [processes, overlaps] = found;
    std::string fields = "\\texttt{" + latex_escape(call) + "} & " + std::to_string(processes);
    for (const std::int64_t bytes : shown) fields += " & " + mean_text(overlaps, bytes);
    rows.push_back(Tags{{"fields", fields}});
  }
  TagList pages;
  pages.push_back(Tags{
      {"title", "Overlap of nonblocking collectives"},
      {"target", "overlap"},
      {"intro",
       "How much of a nonblocking collective's time is hidden where every process computes as "
       "long as the call alone takes, between its start and its wait, without any call of "
       "MPI: all of it (100~\\%), or nothing (0~\\%), where the one comes after the other. "
       "Predictions go by what is left for a wait that comes late (rows \\texttt{.wait}); without "
       "such a row they assume 100~\\%, high estimates 0~\\%."},
      {"columns", columns + "@{}"},
      {"head", head},
      {"rows", rows},
      {"abscissa", ""},
      {"ordinate", ""},
      {"graph", Tag(false)}});
  return pages;
}

}  // namespace revprof
