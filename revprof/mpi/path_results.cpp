// SPDX-License-Identifier: BSD-3-Clause
// Finds the process that ends last, and lets the walk begin there.
#include "revprof/mpi/path_results.hpp"

#include <algorithm>
#include <cstdio>
#include <vector>

#include "revprof/engine/pricing.hpp"
#include "revprof/report/text/what_if.hpp"
#include "revprof/trace/path/critical_path.hpp"
#include "revprof/trace/path/path_walk.hpp"

namespace revprof {

namespace {

// How a process's path ends.
struct End {
  SimTime time = 0;
  StepPlace place = nowhere;
  std::int64_t complete = 1;
};

std::vector<End> gather_ends(const End& own, MPI_Comm world, int processes) {
  constexpr int values = sizeof(End) / sizeof(std::int64_t);
  std::vector<End> ends(static_cast<std::size_t>(processes));
  PMPI_Gather(&own, values, MPI_INT64_T, ends.data(), values, MPI_INT64_T, 0, world);
  return ends;
}

void note_latencies(std::vector<PathCharge>& charges, const Pricing& pricing) {
  for (PathCharge& charge : charges) {
    for (const CostTable::Multiples& parts : pricing.multiples(price_of(charge))) {
      charge.latency_seconds += charge.count * parts.latency_seconds();
    }
  }
}

CriticalPath write(const Process& process, const std::vector<End>& ends,
                   const GatheredSites& sites) {
  const bool complete =
      std::all_of(ends.begin(), ends.end(), [](const End& end) { return end.complete != 0; });
  if (!complete) throw std::runtime_error("the disk was full");
  const auto last = std::max_element(ends.begin(), ends.end(),
                                     [](const End& a, const End& b) { return a.time < b.time; });
  const auto lane = process.engine->path()->lane();
  const int processes = static_cast<int>(ends.size());
  Pricing pricing(process.engine->costs().lanes()[lane], processes,
                  process.engine->costs().calls());

  CriticalPath path;
  path.lane = process.lanes[lane].name;
  path.model = process.settings.text("model");
  path.machine = pricing.lane().model->machine.name;
  path.processes = processes;
  path.latest_process = static_cast<int>(last - ends.begin());
  path.picoseconds = last->time;
  path.step_seconds = pricing.step_seconds();
  path.distances = pricing.distances();
  const StepReader steps(process.output, processes);
  walk_path(
      steps, last->place, [&](const Price& price) { return pricing.time(price); },
      [&](int rank, int site) { return sites.index_of(rank, site); }, path);
  for (const SiteSummary& site : sites.sites) {
    path.sites.push_back({site.module, site.offset, site.place});
  }

  std::vector<Charged> charges;
  for (const PathCharge& charge : path.charges) {
    charges.push_back({price_of(charge), charge.count, charge.picoseconds});
  }
  note_latencies(path.charges, pricing);
  for (PathAlternative& alternative : path.alternatives) {
    note_latencies(alternative.instead, pricing);
    note_latencies(alternative.present, pricing);
  }
  CostExpression expression = cost_expression(charges, pricing);
  path.terms = std::move(expression.terms);
  path.band = expression.band;
  write_critical_path(path, process.output + "/path.json");
  return path;
}

std::string summarised(const CriticalPath& path) {
  const std::string sentences = what_if_text(path);
  if (sentences.empty()) return "";
  return "\n  what if, on the critical path of lane " + path.lane + ":\n" + sentences;
}

}  // namespace

std::string write_path(Process& process, const GatheredSites& sites) {
  PathRecorder* const path = process.engine->path();
  if (path == nullptr) return "";
  int rank = 0, processes = 1;
  PMPI_Comm_rank(process.world, &rank);
  PMPI_Comm_size(process.world, &processes);
  const End own = {process.engine->now()[path->lane()], process.engine->here(),
                   process.steps->is_complete()};
  path->finish();
  process.steps->close();
  process.own_files.bring_home(step_file_name);
  const std::vector<End> ends = gather_ends(own, process.world, processes);
  std::string text;
  if (rank == 0) {
    try {
      text = summarised(write(process, ends, sites));
    } catch (const std::exception& error) {
      std::fprintf(stderr, "revprof: no critical path was written: %s\n", error.what());
    }
  }
  // Process 0 has read them, and alone sees all of them.
  for (int r = 0; rank == 0 && r < processes; ++r) {
    std::remove(step_file_name(process.output, r).c_str());
  }
  return text;
}

}  // namespace revprof
