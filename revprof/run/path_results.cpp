// SPDX-License-Identifier: BSD-3-Clause
// Finds the process that ends last, and lets the walk begin there.
#include "revprof/run/path_results.hpp"

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

void note_latencies(std::vector<PathCharge>& charges, const Pricing& pricing) {
  for (PathCharge& charge : charges) {
    for (const CostTable::Multiples& parts : pricing.multiples(price_of(charge))) {
      charge.latency_seconds += charge.count * parts.latency_seconds();
    }
  }
}

CriticalPath write(const Run& run, const std::vector<End>& ends, const GatheredSites& sites) {
  const bool complete =
      std::all_of(ends.begin(), ends.end(), [](const End& end) { return end.complete != 0; });
  if (!complete) throw std::runtime_error("the disk was full");
  const auto last = std::max_element(ends.begin(), ends.end(),
                                     [](const End& a, const End& b) { return a.time < b.time; });
  const auto lane = run.engine->path()->lane();
  const int processes = static_cast<int>(ends.size());
  const CostTable& costs = run.engine->costs();
  Pricing pricing(costs.lanes()[lane], processes, costs.calls(), costs.places());

  CriticalPath path;
  path.lane = run.lanes[lane].name;
  path.model = run.settings.text("model");
  path.machine = pricing.lane().model->machine.name;
  path.processes = processes;
  path.places = costs.places().all();
  path.latest_process = static_cast<int>(last - ends.begin());
  path.picoseconds = last->time;
  path.step_seconds = pricing.step_seconds();
  path.distances = pricing.distances();
  const StepReader steps(run.output, processes);
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
  write_critical_path(path, run.output + "/path.json");
  return path;
}

std::string summarised(const CriticalPath& path) {
  const std::string sentences = what_if_text(path);
  if (sentences.empty()) return "";
  return "\n  what if, on the critical path of lane " + path.lane + ":\n" + sentences;
}

}  // namespace

std::string write_path(Run& run, const GatheredSites& sites) {
  PathRecorder* const path = run.engine->path();
  if (path == nullptr) return "";
  const int rank = run.team->rank(), processes = run.team->processes();
  const End own = {run.engine->now()[path->lane()], run.engine->here(), run.steps->is_complete()};
  path->finish();
  run.steps->close();
  run.own_files.bring_home(step_file_name);
  const std::vector<End> ends = run.team->gather_records<End>({own});
  std::string text;
  if (rank == 0) {
    try {
      text = summarised(write(run, ends, sites));
    } catch (const std::exception& error) {
      std::fprintf(stderr, "revprof: no critical path was written: %s\n", error.what());
    }
  }
  // Process 0 has read them, and alone sees all of them.
  for (int r = 0; rank == 0 && r < processes; ++r) {
    std::remove(step_file_name(run.output, r).c_str());
  }
  return text;
}

}  // namespace revprof
