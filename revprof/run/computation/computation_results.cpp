// SPDX-License-Identifier: BSD-3-Clause
// Places and names travel as text, as in site_results.cpp.
#include "revprof/run/computation/computation_results.hpp"

#include <sched.h>

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <tuple>

#include "revprof/run/computation/counted_work.hpp"
#include "revprof/run/computation/segment_name.hpp"
#include "revprof/run/output.hpp"

namespace revprof {

namespace {

using Json = nlohmann::json;

std::string name_of(Compute compute) {
  switch (compute) {
    case Compute::none:
      return "none";
    case Compute::steps:
      return "steps";
    case Compute::profile:
      return "profile";
    case Compute::counted:
      return "counted";
    case Compute::cpu:
      return "cpu";
  }
  return "";
}

Json place_of(const CallPlace& place) {
  if (place.address == nullptr) return {call_name(place), "", 0};
  const CallSites::Site site = CallSites::at(place.call, place.address);
  return {name(place.call), site.module, site.offset};
}

// That this process may run on; none: not known.
std::set<int> own_cores() {
  std::set<int> own;
  cpu_set_t cores;
  if (sched_getaffinity(0, sizeof cores, &cores) != 0) return own;
  for (int core = 0; core < CPU_SETSIZE; ++core) {
    if (CPU_ISSET(core, &cores)) own.insert(core);
  }
  return own;
}

std::string own_computation(const Run& run) {
  Json segments = Json::array();
  for (const Segment& segment : run.segments.list()) {
    const bool is_region = segment.region != Regions::none;
    const auto region = static_cast<std::size_t>(is_region ? segment.region : 0);
    segments.push_back({is_region ? run.regions.list()[region].name : "", place_of(segment.from),
                        place_of(segment.to), segment.visits, segment.work, segment.time});
  }
  Json regions = Json::array();
  for (const Region& region : run.regions.list()) {
    regions.push_back({region.name, region.visits, region.inclusive, region.exclusive});
  }
  return Json{{"segments", segments},
              {"regions", regions},
              {"computed", run.computed},
              {"units", run.units.assumed()},
              {"announced", run.units.announced()},
              {"node", node_name()},
              {"cores", own_cores()}}
      .dump(-1, ' ', false, Json::error_handler_t::replace);
}

using Place = std::tuple<std::string, std::string, std::int64_t>;
using SegmentKey = std::tuple<std::string, Place, Place>;

struct SegmentSum {
  std::int64_t visits = 0;
  double work = 0;
  SimSum time;
};

// The processes of a node, and the cores of all of them: each may be bound to its own.
struct CoreSharing {
  std::size_t processes = 0;
  std::set<int> cores;
};

struct RegionSum {
  std::int64_t visits = 0;
  SimSum inclusive, exclusive;
};

PlaceSummary summary_of(const Place& place) {
  PlaceSummary summary;
  std::tie(summary.call, summary.module, summary.offset) = place;
  return summary;
}

// In a region the places do not matter.
SegmentKey key_of(const Json& row) {
  if (!row[0].get<std::string>().empty()) return {row[0], {}, {}};
  return {"", {row[1][0], row[1][1], row[1][2]}, {row[2][0], row[2][1], row[2][2]}};
}

template <class Row>
void sort_by(std::vector<Row>& rows, double Row::*seconds) {
  std::stable_sort(rows.begin(), rows.end(),
                   [&](const Row& a, const Row& b) { return a.*seconds > b.*seconds; });
}

// Units of --step, by name, that are none of those: misspelt, perhaps.
std::set<std::string> missed_units(const Settings& settings,
                                   const std::set<std::string>& announced) {
  std::set<std::string> missed;
  for (const auto& [unit, time] : parse_steps(settings.text("step"))) {
    if (unit != "step" && announced.count(unit) == 0) missed.insert(unit);
  }
  return missed;
}

std::string listed(const std::set<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
  return list;
}

}  // namespace

ComputationSummary gather_computation(Run& run) {
  run.segments.end_at({Call::MPI_Finalize, nullptr});
  run.regions.end_all(run.engine->now()[0]);
  ComputationSummary computation;
  computation.from = name_of(run.compute);
  if (run.compute == Compute::counted) {
    computation.assumed = run.unit_source == Source::assumed;
    computation.counted = counted_text(loaded_code());
    computation.processor = run.processor;
  }
  std::map<SegmentKey, SegmentSum> segments;
  std::map<std::string, RegionSum> regions;
  std::map<std::string, CoreSharing> nodes;
  std::array<SimSum, source_count> resting{};
  std::set<std::string> units, announced;
  for (const std::string& text : run.team->gather(own_computation(run))) {
    const Json own = Json::parse(text);
    CoreSharing& node = nodes[own["node"]];
    node.processes += 1;
    node.cores.merge(own["cores"].get<std::set<int>>());
    for (std::size_t s = 0; s < source_count; ++s) {
      resting[s] += own["computed"][s].get<SimTime>();
    }
    units.merge(own["units"].get<std::set<std::string>>());
    announced.merge(own["announced"].get<std::set<std::string>>());
    for (const Json& row : own["segments"]) {
      SegmentSum& sum = segments[key_of(row)];
      sum.visits += row[3].get<std::int64_t>();
      sum.work += row[4].get<double>();
      sum.time += row[5].get<SimTime>();
    }
    for (const Json& row : own["regions"]) {
      RegionSum& sum = regions[row[0]];
      sum.visits += row[1].get<std::int64_t>();
      sum.inclusive += row[2].get<SimTime>();
      sum.exclusive += row[3].get<SimTime>();
    }
  }
  for (const auto& [key, sum] : segments) {
    computation.segments.push_back({std::get<0>(key), summary_of(std::get<1>(key)),
                                    summary_of(std::get<2>(key)), sum.visits, sum.work,
                                    seconds(sum.time)});
    computation.work += sum.work;
  }
  for (const auto& [region, sum] : regions) {
    computation.regions.push_back(
        {region, sum.visits, seconds(sum.inclusive), seconds(sum.exclusive)});
  }
  for (const auto& [name, node] : nodes) {
    const std::size_t cores = node.cores.size();
    if (run.compute != Compute::cpu || cores == 0 || node.processes <= cores) continue;
    computation.sharing = std::to_string(node.processes) + " processes shared " +
                          std::to_string(cores) + (cores == 1 ? " core" : " cores");
  }
  for (std::size_t s = 0; s < source_count; ++s) computation.resting[s] = resting[s];
  computation.assumed_units = listed(units);
  computation.announced_units = listed(announced);
  if (run.compute == Compute::steps) {
    computation.missed_units = listed(missed_units(run.settings, announced));
  }
  sort_by(computation.segments, &SegmentSummary::seconds);
  sort_by(computation.regions, &RegionSummary::inclusive_seconds);
  return computation;
}

void warn_of_computation(Summary& summary) {
  if (!summary.computation.sharing.empty()) {
    summary.warnings.push_back(summary.computation.sharing +
                               " of this host: the CPU time of each holds what they took from each "
                               "other (caches, memory), and differs from run to run");
  }
  if (!summary.computation.assumed_units.empty()) {
    summary.warnings.push_back("nobody has said what these units of computation take: " +
                               summary.computation.assumed_units +
                               "; 0.1 to 1 ns each, 0.3 in the mean, are assumed (--step "
                               "UNIT=SECONDS, or UNIT=low:mean:high)");
  }
  if (!summary.computation.missed_units.empty()) {
    const std::string& announced = summary.computation.announced_units;
    summary.warnings.push_back(
        "--step says what these units of computation take, and the program "
        "announced none of them: " +
        summary.computation.missed_units +
        " (its own units: " + (announced.empty() ? "none" : announced) + ")");
  }
  if (!summary.computation.assumed || summary.all_processes(&LaneTimes::compute) == 0) return;
  summary.warnings.emplace_back(
      "nobody has said what an instruction takes on this machine: 0.1 to 1 ns, 0.3 in the mean, "
      "are "
      "assumed (--instruction SECONDS, or low:mean:high)");
}

}  // namespace revprof
