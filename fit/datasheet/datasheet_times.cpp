// SPDX-License-Identifier: BSD-3-Clause
// A table: calls by a few process counts, at a few sizes; pairs by how far they are apart.
#include "fit/datasheet/datasheet_times.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "fit/datasheet/datasheet_text.hpp"
#include "fit/model/estimate.hpp"
#include "fit/model/plain_number.hpp"

namespace revprof {

namespace {

constexpr std::int64_t sizes[] = {8, 1 << 10, 64 << 10, 1 << 20};
constexpr std::size_t most_counts = 3;
constexpr std::size_t rows_of_a_page = 34;

// What programs call most, in this order; what a model lacks is left out.
constexpr const char* calls[] = {"transit",           "exchange",        "MPI_Barrier",
                                 "MPI_Bcast",         "MPI_Reduce",      "MPI_Allreduce",
                                 "MPI_Allgather",     "MPI_Alltoall",    "MPI_Gather",
                                 "MPI_Scatter",       "MPI_Scan",        "MPI_Reduce_scatter",
                                 "MPI_Put",           "MPI_Get",         "shmem_transit",
                                 "shmem_put",         "shmem_get",       "shmem_atomic_fetch_add",
                                 "shmem_barrier_all", "shmem_broadcast", "shmem_sum_to_all",
                                 "shmem_fcollect",    "shmem_alltoall"};

// Where something was measured.
struct Extent {
  std::vector<int> processes;
  std::int64_t min_bytes = 0, max_bytes = 0;
};

Extent extent_of(const DistanceClass& equations) {
  std::set<int> counts;
  Extent extent{{}, equations.regimes.front().min_bytes, 0};
  for (const Regime& regime : equations.regimes) {
    counts.insert({regime.min_processes, regime.max_processes});
    extent.min_bytes = std::min(extent.min_bytes, regime.min_bytes);
    extent.max_bytes = std::max(extent.max_bytes, regime.max_bytes);
  }
  if (equations.cells)
    counts = {equations.cells->processes.begin(), equations.cells->processes.end()};
  extent.processes.assign(counts.begin(), counts.end());
  return extent;
}

// The first, the middle and the last.
std::vector<int> some(const std::vector<int>& all) {
  if (all.size() <= most_counts) return all;
  return {all.front(), all[all.size() / 2], all.back()};
}

std::string time_text(const DistanceClass& equations, const Extent& extent, int processes,
                      std::int64_t bytes) {
  // A barrier has one time, whatever the column; it stands in the first.
  const bool sized = extent.min_bytes < extent.max_bytes;
  if (!sized && bytes != sizes[0]) return "";
  if (sized && (bytes < extent.min_bytes || bytes > extent.max_bytes)) return "--";
  return plain_number(estimate(equations, processes, sized ? bytes : extent.min_bytes).mean * 1e6,
                      3);
}

TagList all_rows(const Model& model) {
  TagList rows;
  for (const char* call : calls) {
    const auto found = model.calls.find(call);
    if (found == model.calls.end()) continue;
    for (const DistanceClass& each : found->second) {
      const Extent extent = extent_of(each);
      for (const int processes : some(extent.processes)) {
        std::string fields = "\\texttt{" + latex_escape(call) + "} & " + class_text(each.within) +
                             " & " + std::to_string(processes);
        for (const std::int64_t bytes : sizes) {
          fields += " & " + time_text(each, extent, processes, bytes);
        }
        rows.push_back(Tags{{"fields", fields}});
      }
    }
  }
  return rows;
}

}  // namespace

TagList time_pages(const Model& model) {
  const TagList rows = all_rows(model);
  std::string head = "Call & Class & $p$";
  for (const std::int64_t bytes : sizes) head += " & " + size_text(bytes);
  TagList pages;
  for (std::size_t first = 0; first < rows.size(); first += rows_of_a_page) {
    const std::size_t end = std::min(rows.size(), first + rows_of_a_page);
    const TagList part(rows.begin() + static_cast<std::ptrdiff_t>(first),
                       rows.begin() + static_cast<std::ptrdiff_t>(end));
    const std::string number = std::to_string(first / rows_of_a_page + 1);
    pages.push_back(Tags{
        {"title", first == 0 ? "Times" : "Times (" + number + ")"},
        {"target", "times." + number},
        {"intro",
         "What calls take, in \\textmu s, at a few of the measured process counts: the equations, "
         "corrected by what was measured, as a prediction uses them. Beyond what was measured "
         "stands "
         "a dash."},
        {"columns", "@{}L{44mm}L{20mm}R{12mm}R{20mm}R{20mm}R{20mm}R{20mm}@{}"},
        {"head", head},
        {"rows", part},
        {"abscissa", ""},
        {"ordinate", ""},
        {"graph", Tag(false)}});
  }
  return pages;
}

}  // namespace revprof
